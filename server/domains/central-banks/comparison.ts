/** Compares rates that come in with those that are stored, and marks what needs a look. Pure. */
import { Decimal } from "@portico/ledger/decimal.ts";
import { findMarks } from "../imports/quotes/quotes.policy.ts";
import type { BankRate } from "./rates.queries.ts";

/** A rate that would be stored, with the stored one that it corrects. */
export type NewRate<Rate extends BankRate = BankRate> = Rate & { before: BankRate | null };

const ofOne = ({ rate, units }: BankRate): Decimal => new Decimal(rate).div(units);
/** 1.0303 of 100 units and 0.010303 of one are the same. */
export const isSameRate = (one: BankRate, other: BankRate): boolean => ofOne(one).eq(ofOne(other));
const keyOf = ({ currency, day }: BankRate): string => `${currency} ${day}`;

/** What is not stored as it comes in: new days and corrections, in the order given. */
export function compareRates<Rate extends BankRate>(
  rates: readonly Rate[],
  stored: readonly BankRate[],
): { fresh: NewRate<Rate>[]; known: number } {
  const byDay = new Map(stored.map((rate) => [keyOf(rate), rate]));
  const fresh = rates.flatMap((rate): NewRate<Rate>[] => {
    const before = byDay.get(keyOf(rate)) ?? null;
    return before && isSameRate(before, rate) ? [] : [{ ...rate, before }];
  });
  return { fresh, known: rates.length - fresh.length };
}

type Mark = "jump" | "digits" | "weekend";
export interface MarkedRate<Rate extends BankRate> {
  rate: NewRate<Rate>;
  /** The rate of the currency's day before, among the new and the stored ones. */
  previous: BankRate | null;
  marks: Mark[];
}

/** Those far from the rate of the day before, or of a weekend. */
export function markRates<Rate extends BankRate>(
  fresh: readonly NewRate<Rate>[],
  stored: readonly BankRate[],
): MarkedRate<Rate>[] {
  const marked: MarkedRate<Rate>[] = [];
  const replaced = new Set(fresh.map(keyOf));
  const byCurrency = Map.groupBy(
    [
      ...fresh.map((rate) => ({ rate, fresh: rate })),
      ...stored.filter((rate) => !replaced.has(keyOf(rate))).map((rate) => ({ rate, fresh: undefined })),
    ],
    ({ rate }) => rate.currency,
  );
  for (const rows of byCurrency.values()) {
    const inOrder = rows.toSorted((one, other) => (one.rate.day < other.rate.day ? -1 : 1));
    for (const [place, { rate, fresh: own }] of inOrder.entries()) {
      if (!own) continue;
      const previous = inOrder[place - 1]?.rate ?? null;
      const before = previous && ofOne(previous).toFixed();
      const marks = findMarks({ value: ofOne(rate).toFixed(), before, day: rate.day }) as Mark[];
      if (marks.length > 0) marked.push({ rate: own, previous, marks });
    }
  }
  return marked;
}
