/**
 * The machine-readable zone of a document: ICAO Doc 9303 part 3 (characters, check digits), part 4 (TD3, passports: two lines
 * of 44), part 5 (TD1, cards: three lines of 30), part 6 (TD2: two lines of 36).
 */

import { dayOf } from "./days.ts";
import type { Sex } from "./egn.ts";
import type { IdentifierFault } from "./identifier-fault.ts";

/** Parts of the zone with their own check digit, and the composite check digit. */
type MrzPart = "documentNumber" | "birthDate" | "expires" | "optionalData" | "composite";

interface Mrz {
  format: "TD1" | "TD2" | "TD3";
  /** One or two letters: P for a passport, I, A or C for a card. */
  documentCode: string;
  /** Three letters of ISO 3166-1 alpha-3, or ICAO's own (D is Germany, XXA a stateless person). */
  issuer: string;
  nationality: string;
  documentNumber: string;
  /** "YYYY-MM-DD"; undefined if the document omits part of the day or the digits were misread. */
  birthDate: string | undefined;
  /** In the century nearest to today; `expiryDigits` has none. */
  expires: string | undefined;
  /** "YYMMDD" as printed. */
  expiryDigits: string;
  sex: Sex | undefined;
  surname: string;
  givenNames: string;
  /** True if the surname filled the line, so that it may be shortened and leaves no room for given names. */
  surnameCut: boolean;
  /** True if the given names end with the line, so that every name may be shortened. */
  givenNamesCut: boolean;
  /** Data added by the issuer, such as the EGN in a Bulgarian passport; empty if none. */
  optionalData: string;
  /** Parts whose check digits do not match. */
  faults: readonly MrzPart[];
}

const formats = { 90: "TD1", 72: "TD2", 88: "TD3" } as const;

/**
 * Capitals in one line, without spaces and line breaks; accepts « and ‹, which phones type for the filler. A space within a line
 * counts as a filler where the zone has its length only so.
 */
function normaliseMrz(value: string): string {
  const typed = value.toUpperCase().replace(/«/g, "<<").replace(/‹/g, "<").trim();
  const without = typed.replace(/\s+/g, "");
  const lines = typed.split(/[\r\n]/).map((line) => line.trim());
  const filled = lines.join("").replace(/\s/g, "<");
  return without.length in formats || !(filled.length in formats) ? without : filled;
}

const weights = [7, 3, 1];
/** Weights 7, 3, 1 over digits, letters from A = 10, filler 0; modulus 10 (Doc 9303-3, 4.9). */
export function mrzCheckDigit(characters: string): string {
  let sum = 0;
  for (let place = 0; place < characters.length; place++) {
    const character = characters.charAt(place);
    sum += (character === "<" ? 0 : Number.parseInt(character, 36)) * (weights[place % 3] ?? 0);
  }
  return String(sum % 10);
}

const withoutFiller = (characters: string): string => characters.replace(/<+/g, " ").trim();

/** The zone has no century: a birthday is the latest one not in the future, an expiry the one nearest to today. */
function dayIn(digits: string, today: string, kind: "birth" | "expiry"): string | undefined {
  if (!/^\d{6}$/.test(digits)) return undefined;
  const thisYear = Number(today.slice(0, 4));
  const year = Number(digits.slice(0, 2));
  const days = [-100, 0, 100]
    .map((shift) => thisYear - (thisYear % 100) + shift + year)
    .map((full) => dayOf(full, Number(digits.slice(2, 4)), Number(digits.slice(4, 6))))
    .filter((day) => day !== undefined);
  if (kind === "birth") return days.findLast((day) => day <= today);
  const distance = (day: string): number => Math.abs(Number(day.slice(0, 4)) - thisYear);
  return days.sort((one, other) => distance(one) - distance(other))[0];
}

function namesIn(field: string): Pick<Mrz, "surname" | "givenNames" | "surnameCut" | "givenNamesCut"> {
  const [surname = "", ...given] = field.split("<<");
  const givenNames = withoutFiller(given.join("<"));
  return {
    surname: withoutFiller(surname),
    givenNames,
    // Two fillers before given names leave no room for one letter of them.
    surnameCut: givenNames === "" && !field.slice(0, -2).endsWith("<"),
    givenNamesCut: givenNames !== "" && !field.endsWith("<"),
  };
}

