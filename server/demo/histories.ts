/**
 * Ledger histories of the demo's clients, generated from the demo's prices and rates, so that every figure can be
 * proved.
 */

import { addDays } from "@portico/api/rules/calendar.ts";
import type { Currency, Day, Entry } from "@portico/ledger/entry.ts";
import { Decimal } from "decimal.js";
import { monthStarts, tradingDayFrom } from "./calendar.ts";
import { demoInstruments, type PricePoint, type RatePoint } from "./market.ts";
import { type Random, seededRandom } from "./random.ts";

/** An entry before it has ids: refers to the instrument by ticker. */
export type DemoEntry = Omit<Entry, "id" | "instrumentId"> & {
  ticker?: string;
  externalId: string;
  orderId?: string;
  description?: string;
};

const cents = (value: Decimal.Value): string => new Decimal(value).toDecimalPlaces(2).toFixed();

/** One client's account: books entries in order and tracks cash and shares, so that no balance becomes negative. */
class Account {
  readonly entries: DemoEntry[] = [];
  readonly #cash = new Map<Currency, Decimal>();
  readonly #shares = new Map<string, Decimal>();
  readonly #prices: Map<string, Map<Day, string>>;
  readonly #rates: Map<string, Map<Day, string>>;
  readonly #name: string;

  constructor(name: string, market: DemoMarket) {
    this.#name = name;
    this.#prices = market.prices;
    this.#rates = market.rates;
  }

  cash = (currency: Currency): Decimal => this.#cash.get(currency) ?? new Decimal(0);
  shares = (ticker: string): Decimal => this.#shares.get(ticker) ?? new Decimal(0);
  price = (ticker: string, day: Day): string => latest(this.#prices.get(ticker), day);
  perEuro = (currency: Currency, day: Day): string =>
    currency === "EUR" ? "1" : latest(this.#rates.get(currency), day);

  #add(entry: Omit<DemoEntry, "externalId">): void {
    this.#cash.set(entry.currency, this.cash(entry.currency).plus(entry.amount));
    const { counter } = entry;
    if (counter?.currency) this.#cash.set(counter.currency, this.cash(counter.currency).plus(counter.amount ?? 0));
    if (entry.ticker && entry.quantity) this.#shares.set(entry.ticker, this.shares(entry.ticker).plus(entry.quantity));
    this.entries.push({ ...entry, externalId: `demo-${this.#name}-${this.entries.length + 1}` });
  }

  deposit(day: Day, currency: Currency, amount: number): void {
    this.#add({ kind: "deposit", day, time: `${day}T06:30:00Z`, currency, amount: cents(amount) });
  }

  withdraw(day: Day, currency: Currency, amount: number): void {
    this.#add({ kind: "withdrawal", day, time: `${day}T15:30:00Z`, currency, amount: cents(-amount) });
  }

  /** Exchanges euro for another currency at the day's rate. */
  exchange(day: Day, currency: Currency, euro: number): void {
    const bought = cents(new Decimal(euro).times(this.perEuro(currency, day)));
    const counter = { currency, amount: bought };
    this.#add({ kind: "fx", day, time: `${day}T07:00:00Z`, currency: "EUR", amount: cents(-euro), fee: "0", counter });
  }

  /** Buys whole shares for at most `spend` of the instrument's currency; nothing if one share costs more. */
  buy(day: Day, ticker: string, spend: Decimal.Value, fee: string): void {
    const price = this.price(ticker, day);
    const quantity = new Decimal(spend).minus(fee).div(price).floor();
    if (quantity.lte(0)) return;
    const amount = cents(quantity.times(price).plus(fee).neg());
    const time = `${day}T08:${String(10 + (this.entries.length % 45)).padStart(2, "0")}:00Z`;
    const orderId = `D${this.#name}-${this.entries.length + 1}`;
    this.#add({
      kind: "buy",
      day,
      time,
      ticker,
      quantity: quantity.toFixed(),
      price,
      currency: currencyOf(ticker),
      amount,
      fee,
      orderId,
    });
  }

  sell(day: Day, ticker: string, share: number, fee: string): void {
    const quantity = this.shares(ticker).times(share).floor();
    if (quantity.lte(0)) return;
    const price = this.price(ticker, day);
    const amount = cents(quantity.times(price).minus(fee));
    const orderId = `D${this.#name}-${this.entries.length + 1}`;
    const entry = {
      kind: "sell",
      day,
      time: `${day}T14:05:00Z`,
      ticker,
      quantity: quantity.neg().toFixed(),
      price,
      fee,
      orderId,
    } as const;
    this.#add({ ...entry, currency: currencyOf(ticker), amount });
  }

  /** A dividend per share and the tax withheld from it. */
  dividend(day: Day, ticker: string, perShare: number, taxRate: number): void {
    const gross = this.shares(ticker).times(perShare);
    if (gross.lt("0.01")) return;
    const currency = currencyOf(ticker);
    this.#add({
      kind: "dividend",
      day,
      time: `${day}T16:00:00Z`,
      ticker,
      currency,
      amount: cents(gross),
      description: `${ticker} ${perShare} per share`,
    });
    const tax = cents(gross.times(taxRate).neg());
    if (tax !== "0" && tax !== "-0")
      this.#add({ kind: "tax", day, time: `${day}T16:00:01Z`, ticker, currency, amount: tax });
  }

  interest(day: Day, currency: Currency, amount: Decimal.Value): void {
    if (new Decimal(amount).lt("0.01")) return;
    this.#add({ kind: "interest", day, time: `${day}T16:30:00Z`, currency, amount: cents(amount) });
  }

  fee(day: Day, currency: Currency, amount: number, description: string): void {
    this.#add({ kind: "fee", day, time: `${day}T16:31:00Z`, currency, amount: cents(-amount), description });
  }
}

