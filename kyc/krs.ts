/**
 * KRS, the number of an entry in the Polish court register: ustawa z dnia 20 sierpnia 1997 r. o Krajowym Rejestrze
 * Sądowym, art. 35. Ten digits with leading zeros and no check digit.
 */
import { compact } from "./check-digits.ts";
import type { IdentifierFault } from "./identifier-fault.ts";

export const normaliseKrs = compact;

export function checkKrs(value: string): IdentifierFault | undefined {
  const digits = normaliseKrs(value);
  if (!/^\d*$/.test(digits)) return "badFormat";
  if (digits.length !== 10) return "badLength";
  return /^0+$/.test(digits) ? "badFormat" : undefined;
}
