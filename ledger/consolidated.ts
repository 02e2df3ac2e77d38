/**
 * Daily values of several portfolios as one, in another currency, whole or by shares that change. Each day's value and payments
 * are converted at the rate of that day, so exchange rates are part of what is earned. A share that begins, ends or changes is
 * acquired or given up for its value at the close of the day before: that is a payment, not a result.
 */
import { Decimal, plain, zero } from "./decimal.ts";
import type { Day, DecimalString } from "./entry.ts";
import { type ReturnRow, type TimeWeighted, timeWeightedReturn } from "./time-weighted.ts";

/** One portfolio over consecutive days, in its own currency. */
export interface PartDays {
  /** The last day before the first; undefined if there is none. */
  before: { day: Day; value: DecimalString } | undefined;
  rows: readonly ReturnRow[];
  /** What counts of it on a day, from 0 to 1. */
  fraction: (day: Day) => Decimal;
  /** Units of the total's currency for one of the portfolio's on a day; undefined without a rate. */
  rate: (day: Day) => Decimal | undefined;
}

export interface ConvertedDays {
  opening: Decimal;
  rows: { day: Day; value: Decimal; deposits: Decimal; inflow: Decimal }[];
}

/** The part in the total's currency; the first day without a rate, if something is to be converted on it. */
export function convertPart({ before, rows, fraction, rate }: PartDays): ConvertedDays | { missing: Day } {
  const convert = (day: Day, ...amounts: DecimalString[]): Decimal[] | undefined => {
    const read = amounts.map((amount) => new Decimal(amount));
    if (read.every((amount) => amount.isZero())) return read;
    const factor = rate(day);
    return factor && read.map((amount) => amount.times(factor));
  };
  const [first] = before ? (convert(before.day, before.value) ?? []) : [zero];
  if (before && !first) return { missing: before.day };
  let whole = first ?? zero;
  let held = before ? fraction(before.day) : zero;
  const opening = whole.times(held);
  const converted: ConvertedDays["rows"] = [];
  for (const { day, value, deposits, inflow } of rows) {
    const found = convert(day, value, deposits, inflow);
    if (!found) return { missing: day };
    const [worth = zero, paid = zero, paidIn = zero] = found;
    const now = fraction(day);
    const acquired = whole.times(now.minus(held));
    converted.push({
      day,
      value: worth.times(now),
      deposits: paid.times(now).plus(acquired),
      inflow: paidIn.times(now).plus(acquired.isPositive() ? acquired : zero),
    });
    [whole, held] = [worth, now];
  }
  return { opening, rows: converted };
}

/** Value before, what was paid in less paid out, value at the end, and what is left: earned. */
export interface PartBridge {
  opening: Decimal;
  deposits: Decimal;
  closing: Decimal;
}

export const bridgeOf = ({ opening, rows }: ConvertedDays): PartBridge => ({
  opening,
  deposits: rows.reduce((sum, { deposits }) => sum.plus(deposits), zero),
  closing: rows.at(-1)?.value ?? opening,
});

/**
 * The parts as one portfolio. A part that has no row on a day has nothing yet. What moves from one part to another on a day is in
 * the payments of both, and so in none of the sum.
 */
export function addParts(parts: readonly ConvertedDays[]): { opening: DecimalString; rows: ReturnRow[] } {
  const days = new Map<Day, { value: Decimal; deposits: Decimal; inflow: Decimal }>();
  for (const { rows } of parts)
    for (const { day, value, deposits, inflow } of rows) {
      const sum = days.get(day) ?? { value: zero, deposits: zero, inflow: zero };
      days.set(day, {
        value: sum.value.plus(value),
        deposits: sum.deposits.plus(deposits),
        inflow: sum.inflow.plus(inflow),
      });
    }
  return {
    opening: plain(parts.reduce((sum, { opening }) => sum.plus(opening), zero)),
    rows: [...days]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([day, { value, deposits, inflow }]) => ({
        day,
        value: plain(value),
        deposits: plain(deposits),
        inflow: plain(inflow),
      })),
  };
}

/** Time-weighted return of the parts as one. */
export function returnOfParts(parts: readonly ConvertedDays[]): TimeWeighted {
  const { opening, rows } = addParts(parts);
  return timeWeightedReturn(opening, rows);
}
