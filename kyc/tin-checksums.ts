/**
 * Check digits of tax numbers by country, if the rule is public: European Commission, "TIN Algorithms — public"; OECD,
 * "Tax identification numbers" by jurisdiction; each country's own register. Arguments already have the right format.
 */
import { digitOfTwoRows, luhnAgrees, sumOf } from "./check-digits.ts";
import { dayOf } from "./days.ts";

type Agrees = (number: string) => boolean;

const last = (number: string): number => Number(number.at(-1));
/** The whole sum, including the check digit, is a multiple. */
export const multipleOf =
  (modulus: number, weights: readonly number[]): Agrees =>
  (number) =>
    sumOf(number, weights) % modulus === 0;
/** The check digit is the difference to a multiple of 11; `ten` and `eleven` replace those results. */
export const lacksToEleven =
  (weights: readonly number[], ten: number | undefined, eleven: number | undefined): Agrees =>
  (number) => {
    const lacking = 11 - (sumOf(number, weights) % 11);
    return last(number) === (lacking === 11 ? eleven : lacking === 10 ? ten : lacking);
  };
/** The check digit is the remainder modulo 11; 10 is replaced by `ten`. */
export const remainderOfEleven =
  (weights: readonly number[], ten: number): Agrees =>
  (number) => {
    const remainder = sumOf(number, weights) % 11;
    return last(number) === (remainder === 10 ? ten : remainder);
  };

/** Belgium: 97 minus the remainder of the nine digits, preceded by a 2 for people born since 2000. */
export const belgianPerson: Agrees = (number) => {
  const centuries = Number(number.slice(0, 2)) < 50 ? ["", "2"] : [""];
  return centuries.some((born) => 97 - (Number(born + number.slice(0, 9)) % 97) === Number(number.slice(9)));
};
export const belgianCompany: Agrees = (number) => 97 - (Number(number.slice(0, 8)) % 97) === Number(number.slice(8));

/** Bulgaria, личен номер на чужденец (ЛНЧ). */
export const bulgarianForeigner: Agrees = (number) =>
  sumOf(number, [21, 19, 17, 13, 11, 9, 7, 3, 1]) % 10 === last(number);

const oddOfCyprus = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21];
export const cypriot: Agrees = (number) => {
  let sum = 0;
  for (let place = 0; place < 8; place++) {
    const digit = Number(number[place]);
    sum += place % 2 === 0 ? (oddOfCyprus[digit] ?? 0) : digit;
  }
  return String.fromCharCode(65 + (sum % 26)) === number[8];
};

/**
 * Rodné číslo of Czechia and Slovakia: ten digits since 1954; women's months +50, and +20 more when a day's numbers are
 * used up.
 */
export const czechoslovakPerson: Agrees = (number) => {
  const year = Number(number.slice(0, 2));
  const century = number.length === 9 ? (year < 54 ? 1900 : 1800) : year < 54 ? 2000 : 1900;
  const ofMan = Number(number.slice(2, 4)) % 50;
  const month = ofMan > 20 ? ofMan - 20 : ofMan;
  if (!dayOf(century + year, month, Number(number.slice(4, 6)))) return false;
  return number.length === 9 || (Number(number.slice(0, 9)) % 11) % 10 === last(number);
};

/**
 * Germany, Identifikationsnummer: of the first ten digits, one occurs twice or three times, the others at most once.
 */
export const germanDigitsSpread: Agrees = (number) => {
  const counts = new Map<string, number>();
  for (const digit of number.slice(0, 10)) counts.set(digit, (counts.get(digit) ?? 0) + 1);
  const repeated = [...counts.values()].filter((count) => count > 1);
  return repeated.length === 1 && (repeated[0] ?? 0) <= 3;
};

/** Denmark: the check digit was abolished in 2007, so only the day is checked. The seventh digit gives the century. */
export const danishPerson: Agrees = (number) => {
  const year = Number(number.slice(4, 6));
  const seventh = Number(number[6]);
  const century =
    seventh < 4 ? 1900 : seventh === 4 || seventh === 9 ? (year < 37 ? 2000 : 1900) : year < 58 ? 2000 : 1800;
  return dayOf(century + year, Number(number.slice(2, 4)), Number(number.slice(0, 2))) !== undefined;
};

