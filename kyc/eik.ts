/**
 * ЕИК (БУЛСТАТ), the Bulgarian number of a business (9 digits) or of a branch (13 digits, starting with that of the
 * business): Закон за търговския регистър, чл. 23, and Закон за регистър БУЛСТАТ, чл. 6; weights of the register's
 * rules (1996).
 */
import { compact, digitOfTwoRows } from "./check-digits.ts";
import type { IdentifierFault } from "./identifier-fault.ts";

/** Nine or thirteen digits; removes the country letters of a VAT number. */
export const normaliseEik = (value: string): string => compact(value).replace(/^(BG|БГ)(?=\d)/, "");

const ninthOf = (digits: string): number => digitOfTwoRows(digits, [1, 2, 3, 4, 5, 6, 7, 8], [3, 4, 5, 6, 7, 8, 9, 10]);
const thirteenthOf = (digits: string): number => digitOfTwoRows(digits.slice(8), [2, 7, 3, 5], [4, 9, 5, 7]);

export function checkEik(value: string): IdentifierFault | undefined {
  const digits = normaliseEik(value);
  if (!/^\d*$/.test(digits)) return "badFormat";
  if (digits.length !== 9 && digits.length !== 13) return "badLength";
  if (/^0{9}/.test(digits)) return "badFormat";
  if (ninthOf(digits) !== Number(digits[8])) return "badChecksum";
  return digits.length === 9 || thirteenthOf(digits) === Number(digits[12]) ? undefined : "badChecksum";
}
