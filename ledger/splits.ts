/**
 * Splits change quantities and prices by the same factor. A split is a fact about the instrument: quotes from its day
 * on are per new unit for everybody. A holder's quantity counts new units once the holder's split is booked, or if the
 * holding began on the split's day or later. A quote is converted to the units that the holder's quantity counts.
 */
import { Decimal, type Known, plain } from "./decimal.ts";
import type { Day, DecimalString } from "./entry.ts";

/** `from` units became `into` units, so a price is multiplied by from ÷ into. */
export interface Split {
  day: Day;
  from: DecimalString;
  into: DecimalString;
}

/** The units that a holder's quantity counts. */
export interface HeldUnits {
  /** The splits booked by the holder's own entries. */
  splits: readonly Split[];
  /** First day of the current uninterrupted holding; null if nothing is held. */
  heldSince: Day | null;
  /** Last day on which the quantity changed other than by a split. */
  lastMoved: Day | null;
}

/** Custodians may book one split some days apart; two splits of one instrument are never this close. */
export const sameSplitDays = 7;
const dayMs = 86_400_000;
export const isSameSplit = (one: Pick<Split, "day">, other: Pick<Split, "day">): boolean =>
  Math.abs(Date.parse(one.day) - Date.parse(other.day)) <= sameSplitDays * dayMs;

/** The split that turns one quantity into another; undefined if nothing was held. */
export const splitOf = (day: Day, from: Decimal, into: Decimal): Split | undefined =>
  from.isZero() || into.isZero() ? undefined : { day, from: plain(from), into: plain(into) };

/**
 * True if two bookings can belong to one split. The booking with more units gives the more exact ratio; the other must
 * follow from it, except for a fraction of a unit paid out in cash.
 */
export function agree(one: Split, other: Split): boolean {
  const [coarse, fine] = new Decimal(one.from).lte(other.from) ? [one, other] : [other, one];
  return new Decimal(coarse.from).times(fine.into).div(fine.from).minus(coarse.into).abs().lt(1);
}

/** Converts a price to the units after a split. */
export const afterSplit = (price: Decimal, { from, into }: Split): Decimal => price.times(from).div(into);
const beforeSplit = (price: Decimal, { from, into }: Split): Decimal => price.times(into).div(from);

/** Adds a split; splits of the same day are combined. */
export function withSplit(splits: readonly Split[], split: Split): Split[] {
  const same = splits.find(({ day }) => day === split.day);
  if (!same) return [...splits, split];
  const [from, into] = [new Decimal(same.from).times(split.from), new Decimal(same.into).times(split.into)];
  return splits.map((one) => (one === same ? { day: split.day, from: plain(from), into: plain(into) } : one));
}

/**
 * The instrument's split that a holder's own booking belongs to: that of the same day, otherwise a near one that
 * belongs to no other booking of the holder.
 */
const factOf = (own: Split, facts: readonly Split[], all: readonly Split[]): Split | undefined =>
  facts.find(({ day }) => day === own.day) ??
  facts.find((fact) => isSameSplit(own, fact) && !all.some(({ day }) => day === fact.day));

/**
 * Converts a quote to a price per unit as the holder counts units on a day; `facts` are the instrument's splits. If
 * units were traded after a split that the holder has not booked, the quantity mixes old and new units: there is no
 * price, and the missing split is returned.
 */
export function inHeldUnits(
  quote: { value: DecimalString; day: Day },
  on: Day,
  facts: readonly Split[],
  held: HeldUnits,
): { price: Decimal } | { missing: Split } {
  let price = new Decimal(quote.value);
  // The holder's own ratio applies to booked splits, so that other holders' bookings do not change it.
  const booked = new Map(held.splits.map((own) => [factOf(own, facts, held.splits), own]));
  for (const own of held.splits) {
    const fact = factOf(own, facts, held.splits) ?? own;
    if (quote.day < fact.day) price = afterSplit(price, own);
  }
  for (const split of facts) {
    if (booked.has(split) || split.day > on) continue;
    const counted = held.heldSince === null || held.heldSince >= split.day;
    if (!counted && held.lastMoved !== null && held.lastMoved >= split.day) return { missing: split };
    const isOld = quote.day < split.day;
    if (counted && isOld) price = afterSplit(price, split);
    else if (!counted && !isOld) price = beforeSplit(price, split);
  }
  return { price };
}

/** Units that count every split up to the day: those of a new holder. */
export const newUnits: HeldUnits = { splits: [], heldSince: null, lastMoved: null };

/** A quote in the units of a day, independent of a holder; for instruments that nobody holds, such as a benchmark. */
export function inUnitsOf(day: Day, quote: { value: DecimalString; day: Day }, facts: readonly Split[]): Known {
  const found = inHeldUnits(quote, day, facts, newUnits);
  return "price" in found ? found.price : null;
}
