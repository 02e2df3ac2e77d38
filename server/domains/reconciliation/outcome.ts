/** What a comparison says: days that agreed, holdings that agree, and breaks with their cause. Pure. */
import { Decimal } from "@portico/ledger/decimal.ts";
import type { ComparedItem } from "./comparison.queries.ts";

export type Cause = "unsettled" | "entryMissing" | "statedMissing" | "unknownInstrument" | "notStated";

export interface DayResult extends Pick<ComparedItem, "holderType" | "holderId" | "custodianId" | "day"> {
  agreed: number;
  broken: number;
  incomplete: boolean;
}

const holderOf = ({ holderType, holderId, custodianId }: ComparedItem): string =>
  `${holderType} ${holderId} ${custodianId}`;

export const differenceOf = ({ stated, expected }: Pick<ComparedItem, "stated" | "expected">): Decimal =>
  new Decimal(stated).minus(expected);

/** Of each holder, custodian and day how many holdings agree and break. */
export function daysOf(items: readonly ComparedItem[]): DayResult[] {
  const days = new Map<string, DayResult>();
  for (const item of items) {
    const key = `${holderOf(item)} ${item.day}`;
    const { holderType, holderId, custodianId, day } = item;
    const result = days.get(key) ?? { holderType, holderId, custodianId, day, agreed: 0, broken: 0, incomplete: false };
    if (!item.isComplete) result.incomplete = true;
    else if (item.key !== null) result[item.isBroken ? "broken" : "agreed"] += 1;
    days.set(key, result);
  }
  return [...days.values()];
}

export interface AgreedHolding extends Pick<ComparedItem, "holderType" | "holderId" | "custodianId"> {
  key: string;
  /** The last compared day that agreed; null if none of them did. */
  day: string | null;
  /** The first of the days that were compared. */
  from: string;
}

/** Of each holding that was compared the last day on which it agreed. */
export function agreedOf(items: readonly ComparedItem[]): AgreedHolding[] {
  const holdings = new Map<string, AgreedHolding>();
  for (const item of items) {
    // An instrument that is not known is no holding.
    if (!item.isComplete || item.key === null || item.key.startsWith("?")) continue;
    const { holderType, holderId, custodianId, key, day } = item;
    const id = `${holderOf(item)} ${key}`;
    const holding = holdings.get(id) ?? { holderType, holderId, custodianId, key, day: null, from: day };
    if (day < holding.from) holding.from = day;
    if (!item.isBroken && (holding.day === null || day > holding.day)) holding.day = day;
    holdings.set(id, holding);
  }
  return [...holdings.values()];
}

export type BrokenItem = ComparedItem & { key: string };

/** Breaks are those of the last whole day of each part. */
export const brokenOf = (items: readonly ComparedItem[]): BrokenItem[] =>
  items.filter((item): item is BrokenItem => item.isLast && item.isComplete && item.isBroken && item.key !== null);

/**
 * The cause as the facts tell it: the instrument is not known; what is not settled yet is exactly the difference; what entries without a
 * custodian moved is; an entry of exactly that amount is in one of the two books alone. Null if they say nothing.
 */
export function causeOf(item: BrokenItem, entryIn: "ledger" | "custodian" | null): Cause | null {
  if (item.key.startsWith("?")) return "unknownInstrument";
  const difference = differenceOf(item);
  const unsettled = new Decimal(item.unsettled);
  if (!unsettled.isZero() && difference.eq(item.byTrade ? unsettled.neg() : unsettled)) return "unsettled";
  if (!new Decimal(item.notStated).isZero() && difference.eq(item.notStated)) return "notStated";
  if (entryIn === null) return null;
  return entryIn === "custodian" ? "entryMissing" : "statedMissing";
}