/** Estonia and Lithuania use the same personal code and rule. */
export const balticPerson: Agrees = (number) => {
  const century = 1800 + 100 * Math.floor((Number(number[0]) - 1) / 2);
  // Lithuania writes 9 and Estonia 0 for an unknown day.
  const day = dayOf(century + Number(number.slice(1, 3)), Number(number.slice(3, 5)), Number(number.slice(5, 7)));
  if (!day && number[0] !== "9") return false;
  return digitOfTwoRows(number, [1, 2, 3, 4, 5, 6, 7, 8, 9, 1], [3, 4, 5, 6, 7, 8, 9, 1, 2, 3]) === last(number);
};
export const estonianCompany: Agrees = (number) =>
  digitOfTwoRows(number, [1, 2, 3, 4, 5, 6, 7], [3, 4, 5, 6, 7, 8, 9]) === last(number);

const spanishLetters = "TRWAGMYFPDXBNJZSQVHLCKE";
/** NIF of a person: DNI; a foreigner's NIE, whose X, Y, Z count as 0, 1, 2; or K, L, M for people with neither. */
export const spanishPerson: Agrees = (number) => {
  const digits = number.replace(/^[XYZ]/, (letter) => String("XYZ".indexOf(letter))).replace(/^[KLM]/, "");
  return spanishLetters[Number(digits.slice(0, -1)) % 23] === number.at(-1);
};
/** NIF of a company (CIF): the Luhn digit or the corresponding letter. */
export const spanishCompany: Agrees = (number) => {
  const control = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].find((digit) => luhnAgrees(`${number.slice(1, 8)}${digit}`)) ?? 0;
  return number[8] === String(control) || number[8] === "JABCDEFGHI"[control];
};

const finnishCharacters = "0123456789ABCDEFHJKLMNPRSTUVWXY";
export const finnishPerson: Agrees = (number) => {
  const digits = number.slice(0, -1).replace(/\D/g, "");
  return finnishCharacters[Number(digits) % 31] === number.at(-1);
};

/** France, numéro SPI. */
export const frenchPerson: Agrees = (number) => Number(number.slice(0, 10)) % 511 === Number(number.slice(10));

/** Greece, ΑΦΜ. */
export const greek: Agrees = (number) => (sumOf(number, [256, 128, 64, 32, 16, 8, 4, 2]) % 11) % 10 === last(number);

/** Ireland, PPSN: the check letter over seven digits and, since 2013, a second letter with weight nine. */
export const irish: Agrees = (number) => {
  const second = number[8];
  const extra = second && second !== "W" ? second.charCodeAt(0) - 64 : 0;
  return "WABCDEFGHIJKLMNOPQRSTUV"[(sumOf(number, [8, 7, 6, 5, 4, 3, 2]) + 9 * extra) % 23] === number[7];
};

const oddOfItaly = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23];
/** Italy, codice fiscale: letters and digits count from 0, those in odd positions by a table. */
export const italianPerson: Agrees = (number) => {
  let sum = 0;
  for (let place = 0; place < 15; place++) {
    const code = number.charCodeAt(place);
    const value = code >= 65 ? code - 65 : code - 48;
    sum += place % 2 === 0 ? (oddOfItaly[value] ?? 0) : value;
  }
  return String.fromCharCode(65 + (sum % 26)) === number[15];
};

/** Italy, partita IVA: Luhn formula; positions eight to ten are the issuing office (a province or a special code). */
export const italianCompany: Agrees = (number) => {
  const office = Number(number.slice(7, 10));
  const known = (office >= 1 && office <= 100) || [120, 121, 888, 999].includes(office);
  return known && !number.startsWith("0000000") && luhnAgrees(number);
};

