/**
 * NIP, the Polish tax number: ustawa z dnia 13 października 1995 r. o zasadach ewidencji i identyfikacji podatników,
 * art. 5; the impossible first digits are from the Ministry of Finance's schema (type TNrNIP).
 */
import { compact, sumOf } from "./check-digits.ts";
import type { IdentifierFault } from "./identifier-fault.ts";

const weights = [6, 5, 7, 2, 3, 4, 5, 6, 7];

/** Ten digits; removes the country letters of a VAT number. */
export const normaliseNip = (value: string): string => compact(value).replace(/^PL(?=\d)/, "");

export function checkNip(value: string): IdentifierFault | undefined {
  const digits = normaliseNip(value);
  if (!/^\d*$/.test(digits)) return "badFormat";
  if (digits.length !== 10) return "badLength";
  if (!/^[1-9](\d[1-9]|[1-9]\d)/.test(digits)) return "badFormat";
  // Numbers with remainder 10 are not issued: no digit equals 10.
  return sumOf(digits, weights) % 11 === Number(digits[9]) ? undefined : "badChecksum";
}
