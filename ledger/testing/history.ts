/** Short histories of one instrument, and what the ledger gives for them. */
import { type DailyOptions, dailyValues, nothingHeld } from "../daily.ts";
import { Decimal } from "../decimal.ts";
import type { Entry } from "../entry.ts";
import { linkResults } from "../linked-results.ts";

export type Quotes = Record<string, string>;

/** The last quote on or before a day. */
const quoteOf = (quotes: Quotes, day: string) => {
  const known = Object.keys(quotes)
    .filter((each) => each <= day)
    .toSorted()
    .at(-1);
  return known === undefined ? undefined : { value: quotes[known] ?? "", day: known };
};

export interface Market {
  base?: string;
  /** Of instrument 1. */
  currency?: string;
  prices?: Quotes;
  /** Base per unit, by currency. */
  rates?: Record<string, Quotes>;
}

export const optionsOf = ({ base = "EUR", currency = base, prices = {}, rates = {} }: Market): DailyOptions => ({
  baseCurrency: base,
  instrumentCurrency: () => currency,
  price: (_, day) => quoteOf(prices, day),
  rate: (from, day) => quoteOf(rates[from] ?? {}, day),
});

export const entriesOf = (...entries: Partial<Entry>[]): Entry[] =>
  entries.map((entry, index) => ({
    id: index + 1,
    kind: "deposit",
    day: "",
    currency: "EUR",
    amount: "0",
    ...(entry.kind !== undefined && /buy|sell|dividend|transfer|split/.test(entry.kind) && { instrumentId: 1 }),
    ...entry,
  }));

/** A history, and what it gives over `from` to `to`; the value before it is that at the close of the day before. */
export function history(market: Market, entries: Entry[], { from, to }: { from: string; to: string }) {
  const options = optionsOf(market);
  const first = entries[0]?.day ?? from;
  const start = first < from ? first : from;
  const dayBefore = (day: string) => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
  const before =
    start < from
      ? dailyValues(options, { state: nothingHeld(dayBefore(start)), entries, to: dayBefore(from) })
      : undefined;
  const { rows, results } = dailyValues(options, {
    state: before?.state ?? nothingHeld(dayBefore(from)),
    entries: entries.filter(({ day }) => day >= from),
    to,
  });
  const opening = before?.rows.at(-1)?.value ?? "0";
  const sum = (part: "deposits" | "price" | "fx" | "income" | "fees" | "tax") =>
    rows.reduce((total, row) => total.plus(row[part]), new Decimal(0));
  const { holdings } = linkResults([results]);
  const holding = (key: string) => {
    const found = holdings.get(key);
    if (!found) throw new Error(`no holding ${key}`);
    const { price, fx, income, fees, tax } = found;
    const total = price.plus(fx).plus(income).minus(fees).minus(tax);
    return {
      price: cents(price),
      fx: cents(fx),
      income: cents(income),
      fees: cents(fees),
      tax: cents(tax),
      total,
      found,
    };
  };
  return { rows, opening, closing: rows.at(-1)?.value ?? "0", sum, holding };
}

export const cents = (figure: string | Decimal | null | undefined) => new Decimal(figure ?? "NaN").toFixed(2);
