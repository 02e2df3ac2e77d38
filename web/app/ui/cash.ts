/** Amounts that are paid in cash: in the steps of the smallest coin, CHF 0.05. The ledger keeps the exact amount. */
import { findCurrency } from "@portico/api/currencies.ts";

const decimalsOf = (decimal: string): number => decimal.split(".")[1]?.length ?? 0;
const inUnits = (decimal: string, decimals: number): bigint =>
  BigInt(decimal.replace(".", "")) * 10n ** BigInt(decimals - decimalsOf(decimal));

/** What is paid where an amount above zero is paid in cash; undefined where that is the amount itself, or the currency is not known. */
export function cashToPay(amount: string, currency: string): string | undefined {
  const stepText = findCurrency(currency)?.cashRounding;
  if (stepText === undefined) return undefined;
  // Whole numbers of the smaller unit: the browsers' own rounding to a step writes 99.98 wrongly where it carries.
  const decimals = Math.max(decimalsOf(amount), decimalsOf(stepText));
  const [exact, step] = [inUnits(amount, decimals), inUnits(stepText, decimals)];
  const paid = ((2n * exact + step) / (2n * step)) * step;
  if (paid === exact) return undefined;
  const digits = paid.toString().padStart(decimals + 1, "0");
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}
