/** What an entry's cash is made of. One reading of every kind, which positions, cash and daily values share. */
import { Decimal, isDecimal, zero } from "./decimal.ts";
import type { DecimalString, Entry } from "./entry.ts";

/** Parts of `amount` in the entry's currency: amount = deposit + income + traded − fees − tax, exactly. */
export interface EntryParts {
  /** Cash that came from outside (+) or went there (−), before what was charged for it. */
  deposit: Decimal;
  /**
   * Dividends and credit interest, gross: before the tax and fee that were kept back. Interest accrued on a bond counts when the
   * bond is traded: bought with it below zero, sold with it above.
   */
  income: Decimal;
  /** Commissions and other fees; debit interest is one. A cost is positive. */
  fees: Decimal;
  tax: Decimal;
  /** Cash given (−) or got (+) for an instrument or another currency, before charges. */
  traded: Decimal;
}

/** Splits an entry's amount into its parts. */
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
    // What an instrument outside the portfolio costs leaves it, and what it brings comes from outside.
    case "excluded":
      return { ...none, deposit: gross };
    case "dividend":
      return { ...none, income: gross };
    case "interest":
      // Interest that a bond takes is what was accrued when it was bought, or a coupon taken back: less income, no charge.
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

/** True where an instrument comes from outside or goes there: its value of the day is a deposit or a withdrawal. */
export const isDelivery = ({ kind, instrumentId }: Entry): boolean =>
  instrumentId !== undefined && (kind === "openingBalance" || kind === "transferIn" || kind === "transferOut");

const numbers = ["quantity", "price", "amount", "fee", "tax", "accruedInterest", "cost"] as const;

/** The first field that is no plain decimal; undefined where all are. */
export function badNumberIn(entry: Entry): string | undefined {
  const isBad = (text: DecimalString | undefined): boolean => text !== undefined && !isDecimal(text);
  for (const field of numbers) if (isBad(entry[field])) return field;
  if (isBad(entry.counter?.amount)) return "counter.amount";
  return isBad(entry.counter?.quantity) ? "counter.quantity" : undefined;
}

/**
 * The entries that stand: without the reversed ones and their reversals. A reversal that was itself undone does not count.
 * Nothing can undo what comes after it, so the newest decides first.
 */
export function standing<E extends Pick<Entry, "id" | "kind" | "reverses">>(entries: readonly E[]): E[] {
  const reversals = entries.filter(({ kind }) => kind === "reversal");
  if (reversals.length === 0) return [...entries];
  const undone = new Set<number>();
  for (const { id, reverses } of reversals.toSorted((a, b) => b.id - a.id))
    if (reverses !== undefined && !undone.has(id)) undone.add(reverses);
  return entries.filter(({ id, kind }) => kind !== "reversal" && !undone.has(id));
}
