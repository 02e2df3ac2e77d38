/** Cash amounts: in steps of the smallest coin, CHF 0.05. The ledger keeps the exact amount. */
import { findCurrency } from "@portico/api/currencies.ts";

const decimalsOf = (decimal: string): number => decimal.split(".")[1]?.length ?? 0;
const inUnits = (decimal: string, decimals: number): bigint =>
  BigInt(decimal.replace(".", "")) * 10n ** BigInt(decimals - decimalsOf(decimal));

/** The amount paid in cash for a positive amount; undefined if equal, or if the currency is unknown. */
export function cashToPay(amount: string, currency: string): string | undefined {
  const stepText = findCurrency(currency)?.cashRounding;
  if (stepText === undefined) return undefined;
  // Integers in the smaller unit: browsers' own rounding to a step writes 99.98 wrongly when it carries.
  const decimals = Math.max(decimalsOf(amount), decimalsOf(stepText));
  const [exact, step] = [inUnits(amount, decimals), inUnits(stepText, decimals)];
  const paid = ((2n * exact + step) / (2n * step)) * step;
  if (paid === exact) return undefined;
  const digits = paid.toString().padStart(decimals + 1, "0");
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}
