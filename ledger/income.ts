/**
 * Income as it is booked: dividends, interest and accrued interest of bonds, each with the tax that was withheld from it.
 * Custodians book tax in rows of its own, which name at best the instrument, and come on the same day, later (a correction of
 * last year's rate), or with the opposite sign (given back). What is joined to no payment is told apart and never lost.
 */
import { Decimal, plain, zero } from "./decimal.ts";
import type { Currency, Day, DecimalString, Entry } from "./entry.ts";
import { type EntryParts, partsOf } from "./entry-parts.ts";

/** An entry with what its source wrote, which often tells what a tax was withheld from. */
export interface IncomeEntry extends Entry {
  description?: string;
}

/** Income of one entry with the tax of its day, or tax of another day (`tax`); amounts signed, in `currency`. */
export interface IncomeLine {
  id: number;
  kind: "dividend" | "interest" | "accruedInterest" | "tax";
  day: Day;
  instrumentId: number | undefined;
  currency: Currency;
  gross: DecimalString;
  /** A cost is positive; tax given back is negative. */
  tax: DecimalString;
  /** The payment that tax of another day was withheld from. */
  of: { id: number; day: Day } | undefined;
}

/** Tax withheld from no payment. */
export interface OtherTax {
  id: number;
  day: Day;
  instrumentId: number | undefined;
  currency: Currency;
  tax: DecimalString;
}

/** Days around a tax in which its payment is looked for: before and after it. */
export const joinDays = {
  /** With the same words: a rate is corrected until the end of the next year. */
  worded: { before: 800, after: 31 },
  /** By the instrument alone. */
  near: { before: 62, after: 5 },
} as const;

const shifted = (day: Day, days: number): Day =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

/** Dividends and interest, but not debit interest, which is a fee. */
const isPayment = (entry: Entry, parts: EntryParts = partsOf(entry)): boolean =>
  (entry.kind === "dividend" || entry.kind === "interest") && !parts.income.isZero();

const leastWords = 8;
const inOneCase = (text: string): string => text.replace(/\s+/g, " ").trim().toUpperCase();
const kindInBrackets = / ?\([^()]*\)$/;
const currencyFirst = /^[A-Z]{3} (?=\S)/;

/**
 * The words of a payment that its tax repeats: "ACME(US0000000001) CASH DIVIDEND USD 0.24 PER SHARE" of
 * "… PER SHARE (Ordinary Dividend)" and "… PER SHARE - US TAX".
 */
function wordsOf({ description = "" }: IncomeEntry): string | undefined {
  const words = inOneCase(description).replace(kindInBrackets, "").replace(currencyFirst, "");
  return words.length < leastWords ? undefined : words;
}

/** Tax is looked for among payments of its instrument; without one, among interest of the same cash. */
const payerOf = ({ instrumentId, currency }: Entry): string =>
  instrumentId === undefined ? currency : `${instrumentId}`;

interface Payment {
  entry: IncomeEntry;
  words: string | undefined;
}

/** What a tax is joined by; only of the payers that tax was withheld from. */
interface Known {
  payments: Map<string, Payment[]>;
  trades: Map<string, IncomeEntry[]>;
  /** Days with a fee of the cash: tax of that day may be on the fee. */
  feeDays: Set<string>;
}

function sortOut(all: readonly IncomeEntry[], taxes: readonly IncomeEntry[]): Known {
  const payers = new Set(taxes.map(payerOf));
  const entries = payers.size === 0 ? [] : all.filter((entry) => payers.has(payerOf(entry)));
  const payments = entries
    .filter((entry) => isPayment(entry))
    .map((entry): Payment => ({ entry, words: wordsOf(entry) }));
  const trades = entries.filter(({ kind }) => kind === "buy" || kind === "sell");
  const fees = entries.filter(({ kind, instrumentId }) => kind === "fee" && instrumentId === undefined);
  return {
    payments: Map.groupBy(payments, ({ entry }) => payerOf(entry)),
    trades: Map.groupBy(trades, payerOf),
    feeDays: new Set(fees.map(({ currency, day }) => `${currency} ${day}`)),
  };
}

/** The last payment up to the tax's day, else the first after it; of several on one day, one of the tax's sign. */
function nearest(tax: IncomeEntry, payments: readonly IncomeEntry[]): IncomeEntry | undefined {
  const before = payments.filter(({ day }) => day <= tax.day);
  const day = before.at(-1)?.day ?? payments[0]?.day;
  const ofDay = payments.filter((payment) => payment.day === day);
  const isBack = partsOf(tax).tax.isNegative();
  const alike = (payment: IncomeEntry): boolean => partsOf(payment).income.isNegative() === isBack;
  return ofDay.findLast(alike) ?? ofDay.at(-1);
}

/** Whether a payment is in the days in which that of the tax is looked for. */
function within(tax: Entry, { before, after }: { before: number; after: number }) {
  const [first, last] = [shifted(tax.day, -before), shifted(tax.day, after)];
  return ({ entry: { day } }: Payment): boolean => day >= first && day <= last;
}