const currencyOf = (ticker: string): Currency =>
  demoInstruments.find((one) => one.ticker === ticker)?.currency ?? "EUR";

function latest(series: Map<Day, string> | undefined, day: Day): string {
  for (let found = day, tries = 0; tries < 10; found = addDays(found, -1), tries++) {
    const value = series?.get(found);
    if (value !== undefined) return value;
  }
  throw new Error(`the demo's market has no value up to ${day}`);
}

export interface DemoMarket {
  prices: Map<string, Map<Day, string>>;
  rates: Map<string, Map<Day, string>>;
}

/** The market, looked up by ticker or currency and day. */
export const marketOf = (prices: PricePoint[], rates: RatePoint[]): DemoMarket => ({
  prices: new Map(
    [...Map.groupBy(prices, (p) => p.ticker)].map(([key, list]) => [key, new Map(list.map((p) => [p.day, p.value]))]),
  ),
  rates: new Map(
    [...Map.groupBy(rates, (r) => r.currency)].map(([key, list]) => [
      key,
      new Map(list.map((r) => [r.day, r.perEuro])),
    ]),
  ),
});

/** Dividends for the account's holdings in a quarter's month. */
function payDividends(account: Account, random: Random, day: Day): void {
  const month = Number(day.slice(5, 7));
  const payDay = tradingDayFrom(addDays(day, 13));
  if (month % 3 === 2) account.dividend(payDay, "AAPL", 0.24, 0.15);
  if (month % 3 === 0) account.dividend(payDay, "MSFT", 0.62, 0.15);
  if (month % 3 === 0) account.dividend(payDay, "IBM", 1.63, 0.15);
  if (month === 4) account.dividend(payDay, "NESN", 2.8 + random.next() / 4, 0.35);
  if (month === 5 || month === 11) account.dividend(payDay, "ASML", 1.4, 0.15);
}