/** Latvia: day of birth and century, then a check digit; codes that start with 32 to 39 (since 2017) have neither. */
export const latvianPerson: Agrees = (number) => {
  if (/^3[2-9]/.test(number)) return true;
  const century = Number(number[6]);
  const year = 1800 + 100 * century + Number(number.slice(4, 6));
  if (century > 2 || !dayOf(year, Number(number.slice(2, 4)), Number(number.slice(0, 2)))) return false;
  return ((1 + sumOf(number, [10, 5, 8, 4, 2, 1, 6, 3, 7, 9])) % 11) % 10 === last(number);
};
export const latvianCompany: Agrees = (number) => sumOf(number, [9, 1, 4, 8, 3, 10, 2, 5, 7, 6, 1]) % 11 === 3;

/** Luxembourg: the twelfth of thirteen digits is the Luhn digit. */
export const luxembourgish: Agrees = (number) =>
  dayOf(Number(number.slice(0, 4)), Number(number.slice(4, 6)), Number(number.slice(6, 8))) !== undefined &&
  luhnAgrees(number.slice(0, 12));

/**
 * Norway: two check digits; the day is increased by 40 for people not in the register. Numbers whose month is increased (by
 * 40, 65 or 80) are those of hospitals and of public test data, never of a taxpayer.
 */
export const norwegianPerson: Agrees = (number) => {
  const day = Number(number.slice(0, 2));
  const month = Number(number.slice(2, 4));
  // The century is unknown; 2000 is a leap year, so every possible 29 February is accepted.
  if (!dayOf(2000 + Number(number.slice(4, 6)), month, day > 40 ? day - 40 : day)) return false;
  return (
    multipleOf(11, [3, 7, 6, 1, 8, 9, 4, 5, 2, 1])(number) && multipleOf(11, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1])(number)
  );
};

/** Romania, CNP: the first digit gives sex and century; 7 and 8 are residents, 9 foreigners. */
export const romanianPerson: Agrees = (number) => {
  // The century of residents and foreigners is unknown; 2000 is a leap year, so every possible 29 February is accepted.
  const century = { 1: 1900, 2: 1900, 3: 1800, 4: 1800 }[number.charAt(0)] ?? 2000;
  const day = dayOf(century + Number(number.slice(1, 3)), Number(number.slice(3, 5)), Number(number.slice(5, 7)));
  return day !== undefined && remainderOfEleven([2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9], 1)(number);
};
export const romanianCompany: Agrees = (number) => {
  const digits = number.padStart(10, "0");
  return ((sumOf(digits, [7, 5, 3, 2, 1, 7, 5, 3, 2]) * 10) % 11) % 10 === last(digits);
};

/** Sweden: Luhn formula over the last ten digits; the day of a coordination number is increased by 60. */
export const swedishPerson: Agrees = (number) => {
  const ten = number.replace(/\D/g, "").slice(-10);
  const day = Number(ten.slice(4, 6));
  // The century is not used; 2000 is a leap year, so every possible 29 February is accepted.
  const date = dayOf(2000 + Number(ten.slice(0, 2)), Number(ten.slice(2, 4)), day > 60 ? day - 60 : day);
  return date !== undefined && luhnAgrees(ten);
};

/** United Kingdom, UTR: the first digit is the check digit of the other nine. */
export const britishTaxpayer: Agrees = (number) =>
  "21987654321"[sumOf(number.slice(1), [6, 7, 8, 9, 10, 5, 4, 3, 2]) % 11] === number[0];

/** Personal number of the former Yugoslavia (EMŠO, JMBG, ЕМБГ). */
export const yugoslavPerson: Agrees = (number) => {
  const year = Number(number.slice(4, 7));
  if (year >= 100 && year < 800) return false;
  if (!dayOf((year < 100 ? 2000 : 1000) + year, Number(number.slice(2, 4)), Number(number.slice(0, 2)))) return false;
  return lacksToEleven([7, 6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2], 0, 0)(number);
};

/** Türkiye, T.C. kimlik numarası: two check digits. */
export const turkishPerson: Agrees = (number) => {
  const odd = sumOf(number, [1, 0, 1, 0, 1, 0, 1, 0, 1]);
  const even = sumOf(number, [0, 1, 0, 1, 0, 1, 0, 1]);
  const tenth = (((odd * 7 - even) % 10) + 10) % 10;
  return Number(number[9]) === tenth && (odd + even + tenth) % 10 === Number(number[10]);
};