/**
 * The payment that a tax was withheld from, in this order: one with the same words; one of the same day; for tax of an instrument
 * one at most 62 days before or 5 days after, unless the instrument was traded since, which may be what is taxed. Tax of cash is
 * joined by the day only if it is not more than the interest and no fee was booked that day. Undefined if there is none.
 */
function paymentOf(tax: IncomeEntry, { payments, trades, feeDays }: Known): IncomeEntry | undefined {
  const own = payments.get(payerOf(tax)) ?? [];
  if (own.length === 0) return undefined;
  const find = (fits: (payment: Payment) => boolean): IncomeEntry | undefined =>
    nearest(
      tax,
      own.filter(fits).map(({ entry }) => entry),
    );
  const written = inOneCase(tax.description ?? "");
  const isInReach = within(tax, joinDays.worded);
  const worded = find(
    (payment) => payment.words !== undefined && written.includes(payment.words) && isInReach(payment),
  );
  if (worded) return worded;
  const ofDay = find(({ entry }) => entry.day === tax.day);
  if (tax.instrumentId === undefined) {
    if (!ofDay || feeDays.has(`${tax.currency} ${tax.day}`)) return undefined;
    return partsOf(tax).tax.abs().lte(partsOf(ofDay).income.abs()) ? ofDay : undefined;
  }
  if (ofDay) return ofDay;
  const near = find(within(tax, joinDays.near));
  if (!near) return undefined;
  const [first, last] = near.day < tax.day ? [near.day, tax.day] : [tax.day, near.day];
  return trades.get(payerOf(tax))?.some(({ day }) => day >= first && day <= last) ? undefined : near;
}

/**
 * Income and tax booked on the days from..to. `entries` are in booking order without reversed pairs, with the payments of 800 days
 * before and 31 after, and the trades and fees of 62 days before and 5 after; more of them change nothing. A payment has the tax of its own day and currency;
 * other tax has a line of its own. The sums of `gross` are those of the bridge's income, and `tax` with `other` those of its tax.
 */
export function incomeOf(
  entries: readonly IncomeEntry[],
  { from, to }: { from: Day; to: Day },
): { lines: IncomeLine[]; other: OtherTax[] } {
  const lines = new Map<number, IncomeLine>();
  const other: OtherTax[] = [];
  const inRange = entries.filter(({ day }) => day >= from && day <= to);
  const taxes: [IncomeEntry, Decimal][] = [];
  for (const entry of inRange) {
    const parts = partsOf(entry);
    const { income, tax } = parts;
    const { id, day, instrumentId, currency } = entry;
    const paid = isPayment(entry, parts);
    if (!income.isZero()) {
      const kind = paid ? (entry.kind as "dividend" | "interest") : "accruedInterest";
      const own = paid ? tax : zero;
      lines.set(id, { id, kind, day, instrumentId, currency, gross: plain(income), tax: plain(own), of: undefined });
    }
    if (tax.isZero() || (paid && !income.isZero())) continue;
    if (entry.kind === "tax") taxes.push([entry, tax]);
    else other.push({ id, day, instrumentId, currency, tax: plain(tax) });
  }
  const known = sortOut(
    entries,
    taxes.map(([entry]) => entry),
  );
  for (const [entry, tax] of taxes) {
    const { id, day, instrumentId, currency } = entry;
    const payment = paymentOf(entry, known);
    const line = payment && lines.get(payment.id);
    if (!payment) other.push({ id, day, instrumentId, currency, tax: plain(tax) });
    else if (line && line.day === day && line.currency === currency) line.tax = plain(new Decimal(line.tax).plus(tax));
    else {
      const of = { id: payment.id, day: payment.day };
      lines.set(id, { id, kind: "tax", day, instrumentId, currency, gross: "0", tax: plain(tax), of });
    }
  }
  return { lines: [...lines.values()], other };
}

/** Rounded; less than nothing by less than a unit is nothing, without a sign. */
export const roundedTo = (value: Decimal, digits: number): Decimal => value.toDecimalPlaces(digits).plus(0);

/**
 * Rounds parts so that they sum to the rounded sum: each is rounded down, and the units that are missing go to those that lost
 * most, the earlier first.
 */
export function roundTogether(parts: readonly Decimal[], digits: number): Decimal[] {
  const unit = new Decimal(10).pow(-digits);
  const whole = roundedTo(
    parts.reduce((sum, part) => sum.plus(part), zero),
    digits,
  );
  const floors = parts.map((part) => part.toDecimalPlaces(digits, Decimal.ROUND_FLOOR));
  const missing = whole
    .minus(floors.reduce((sum, part) => sum.plus(part), zero))
    .div(unit)
    .toNumber();
  const byLoss = parts
    .map((part, index) => ({ index, lost: part.minus(floors[index] ?? zero) }))
    .toSorted((one, two) => two.lost.comparedTo(one.lost) || one.index - two.index);
  const raised = new Set(byLoss.slice(0, missing).map(({ index }) => index));
  return floors.map((floor, index) => (raised.has(index) ? floor.plus(unit) : floor));
}
