/** Rates fixed for ever, and what replaced currencies that are gone. */
import { Decimal, one } from "./decimal.ts";
import type { Currency } from "./entry.ts";

export const euro: Currency = "EUR";
export const lev: Currency = "BGN";
/** Fixed irrevocably; the lev left circulation on 2026-01-01. */
export const levsPerEuro = new Decimal("1.95583");

/** Units of one currency per unit of another, if fixed for ever. */
export function fixedCross(from: Currency, into: Currency): Decimal | undefined {
  if (from === into) return one;
  if (from === lev && into === euro) return one.div(levsPerEuro);
  return from === euro && into === lev ? levsPerEuro : undefined;
}

/**
 * The currency in which an instrument is held: the euro for one quoted in lev, since its exchange quotes it in euro from
 * 2026 on.
 */
export const heldIn = (currency: Currency): Currency => (currency === lev ? euro : currency);