/** A position that was bought, paid dividends, was sold in two sales and paid out: it is closed today. */
function tradeNestle(account: Account, day: Day, month: number): void {
  if (month === 12 || month === 20) {
    account.deposit(day, "EUR", 4_000);
    account.exchange(day, "CHF", 4_000);
    account.buy(day, "NESN", account.cash("CHF"), "5");
  }
  if (month === 70) account.sell(day, "NESN", 0.4, "5");
  if (month === 82) {
    account.sell(day, "NESN", 1, "5");
    account.withdraw(tradingDayFrom(addDays(day, 5)), "CHF", account.cash("CHF").toNumber());
  }
}

/** Monthly deposits for ten years, purchases of funds and shares, a few sales: about 700 entries. */
export function tenYears(market: DemoMarket, today: Day): DemoEntry[] {
  const account = new Account("ten-years", market);
  const random = seededRandom(31);
  const last = addDays(today, -18);
  let month = 0;
  for (const day of monthStarts(addDays(today, -3_640), last)) {
    tradeNestle(account, day, month);
    account.deposit(day, "EUR", month === 0 ? 15_000 : random.between(8, 24) * 100);
    account.buy(day, "VWCE", account.cash("EUR").times("0.45"), "1.25");
    if (month % 2 === 0) account.buy(day, "EUNA", account.cash("EUR").times("0.3"), "1.25");
    if (month % 5 === 1) account.buy(day, "ASML", account.cash("EUR").times("0.8"), "2.5");
    if (month % 3 === 0) {
      account.exchange(day, "USD", account.cash("EUR").times("0.7").floor().toNumber());
      account.buy(day, random.pick(["AAPL", "MSFT", "AMZN", "IBM"]), account.cash("USD").times("0.95"), "1");
    }
    payDividends(account, random, day);
    if (month % 12 === 7) account.sell(tradingDayFrom(addDays(day, 9)), random.pick(["AAPL", "IBM", "MSFT"]), 0.2, "1");
    if (month % 12 === 11) account.fee(tradingDayFrom(addDays(day, 20)), "EUR", 24, "Custody fee");
    if (month % 6 === 5) account.interest(tradingDayFrom(addDays(day, 20)), "EUR", account.cash("EUR").times("0.004"));
    if (month === 66)
      account.withdraw(tradingDayFrom(addDays(day, 21)), "EUR", account.cash("EUR").times("0.5").floor().toNumber());
    month++;
  }
  return account.entries;
}

/** Three years in eight currencies, with cash left in most of them. */
export function manyCurrencies(market: DemoMarket, today: Day): DemoEntry[] {
  const account = new Account("currencies", market);
  const random = seededRandom(32);
  const held = { AAPL: "USD", SGLN: "GBP", NESN: "CHF", PKO: "PLN", "7203": "JPY", "VOLV-B": "SEK" } as const;
  const start = tradingDayFrom(addDays(today, -1_090));
  account.deposit(start, "EUR", 180_000);
  account.buy(start, "VWCE", 30_000, "4.5");
  for (const [index, [ticker, currency]] of Object.entries(held).entries()) {
    const day = tradingDayFrom(addDays(start, 7 + index * 3));
    account.exchange(day, currency, 18_000);
    account.buy(day, ticker, account.cash(currency).times("0.8"), "5");
  }
  for (const day of monthStarts(addDays(start, 40), addDays(today, -20))) {
    payDividends(account, random, day);
    if (day.slice(5, 7) === "06")
      account.sell(tradingDayFrom(addDays(day, 4)), random.pick(Object.keys(held)), 0.15, "5");
  }
  return account.entries;
}

/** Two purchases and a deposit. */
export function small(market: DemoMarket, today: Day): DemoEntry[] {
  const account = new Account("small", market);
  const start = tradingDayFrom(addDays(today, -200));
  account.deposit(start, "EUR", 2_000);
  account.buy(tradingDayFrom(addDays(start, 1)), "VWCE", 1_200, "1.25");
  account.buy(tradingDayFrom(addDays(start, 70)), "EUNA", 500, "1.25");
  return account.entries;
}
