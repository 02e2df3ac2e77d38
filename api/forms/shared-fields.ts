/** Questions shared by several steps: identity, document, public office, addresses. */
import { checkDocumentNumber } from "@portico/kyc/document-number.ts";
import {
  checkNationalIdentifier,
  identifierKinds,
  personInIdentifier,
  rulingNationality,
} from "@portico/kyc/national-identifier.ts";
import { isAdult, isExpiry, isOfficeEnd, isOfficeStart } from "./day-limits.ts";
import { type Answers, type Check, is, type StepScope } from "./field.ts";
import { isName } from "./names.ts";

/** Between a box's words and its number. */
const number = String.raw`\s*(?:(?:№|#|nr\.?|no\.?|number|номер)\s*)?`;
/**
 * Post office boxes in English, Polish and Bulgarian. \b knows only ASCII letters, so each pattern checks for a
 * preceding letter itself.
 */
const postBoxes = [
  String.raw`p\.?\s*o\.?\s*b(?:ox\b|\.?${number}\d)`,
  String.raw`post(?:al)?[\s-]*box${number}\d`,
  String.raw`post[\s-]*office\s*box`,
  String.raw`(?:skr(?:ytka|\.)?|przegr(?:ódka|odka|\.)?)\s*poczt`,
  String.raw`skrytka${number}\d`,
  String.raw`(?:пощ(?:енска|\.)?|п\.)\s*кут(?:ия|\.)`,
  // "п.к." before four digits may also be a postcode after a street.
  String.raw`(?:п\.?\s*к|p\.\s*k)\.?${number}\d{1,3}(?!\d)`,
];
const postBox = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:${postBoxes.join("|")})|^\s*п\.?\s*к\.?${number}\d+\s*$`,
  "iu",
);

/** A residence must not be a post office box. */
export const isResidence: Check<string> = (street) => (postBox.test(street) ? "residencePostBox" : undefined);
/** A company's seat must not be a post office box either. */
export const isSeat: Check<string> = (street) => (postBox.test(street) ? "seatPostBox" : undefined);

const postcodes: Record<string, RegExp> = { BG: /^\d{4}$/, PL: /^\d{2}-\d{3}$/ };
/** A postcode in the format of the country in the given neighbouring field; other countries accept any. */
export const isPostcodeOf =
  (countryField: string): Check<string> =>
  (postcode, { siblings }) =>
    postcodes[countryOf(siblings[countryField])]?.test(postcode.trim()) === false ? "badPostcode" : undefined;

/** A number that an identity document can have. */
export const isDocumentNumber: Check<string> = (number) => checkDocumentNumber(number);
/** Words: a mark alone ("???", "-") is no answer. */
export const hasLetters: Check<string> = (text) => (/\p{L}/u.test(text) ? undefined : "badFormat");

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : [];
const textOf = (value: unknown): string => (typeof value === "string" ? value.trim() : "");

/** A country's code; empty for any other input. */
export const countryOf = (value: unknown): string =>
  typeof value === "string" && /^[A-Z]{2}$/.test(value) ? value : "";

/** The country whose rule sets the person's national identifier; the country of residence for a person without nationality. */
export function identifierCountry(person: Answers, residence = ""): string {
  return rulingNationality(textsOf(person["nationalities"]).filter(countryOf)) ?? countryOf(residence);
}

/** Checks an identifier against its kind, for the person whose identity is given. */
export function checkIdentifier(value: string, kind: unknown, person: Answers, residence?: string) {
  const country = identifierCountry(person, residence);
  const typed = { country, kind: kind as "personal", value };
  const fault = checkNationalIdentifier(typed);
  if (fault) return fault;
  const inside = personInIdentifier(typed);
  const birthDate = textOf(person["birthDate"]);
  return inside && birthDate !== "" && inside.birthDate !== birthDate ? "disagreesWithBirthDate" : undefined;
}

/** Kinds of identifier allowed by the person's nationality, in the order of RTS 22. */
export const offeredKinds = (person: Answers, residence?: string): readonly string[] =>
  identifierKinds(identifierCountry(person, residence));

export const identifierKindList = ["personal", "tax", "passport", "identityCard", "concat"] as const;
export const documentKinds = ["passport", "identityCard", "residencePermit"] as const;
const pepKinds = ["none", "self", "family", "associate"] as const;

const isExposed = is("pep", "self", "family", "associate");
/** Prominent public functions, held by the person, their family or those close to them (AMLR, Article 2(34) to (36)). */
export const politicalExposure = [
  { kind: "choice", name: "pep", list: "pep", options: pepKinds, required: true, hint: true },
  { kind: "text", name: "pepOffice", required: true, when: isExposed, half: true },
  { kind: "country", name: "pepCountry", required: true, when: isExposed, half: true },
  { kind: "date", name: "pepFrom", required: true, when: isExposed, range: "past", half: true, check: isOfficeStart },
  { kind: "date", name: "pepUntil", when: isExposed, half: true, check: isOfficeEnd },
] as const;

/** What distinguishes persons of the same name: birth, nationality, identifier, residence. */
export const identityFields = [
  { kind: "date", name: "birthDate", required: true, range: "past", half: true, check: isAdult },
  { kind: "countries", name: "nationalities", required: true },
  {
    kind: "choice",
    name: "identifierKind",
    list: "identifierKind",
    options: identifierKindList,
    required: true,
    half: true,
    folded: true,
    offered: ({ siblings }: StepScope) => offeredKinds(siblings),
  },
  {
    kind: "identifier",
    name: "identifierValue",
    required: true,
    half: true,
    when: ({ siblings }: StepScope) => siblings["identifierKind"] !== "concat",
    check: (value: string, { siblings }: StepScope) => checkIdentifier(value, siblings["identifierKind"], siblings),
  },
  { kind: "country", name: "residenceCountry", required: true, half: true },
] as const;

/** A person named in a company's form: identity, identifier, document. Others have fewer fields. */
export const personFields = [
  { kind: "latin", name: "firstName", required: true, half: true, check: isName },
  { kind: "latin", name: "middleName", half: true, check: isName },
  { kind: "latin", name: "lastName", required: true, half: true, check: isName },
  ...identityFields,
] as const;

export const documentFields = [
  {
    kind: "choice",
    name: "documentKind",
    list: "documentKind",
    options: documentKinds,
    required: true,
    half: true,
    folded: true,
  },
  { kind: "identifier", name: "documentNumber", required: true, max: 40, half: true, check: isDocumentNumber },
  { kind: "country", name: "documentCountry", required: true, half: true },
  { kind: "date", name: "documentExpires", required: true, range: "future", half: true, check: isExpiry },
] as const;
