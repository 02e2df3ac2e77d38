/**
 * The identifier of a natural person in a transaction report (MiFIR, art. 26): Delegated Regulation (EU) 2017/590 (RTS
 * 22), art. 6 and Annex II.
 */
import { compact, isPlaceholder } from "./check-digits.ts";
import { checkDocumentNumber } from "./document-number.ts";
import { eeaCountries } from "./eea.ts";
import { checkEgn, type PersonInNumber, readEgn } from "./egn.ts";
import type { IdentifierFault } from "./identifier-fault.ts";
import { checkNip, normaliseNip } from "./nip.ts";
import { checkPesel, readPesel } from "./pesel.ts";
import { fiveOfFirstName, fiveOfSurname } from "./report-names.ts";
import { normaliseTin, tinRule } from "./tin.ts";
import { yugoslavPerson } from "./tin-checksums.ts";

/**
 * - `personal`: the state's number for the person (EGN, PESEL, isikukood, codice fiscale, …), named by country in Annex II;
 * - `tax`: Poland's NIP, used if there is no PESEL;
 * - `identityCard`: the number of the national identity card;
 * - `concat`: made from birth date and names, never typed.
 */
type IdentifierKind = "personal" | "tax" | "passport" | "identityCard" | "concat";

const personalFirst: readonly IdentifierKind[] = ["personal", "concat"];
const concatAlone: readonly IdentifierKind[] = ["concat"];
const passportSecond: readonly IdentifierKind[] = ["personal", "passport", "concat"];
const cardSecond: readonly IdentifierKind[] = ["passport", "identityCard", "concat"];

/** Annex II for the EEA. The row of the United Kingdom is void: since 2021 its nationals are of a third country. */
const annexTwo: Readonly<Record<string, readonly IdentifierKind[]>> = {
  AT: concatAlone,
  BE: personalFirst,
  BG: personalFirst,
  CY: ["passport", "concat"],
  CZ: passportSecond,
  DE: concatAlone,
  DK: personalFirst,
  EE: ["personal"],
  ES: ["personal"],
  FI: personalFirst,
  FR: concatAlone,
  GR: personalFirst,
  HR: personalFirst,
  HU: concatAlone,
  IE: concatAlone,
  IS: ["personal"],
  IT: ["personal"],
  LI: cardSecond,
  LT: passportSecond,
  LU: concatAlone,
  LV: personalFirst,
  MT: ["personal", "passport"],
  NL: cardSecond,
  NO: personalFirst,
  PL: ["personal", "tax"],
  PT: passportSecond,
  RO: passportSecond,
  SE: personalFirst,
  SI: personalFirst,
  SK: passportSecond,
};
/** Annex II, "all other countries". */
const allOthers: readonly IdentifierKind[] = ["passport", "concat"];

/**
 * Kinds of identifier for nationals of the country (ISO 3166-1 alpha-2), in order of priority: use the first that the
 * person has.
 */
export const identifierKinds = (country: string): readonly IdentifierKind[] => annexTwo[country] ?? allOthers;

/**
 * The nationality whose row of Annex II applies (art. 6(3)): EEA before others; of several, the first by ISO code.
 * Undefined for a stateless person.
 */
export function rulingNationality(nationalities: readonly string[]): string | undefined {
  const sorted = [...nationalities].sort();
  return sorted.find((country) => eeaCountries.has(country)) ?? sorted[0];
}

interface ConcatParts {
  /** ISO 3166-1 alpha-2 code of the applicable nationality. */
  country: string;
  /** "YYYY-MM-DD" */
  birthDate: string;
  first: string;
  last: string;
}
/** CONCAT preceded by the country, 20 characters: IE19800113JOHN#OBRIA (art. 6(4) and (5)). */
export const concat = ({ country, birthDate, first, last }: ConcatParts): string =>
  `${country}${birthDate.replaceAll("-", "")}${fiveOfFirstName(first)}${fiveOfSurname(last)}`;

interface TypedIdentifier {
  /** ISO 3166-1 alpha-2 code of the applicable nationality. */
  country: string;
  kind: IdentifierKind;
  /** As typed; for `concat`, the result of `concat`. */
  value: string;
}

/** As reported: without spaces and dashes, except Finland's century sign, which is part of the number. */
function normalise({ country, kind, value }: TypedIdentifier): string {
  if (kind === "tax") return normaliseNip(value);
  if (kind !== "personal") return compact(value);
  if (country === "FI") return value.replace(/\s/g, "").toUpperCase();
  const number = normaliseTin(country, value);
  // Malta's cards print the number without the leading zeros that the report requires.
  return country === "MT" ? number.padStart(8, "0") : number;
}

function checkPersonal(country: string, number: string): IdentifierFault | undefined {
  const inShape = (shape: RegExp, length: number): IdentifierFault | undefined =>
    shape.test(number) ? undefined : /^[A-Z\d]*$/.test(number) && number.length !== length ? "badLength" : "badFormat";
  if (country === "BG") return checkEgn(number);
  if (country === "PL") return checkPesel(number);
  if (country === "GR") return inShape(/^\d{10}$/, 10);
  if (country === "FI") return inShape(/^\d{6}[-+A-FU-Y]\d{3}[\dA-Y]$/, 11) ?? tinRule("FI", "person").check(number);
  if (country === "MT") return inShape(/^\d{7}[MGAPLHBZ]$/, 8);
  // Twelve digits with the century: without it the number is ambiguous.
  if (country === "SE") return inShape(/^\d{12}$/, 12) ?? tinRule("SE", "person").check(number);
  if (country === "SI") return inShape(/^\d{13}$/, 13) ?? (yugoslavPerson(number) ? undefined : "badChecksum");
  return tinRule(country, "person").check(number);
}

/** Undefined if the value is valid; `concat` is generated and not checked. */
export function checkNationalIdentifier(typed: TypedIdentifier): IdentifierFault | undefined {
  const { country, kind } = typed;
  const number = normalise(typed);
  if (!identifierKinds(country).includes(kind)) return "unknownCountry";
  if (kind === "concat") return undefined;
  if (kind === "tax") return checkNip(number);
  if (kind === "personal") return checkPersonal(country, number) ?? (isPlaceholder(number) ? "badFormat" : undefined);
  // Numbers of passports and cards: ICAO Doc 9303-3 allows letters and digits; numbers may be longer than nine
  // characters.
  if (!/^[A-Z\d]*$/.test(number)) return "badFormat";
  return number.length < 5 || number.length > 20 ? "badLength" : checkDocumentNumber(number);
}

/** The identifier in the report (art. 6(1)): the country code followed by the identifier. */
export function nationalIdentifier(typed: TypedIdentifier): string {
  return typed.kind === "concat" ? typed.value : `${typed.country}${normalise(typed)}`;
}

/** Birth date and sex from the number; undefined if it is invalid or contains neither. */
export function personInIdentifier({ country, kind, value }: TypedIdentifier): PersonInNumber | undefined {
  if (kind !== "personal") return undefined;
  return country === "BG" ? readEgn(value) : country === "PL" ? readPesel(value) : undefined;
}

/** The identifier of a person from the form: CONCAT is generated here, every other kind was typed. */
export const reportDesignation = (person: Omit<ConcatParts, "country"> & TypedIdentifier): string =>
  person.kind === "concat" ? concat(person) : nationalIdentifier(person);
