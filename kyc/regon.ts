/**
 * REGON, the Polish statistical number of a business (9 digits) or of a local unit (14 digits, starting with that of
 * the business): rozporządzenie Rady Ministrów z dnia 30 listopada 2015 r. w sprawie rejestru REGON.
 */
import { compact, sumOf } from "./check-digits.ts";
import type { IdentifierFault } from "./identifier-fault.ts";

const ofNine = [8, 9, 2, 3, 4, 5, 6, 7];
const ofFourteen = [2, 4, 8, 5, 0, 9, 7, 3, 6, 1, 2, 4, 8];

const normaliseRegon = compact;

const agrees = (digits: string, weights: readonly number[]): boolean =>
  (sumOf(digits, weights) % 11) % 10 === Number(digits[weights.length]);

export function checkRegon(value: string): IdentifierFault | undefined {
  const digits = normaliseRegon(value);
  if (!/^\d*$/.test(digits)) return "badFormat";
  if (digits.length !== 9 && digits.length !== 14) return "badLength";
  if (/^0{9}/.test(digits)) return "badFormat";
  if (!agrees(digits, ofNine)) return "badChecksum";
  return digits.length === 9 || agrees(digits, ofFourteen) ? undefined : "badChecksum";
}
