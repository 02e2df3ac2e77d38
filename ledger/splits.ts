/**
 * Splits change quantities and prices by the same factor. A split is a fact about the instrument: quotes from its day
 * on are per new unit for everybody. A holder's quantity counts new units once the holder's split is booked, or if the
 * holding began on the split's day or later. A quote is converted to the units that the holder's quantity counts.
 */
import { Decimal, type Known, plain } from "./decimal.ts";
import type { Currency, Day, DecimalString } from "./entry.ts";

/** `from` units became `into` units, so a price is multiplied by from ÷ into. */
export interface Split {
  day: Day;
  from: DecimalString;
  into: DecimalString;
  /** How many splits of the day it combines, if several: each may have dropped a fraction. */
  bookings?: number;
  /** Of an instrument's split: further days on which custodians booked it, as a person said. */
  alsoOn?: readonly Day[];
}

/** A price as quoted; in the instrument's currency unless stated otherwise. */
export interface PriceQuote {
  value: DecimalString;
  day: Day;
  currency?: Currency;
}

/** The units that a holder's quantity counts. */
export interface HeldUnits {
  quantity: Decimal | DecimalString | number;
  /**
   * The splits booked by the holder's own entries; one that changed no unit (from = into) marks a split of the instrument
   * for which the holder got only cash.
   */
  splits: readonly Split[];
  /** First day of the current uninterrupted holding; null if nothing is held. */
  heldSince: Day | null;
  /** Last day on which the quantity changed other than by a split. */
  lastMoved: Day | null;
}

/** Custodians may book one split some days apart; two splits of one instrument are never this close. */
export const sameSplitDays = 7;
/** Within this time a second split of the same ratio may be the first one, booked late. */
export const possiblySameSplitDays = 62;
const dayMs = 86_400_000;
const areWithin = (days: number, one: Day, other: Day): boolean =>
  one === other || Math.abs(Date.parse(one) - Date.parse(other)) <= days * dayMs;

type Booked = Pick<Split, "day" | "alsoOn">;
/** Every day on which a split was booked. */
export const daysOf = ({ day, alsoOn = [] }: Booked): Day[] => [day, ...alsoOn];
const areClose = (days: number, one: Booked, other: Booked): boolean =>
  daysOf(one).some((day) => daysOf(other).some((each) => areWithin(days, day, each)));
export const isSameSplit = (one: Booked, other: Booked): boolean => areClose(sameSplitDays, one, other);
export const mayBeSameSplit = (one: Booked, other: Booked): boolean => areClose(possiblySameSplitDays, one, other);

/** The split that turns one quantity into another; undefined if nothing was held. */
export const splitOf = (day: Day, from: Decimal, into: Decimal): Split | undefined =>
  from.isZero() || into.isZero() ? undefined : { day, from: plain(from), into: plain(into) };

const ratioOf = ({ from, into }: Split): Decimal => new Decimal(into).div(from);
export const bookingsOf = ({ bookings }: Split): number => bookings ?? 1;

/**
 * True if two bookings can belong to one split: each may have lost less than one unit per split of the day, because
 * fractions are dropped or paid in cash; one lost early is missing in the later ones too, which grow by the larger ratio at
 * most: a small holder's own ratio lacks what was lost. One of them may book several splits of a day as one.
 */
export function agree(one: Split, other: Split): boolean {
  const earlier = Math.max(bookingsOf(one), bookingsOf(other)) - 1;
  const lost = Decimal.max(ratioOf(one), ratioOf(other), 1).times(earlier).plus(1);
  const most = lost.div(one.from).plus(lost.div(other.from));
  return ratioOf(one).minus(ratioOf(other)).abs().lt(most);
}

/** True if the split changed no unit of the holder. */
export const isMarker = ({ from, into }: Split): boolean => new Decimal(from).eq(into);

/** A split that brings a holder of whole units less than one: the holder gets cash, and there is nothing to book. */
const bringsCashOnly = (fact: Split, quantity: HeldUnits["quantity"]): boolean => {
  const held = new Decimal(quantity);
  return held.isInteger() && held.times(ratioOf(fact).minus(1)).abs().lt(1);
};