/** Position of each part: [start, end) in the zone as one line; a check digit follows its part. */
interface Layout {
  names: readonly [number, number];
  number: number;
  nationality: number;
  birth: number;
  optional: readonly (readonly [number, number])[];
  composite: readonly (readonly [number, number])[];
  compositeDigit: number;
}
const layouts: Readonly<Record<Mrz["format"], Layout>> = {
  TD1: {
    names: [60, 90],
    number: 5,
    birth: 30,
    nationality: 45,
    optional: [
      [15, 30],
      [48, 59],
    ],
    composite: [
      [5, 30],
      [30, 37],
      [38, 45],
      [48, 59],
    ],
    compositeDigit: 59,
  },
  TD2: {
    names: [5, 36],
    number: 36,
    nationality: 46,
    birth: 49,
    optional: [[64, 71]],
    composite: [
      [36, 46],
      [49, 56],
      [57, 71],
    ],
    compositeDigit: 71,
  },
  TD3: {
    names: [5, 44],
    number: 44,
    nationality: 54,
    birth: 57,
    optional: [[72, 86]],
    composite: [
      [44, 54],
      [57, 64],
      [65, 87],
    ],
    compositeDigit: 87,
  },
};

/** Undefined if the text is not the zone of a passport or card; `today` is "YYYY-MM-DD". */
export function readMrz(value: string, today: string): Mrz | undefined {
  const zone = normaliseMrz(value);
  const format = formats[zone.length as keyof typeof formats];
  if (!format || !/^[PIAC][A-Z<][A-Z<]{3}[A-Z\d<]+$/.test(zone)) return undefined;
  const { names, number, nationality, birth, optional, composite, compositeDigit } = layouts[format];
  const faults: MrzPart[] = [];
  const verify = (part: MrzPart, characters: string, digit: string): void => {
    // An omitted part may have a filler as check digit.
    const empty = /^<*$/.test(characters) && digit === "<";
    if (!empty && digit !== mrzCheckDigit(characters)) faults.push(part);
  };

  let documentNumber = zone.slice(number, number + 9);
  let numberDigit = zone.charAt(number + 9);
  let data = optional.map(([start, end]) => zone.slice(start, end));
  // A card number longer than its field continues in the optional data, check digit last (part 5, 4.2.2.1 note j).
  const [runOn = "", ...rest] = data;
  if (format !== "TD3" && numberDigit === "<" && /^[A-Z\d]{2,}<?/.test(runOn)) {
    const [tail = ""] = runOn.split("<");
    documentNumber += tail.slice(0, -1);
    numberDigit = tail.slice(-1);
    data = [runOn.slice(tail.length), ...rest];
  }
  verify("documentNumber", documentNumber, numberDigit);
  const birthDigits = zone.slice(birth, birth + 6);
  verify("birthDate", birthDigits, zone.charAt(birth + 6));
  const expiryDigits = zone.slice(birth + 8, birth + 14);
  verify("expires", expiryDigits, zone.charAt(birth + 14));
  if (format === "TD3") verify("optionalData", zone.slice(72, 86), zone.charAt(86));
  verify("composite", composite.map(([start, end]) => zone.slice(start, end)).join(""), zone.charAt(compositeDigit));

  const sex = zone.charAt(birth + 7);
  return {
    format,
    documentCode: withoutFiller(zone.slice(0, 2)),
    issuer: withoutFiller(zone.slice(2, 5)),
    nationality: withoutFiller(zone.slice(nationality, nationality + 3)),
    documentNumber: documentNumber.replace(/(?<!<)<+$/, ""),
    birthDate: dayIn(birthDigits, today, "birth"),
    expires: dayIn(expiryDigits, today, "expiry"),
    expiryDigits,
    sex: sex === "M" ? "male" : sex === "F" ? "female" : undefined,
    ...namesIn(zone.slice(...names)),
    optionalData: data.map(withoutFiller).filter(Boolean).join(" "),
    faults,
  };
}

/** The fault of the zone as typed or read; `today` is "YYYY-MM-DD". */
export function checkMrz(value: string, today: string): IdentifierFault | undefined {
  const zone = normaliseMrz(value);
  if (!/^[A-Z\d<]*$/.test(zone)) return "badFormat";
  if (!(zone.length in formats)) return "badLength";
  const read = readMrz(zone, today);
  if (!read) return "badFormat";
  if (read.faults.length > 0) return "badChecksum";
  // A document may replace parts of a date by fillers, but digits must form a day.
  const { birth } = layouts[read.format];
  const impossible = (start: number, day: string | undefined): boolean =>
    /^\d{6}$/.test(zone.slice(start, start + 6)) && day === undefined;
  return impossible(birth, read.birthDate) || impossible(birth + 8, read.expires) ? "badDate" : undefined;
}
