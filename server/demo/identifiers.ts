/** Numbers of fictitious people and companies, with valid check digits of each kind. */

const weighted = (digits: string, weights: readonly number[]): number =>
  weights.reduce((sum, weight, index) => sum + weight * Number(digits[index]), 0);

/** Remainder modulo 97 of letters and digits; letters count from 10 (ISO/IEC 7064). */
function remainder97(text: string): number {
  let remainder = 0;
  for (const sign of text) remainder = Number(`${remainder}${Number.parseInt(sign, 36)}`) % 97;
  return remainder;
}
const twoControlDigits = (text: string): string => String(98 - remainder97(`${text}00`)).padStart(2, "0");

/** The Polish personal number for a birth date in the twentieth century; odd serials are for men. */
export function peselOf(birthDate: string, serial: number): string {
  const ten = `${birthDate.slice(2).replaceAll("-", "")}${String(serial).padStart(4, "0")}`;
  return `${ten}${(10 - (weighted(ten, [1, 3, 7, 9, 1, 3, 7, 9, 1, 3]) % 10)) % 10}`;
}

/** The number of a Bulgarian business, from its first eight digits. */
export function eikOf(eight: string): string {
  const first = weighted(eight, [1, 2, 3, 4, 5, 6, 7, 8]) % 11;
  const control = first < 10 ? first : (weighted(eight, [3, 4, 5, 6, 7, 8, 9, 10]) % 11) % 10;
  return `${eight}${control}`;
}

/** The tax number of a Polish business, from its first nine digits; for some there is none. */
export function nipOf(nine: string): string {
  const control = weighted(nine, [6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11;
  if (control === 10) throw new Error(`${nine} begins no NIP`);
  return `${nine}${control}`;
}

/** The statistical number of a Polish business, from its first eight digits. */
export const regonOf = (eight: string): string => `${eight}${(weighted(eight, [8, 9, 2, 3, 4, 5, 6, 7]) % 11) % 10}`;

/** The number of a legal entity, from its first eighteen characters. */
export const leiOf = (eighteen: string): string => `${eighteen}${twoControlDigits(eighteen)}`;

/** A bank account, from its country and the part after the check digits. */
export const ibanOf = (country: "BG" | "PL", account: string): string =>
  `${country}${twoControlDigits(`${account}${country}`)}${account}`;
