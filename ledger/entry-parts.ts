/** The parts of an entry's cash, used alike by positions, cash and daily values. */
import { Decimal, isDecimal, zero } from "./decimal.ts";
import type { DecimalString, DeliveredLot, Entry } from "./entry.ts";

/** Parts of `amount` in the entry's currency: amount = deposit + income + traded − fees − tax, exactly. */
export interface EntryParts {
  /** Cash received from outside (+) or sent there (−), before charges. */
  deposit: Decimal;
  /**
   * Dividends and credit interest, gross. Accrued bond interest counts on the trade day: negative when bought with the
   * bond, positive when sold with it.
   */
  income: Decimal;
  /** Commissions and other fees, including debit interest. A cost is positive. */
  fees: Decimal;
  tax: Decimal;
  /** Cash paid (−) or received (+) for an instrument or another currency, before charges. */
  traded: Decimal;
}

export function partsOf(entry: Entry): EntryParts {
  const amount = new Decimal(entry.amount);
  const fees = entry.fee === undefined ? zero : new Decimal(entry.fee);
  const tax = entry.tax === undefined ? zero : new Decimal(entry.tax);
  const gross = entry.fee === undefined && entry.tax === undefined ? amount : amount.plus(fees).plus(tax);
  const accrued = new Decimal(entry.accruedInterest ?? 0);
  const none = { deposit: zero, income: zero, fees, tax, traded: zero };
  switch (entry.kind) {
    case "deposit":
    case "withdrawal":
    case "openingBalance":
    case "transferIn":
    case "transferOut":
    // Excluded instruments are outside the portfolio: their cost is a withdrawal, their income a deposit.
    case "excluded":
      return { ...none, deposit: gross };
    case "dividend":
      return { ...none, income: gross };
    case "interest":
      // Negative interest on a bond is accrued interest paid or a returned coupon: less income, not a charge.
      return gross.isNegative() && entry.instrumentId === undefined
        ? { ...none, fees: fees.minus(gross) }
        : { ...none, income: gross };
    case "fee":
      return { ...none, fees: amount.neg().minus(tax) };
    case "tax":
      return { ...none, tax: amount.neg().minus(fees) };
    case "buy":
    case "sell":
      return { ...none, income: accrued, traded: gross.minus(accrued) };
    default:
      return { ...none, traded: gross };
  }
}

/** True if an instrument comes from or goes outside: its value on the day is a deposit or withdrawal. */
export const isDelivery = ({ kind, instrumentId }: Entry): boolean =>
  instrumentId !== undefined && (kind === "openingBalance" || kind === "transferIn" || kind === "transferOut");

const numbers = ["quantity", "price", "amount", "fee", "tax", "accruedInterest", "cost", "value"] as const;

/** The first field that is not a plain decimal; undefined if all are. */
export function badNumberIn(entry: Entry): string | undefined {
  const isBad = (text: DecimalString | undefined): boolean => text !== undefined && !isDecimal(text);
  for (const field of numbers) if (isBad(entry[field])) return field;
  if (entry.lots?.some(({ quantity, cost }) => isBad(quantity) || isBad(cost))) return "lots";
  if (isBad(entry.counter?.amount)) return "counter.amount";
  return isBad(entry.counter?.quantity) ? "counter.quantity" : undefined;
}

/** Whether the lots of a delivery make it: its quantity and its cost, exactly. True of an entry without lots. */
export function isMadeOfLots({ kind, instrumentId, day, quantity, cost, lots }: Omit<Entry, "id">): boolean {
  if (lots === undefined) return true;
  if (kind !== "transferIn" || instrumentId === undefined || cost === undefined || lots.length === 0) return false;
  const isLot = (lot: DeliveredLot): boolean =>
    new Decimal(lot.quantity).gt(0) && new Decimal(lot.cost).gte(0) && (lot.acquired === null || lot.acquired <= day);
  const sum = (figures: readonly DecimalString[]): Decimal => figures.reduce((all, one) => all.plus(one), zero);
  return (
    lots.every(isLot) &&
    sum(lots.map((lot) => lot.quantity)).eq(quantity ?? 0) &&
    sum(lots.map((lot) => lot.cost)).eq(cost)
  );
}

/**
 * What is undone, each with the reversal that undoes it: a reversal that is itself undone has no effect. A ring of
 * reversals, which nobody can book, undoes nothing.
 */
export function undoneBy<Key>(reversals: readonly { id: Key; reverses: Key }[]): Map<Key, Key> {
  const targets = new Map(reversals.map(({ id, reverses }) => [id, reverses]));
  const waiting = new Map<Key, number>();
  for (const { reverses } of reversals) waiting.set(reverses, (waiting.get(reverses) ?? 0) + 1);
  const undone = new Map<Key, Key>();
  // A reversal is decided once everything that reverses it is.
  const decided = [...targets.keys()].filter((id) => !waiting.has(id));
  for (const id of decided) {
    const target = targets.get(id) as Key;
    if (!undone.has(id)) undone.set(target, id);
    const left = (waiting.get(target) ?? 0) - 1;
    waiting.set(target, left);
    if (left === 0 && targets.has(target)) decided.push(target);
  }
  return undone;
}

/** The entries in force: without reversed entries and without reversals. */
export function activeEntries<E extends Pick<Entry, "id" | "kind" | "reverses">>(entries: readonly E[]): E[] {
  const reversals = entries.flatMap(({ id, reverses }) => (reverses === undefined ? [] : [{ id, reverses }]));
  if (reversals.length === 0) return entries.filter(({ kind }) => kind !== "reversal");
  const undone = undoneBy(reversals);
  return entries.filter(({ id, kind }) => kind !== "reversal" && !undone.has(id));
}
