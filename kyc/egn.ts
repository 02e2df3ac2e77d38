/**
 * ЕГН, the Bulgarian personal number: Закон за гражданската регистрация, чл. 11, and Наредба № РД-02-20-9 от 2012 г.
 * Ten digits: year, month (+20 for 1800–1899, +40 for 2000–2099), day, three serial digits (the last one even for men),
 * check digit.
 */
import { compact, sumOf } from "./check-digits.ts";
import { dayOf } from "./days.ts";
import type { IdentifierFault } from "./identifier-fault.ts";

export type Sex = "male" | "female";
/** Personal data contained in a personal number. */
export interface PersonInNumber {
  /** "YYYY-MM-DD" */
  birthDate: string;
  sex: Sex;
}

const weights = [2, 4, 8, 5, 10, 9, 7, 3, 6];

const normaliseEgn = compact;

function birthDateOf(digits: string): string | undefined {
  const month = Number(digits.slice(2, 4));
  const [century, shift] = month > 40 ? [2000, 40] : month > 20 ? [1800, 20] : [1900, 0];
  return dayOf(century + Number(digits.slice(0, 2)), month - shift, Number(digits.slice(4, 6)));
}

export function checkEgn(value: string): IdentifierFault | undefined {
  const digits = normaliseEgn(value);
  if (!/^\d*$/.test(digits)) return "badFormat";
  if (digits.length !== 10) return "badLength";
  if (!birthDateOf(digits)) return "badDate";
  return (sumOf(digits, weights) % 11) % 10 === Number(digits[9]) ? undefined : "badChecksum";
}

/** Undefined if the number is invalid. */
export function readEgn(value: string): PersonInNumber | undefined {
  const digits = normaliseEgn(value);
  const birthDate = birthDateOf(digits);
  if (checkEgn(digits) || !birthDate) return undefined;
  return { birthDate, sex: Number(digits[8]) % 2 === 0 ? "male" : "female" };
}