/** The instrument's splits up to a day for which the holder got only cash, to be marked before the units change. */
export function settledInCash(facts: readonly Split[], held: HeldUnits, on: Day): Split[] {
  const { heldSince, splits, quantity } = held;
  if (heldSince === null) return [];
  return facts.flatMap((fact): Split[] => {
    if (fact.day > on || heldSince >= fact.day || !bringsCashOnly(fact, quantity)) return [];
    const units = plain(new Decimal(quantity));
    return splits.some((own) => isSameSplit(own, fact)) ? [] : [{ day: fact.day, from: units, into: units }];
  });
}

/**
 * The instrument's splits over which a holder held units, and which the holder has not booked. Those that bring less than
 * one unit to a holder of whole units are not among them.
 */
export const unbookedSplits = (facts: readonly Split[], { quantity, splits, heldSince }: HeldUnits): Split[] =>
  facts.filter(
    (fact) =>
      heldSince !== null &&
      heldSince < fact.day &&
      !splits.some((own) => isSameSplit(own, fact)) &&
      !bringsCashOnly(fact, quantity),
  );

/** Converts a price to the units after a split. */
export const afterSplit = (price: Decimal, { from, into }: Split): Decimal => price.times(from).div(into);
const beforeSplit = (price: Decimal, { from, into }: Split): Decimal => price.times(into).div(from);

/** Adds a split; splits of the same day are combined. It takes the place of a mark that there was nothing to book. */
export function withSplit(splits: readonly Split[], split: Split): Split[] {
  const booked = splits.filter((one) => !isMarker(one) || !isSameSplit(one, split));
  const same = booked.find(({ day }) => day === split.day);
  if (!same) return [...booked, split];
  const into = plain(new Decimal(same.into).times(ratioOf(split)));
  const bookings = bookingsOf(same) + bookingsOf(split);
  return booked.map((one) => (one === same ? { day: split.day, from: same.from, into, bookings } : one));
}

/**
 * The instrument's split that a holder's own booking belongs to: that of the same day, otherwise a near one that
 * belongs to no other booking of the holder.
 */
export const factOf = <Fact extends Split>(
  own: Split,
  facts: readonly Fact[],
  all: readonly Split[],
): Fact | undefined =>
  facts.find((fact) => daysOf(fact).includes(own.day)) ??
  facts.find((fact) => isSameSplit(own, fact) && !all.some(({ day }) => daysOf(fact).includes(day)));

/**
 * Converts a quote to a price per unit as the holder counts units on a day; `facts` are the instrument's splits. If
 * units were traded after a split that the holder has not booked, the quantity mixes old and new units: there is no
 * price, and the missing split is returned.
 */
export function inHeldUnits(
  quote: Pick<PriceQuote, "value" | "day">,
  on: Day,
  facts: readonly Split[],
  held: HeldUnits,
): { price: Decimal } | { missing: Split } {
  let price = new Decimal(quote.value);
  // The holder's own ratio applies to booked splits, so that other holders' bookings do not change it.
  const booked = new Map(held.splits.map((own) => [factOf(own, facts, held.splits), own]));
  for (const own of held.splits) {
    const fact = factOf(own, facts, held.splits) ?? own;
    if (quote.day < fact.day) price = afterSplit(price, isMarker(own) ? fact : own);
  }
  for (const split of facts) {
    if (booked.has(split) || split.day > on) continue;
    const isUnmoved = held.lastMoved === null || held.lastMoved < split.day;
    const counted =
      held.heldSince === null || held.heldSince >= split.day || (isUnmoved && bringsCashOnly(split, held.quantity));
    if (!counted && !isUnmoved) return { missing: split };
    const isOld = quote.day < split.day;
    if (counted && isOld) price = afterSplit(price, split);
    else if (!counted && !isOld) price = beforeSplit(price, split);
  }
  return { price };
}

/** Units that count every split up to the day: those of a new holder. */
export const newUnits: HeldUnits = { quantity: 0, splits: [], heldSince: null, lastMoved: null };

/** A quote in the units of a day, independent of a holder; for instruments that nobody holds, such as a benchmark. */
export function inUnitsOf(day: Day, quote: Pick<PriceQuote, "value" | "day">, facts: readonly Split[]): Known {
  const found = inHeldUnits(quote, day, facts, newUnits);
  return "price" in found ? found.price : null;
}
