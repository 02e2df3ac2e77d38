/** Check digit arithmetic shared by many identifiers. All functions expect strings already checked to be digits. */

/** Separators that people type: spaces of any kind, dashes of any length, dots and slashes; and the marks without a sign that are pasted along. */
const separators = /[\s\p{Cf}./\u2010-\u2015\u2212-]+/gu;

/** Removes typed separators and converts letters to capitals. */
export const compact = (value: string): string => value.replace(separators, "").toUpperCase();

const cyrillic = "АВЕЅІЈКМНОРСТУХ";
const latin = "ABESIJKMHOPCTYX";

/** Of a compact identifier that has Latin letters alone: Cyrillic ones that look like them, as a Cyrillic keyboard types. */
export const inLatin = (compacted: string): string =>
  compacted.replace(/\p{Script=Cyrillic}/gu, (letter) => latin[cyrillic.indexOf(letter)] ?? letter);

/** A mark alone or zeros, as people type who have no number; no state issues one without another digit. */
export const isPlaceholder = (number: string): boolean => number !== "" && !/[1-9]/.test(number);

export const sumOf = (digits: string, weights: readonly number[]): number =>
  weights.reduce((sum, weight, place) => sum + weight * Number(digits[place]), 0);

/** The Luhn sum: every second digit, starting with the last but one, counts twice, minus 9 if above 9. */
export function luhnSum(digits: string): number {
  let sum = 0;
  for (let place = 0; place < digits.length; place++) {
    const digit = Number(digits[digits.length - 1 - place]);
    const value = place % 2 === 0 ? digit : digit * 2;
    sum += value > 9 ? value - 9 : value;
  }
  return sum;
}

/** Luhn formula (ISO/IEC 7812-1 annex B) over the whole number, check digit last. */
export const luhnAgrees = (digits: string): boolean => luhnSum(digits) % 10 === 0;

/** ISO/IEC 7064 MOD 11,10: the check digit of OIB and of the German tax numbers. */
export function mod1110Agrees(digits: string): boolean {
  let product = 10;
  for (const digit of digits.slice(0, -1)) {
    const sum = (Number(digit) + product) % 10 || 10;
    product = (sum * 2) % 11;
  }
  return (11 - product) % 10 === Number(digits.at(-1));
}

/** ISO/IEC 7064 MOD 97-10 remainder of letters and digits; letters count as 10 to 35. */
export function remainder97(characters: string): number {
  let remainder = 0;
  for (const character of characters)
    for (const digit of Number.parseInt(character, 36).toString()) remainder = (remainder * 10 + Number(digit)) % 97;
  return remainder;
}

/**
 * The check digit by two rows of weights: remainder 10 of the first row requires the second (EIK, isikukood, asmens
 * kodas); remainder 10 of the second counts as 0.
 */
export function digitOfTwoRows(digits: string, first: readonly number[], second: readonly number[]): number {
  const remainder = sumOf(digits, first) % 11;
  return remainder < 10 ? remainder : (sumOf(digits, second) % 11) % 10;
}
