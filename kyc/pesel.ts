/**
 * PESEL, the Polish personal number: ustawa z dnia 24 września 2010 r. o ewidencji ludności, art. 15–19. Eleven digits:
 * year, month (+80 for 1800–1899, +20, +40, +60 for 2000 to 2299), day, four serial digits (the last one odd for men),
 * check digit.
 */
import { compact, sumOf } from "./check-digits.ts";
import { dayOf } from "./days.ts";
import type { PersonInNumber } from "./egn.ts";
import type { IdentifierFault } from "./identifier-fault.ts";

/** The check digit has weight 1: the whole sum ends in 0. */
const weights = [1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1];
/** Century by the tens digit of the month: 0 and 1 mean 1900, 2 and 3 mean 2000, … */
const centuries = [1900, 2000, 2100, 2200, 1800];

const normalisePesel = compact;

function birthDateOf(digits: string): string | undefined {
  const month = Number(digits.slice(2, 4));
  const century = centuries[Math.floor(month / 20)] ?? 1900;
  return dayOf(century + Number(digits.slice(0, 2)), month % 20, Number(digits.slice(4, 6)));
}

export function checkPesel(value: string): IdentifierFault | undefined {
  const digits = normalisePesel(value);
  if (!/^\d*$/.test(digits)) return "badFormat";
  if (digits.length !== 11) return "badLength";
  if (!birthDateOf(digits)) return "badDate";
  return sumOf(digits, weights) % 10 === 0 ? undefined : "badChecksum";
}

/** Undefined if the number is invalid. */
export function readPesel(value: string): PersonInNumber | undefined {
  const digits = normalisePesel(value);
  const birthDate = birthDateOf(digits);
  if (checkPesel(digits) || !birthDate) return undefined;
  return { birthDate, sex: Number(digits[9]) % 2 === 1 ? "male" : "female" };
}
