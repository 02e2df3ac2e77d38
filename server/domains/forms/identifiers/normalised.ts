/** The identifiers in a form and whose they are, written so that one identifier is the same text in every form. */
import { type Answers, type FormAnswers, itemsOf } from "@portico/api/forms/field.ts";
import type { FormType } from "@portico/api/forms/forms.ts";
import { text } from "@portico/api/forms/inconsistencies/found.ts";
import { personsOfCompany } from "@portico/api/forms/inconsistencies/persons.ts";
import { personName } from "@portico/api/forms/persons.ts";
import { countryOf, documentKinds, identifierCountry } from "@portico/api/forms/shared-fields.ts";
import { compact, inLatin } from "@portico/kyc/check-digits.ts";
import { eeaCountries } from "@portico/kyc/eea.ts";
import { normaliseEik } from "@portico/kyc/eik.ts";
import { normaliseNip } from "@portico/kyc/nip.ts";
import { knowsTinOf, normaliseTin, tinRule } from "@portico/kyc/tin.ts";
import { normaliseVat } from "@portico/kyc/vat.ts";

/** A change of what is listed, or of how a number is written, needs a new number: the index is then made again. */
export const scheme = 1;

interface Placed {
  /** The field that has it. */
  path: string;
  /** Kind, country and number. */
  number: string;
}

export interface Identified {
  kind: "person" | "company";
  /** Whose form it is; not somebody whom the form names. */
  isHolder: boolean;
  /** Ways in which the form writes the name. */
  names: string[];
  /** Empty where the form does not ask for it. */
  birthDate: string;
  /** The number for transaction reports that the person has by kind and country, if it is a person's own number. */
  personal: { kind: string; number: string } | undefined;
  numbers: Placed[];
}

/** What stands for "none" (0000, XXXX, -) is no identifier: forms of strangers would share it. */
const isNumber = (number: string): boolean => number.length > 3 && new Set(number).size > 1;

const placed = (path: string, number: string, ...namespace: string[]): Placed[] =>
  isNumber(number) ? [{ path, number: JSON.stringify([...namespace, number]) }] : [];

/** A personal or tax number: many states have one number for both, and no two of their numbers look alike. */
function personNumber(country: string, typed: string): string {
  const number = normaliseTin(country, typed);
  // Cards of Malta leave zeros out; a tax number of Sweden may be written without the century.
  if (country === "MT") return number.padStart(8, "0");
  return country === "SE" ? number.slice(-10) : number;
}

/** Tax numbers of a list of tax residences; those without a digit say that there is none. */
const taxNumbers = (
  residences: readonly { path: string; answers: Answers }[],
  write: (country: string, tin: string) => [number: string, ...namespace: string[]],
): Placed[] =>
  residences.flatMap(({ path, answers }) => {
    const [country, tin] = [countryOf(answers["taxCountry"]), text(answers, "tin")];
    return /\d/.test(tin) ? placed(`${path}.tin`, ...write(country, tin)) : [];
  });

const writePerson = (country: string, tin: string): [string, ...string[]] => [
  personNumber(country, tin),
  "person",
  country,
];

interface Person {
  answers: Answers;
  pathOf: (field: string) => string;
  residence?: string;
  taxResidences: readonly { path: string; answers: Answers }[];
}

function numbersOfPerson({ answers, pathOf, residence, taxResidences }: Person): Placed[] {
  const kind = text(answers, "identifierKind");
  const typed = text(answers, "identifierValue");
  const country = identifierCountry(answers, residence);
  const identifier = pathOf("identifierValue");
  const documentKind = text(answers, "documentKind");
  return [
    ...(kind === "personal" || kind === "tax" ? placed(identifier, ...writePerson(country, typed)) : []),
    ...(kind === "passport" || kind === "identityCard"
      ? placed(identifier, inLatin(compact(typed)), kind, country)
      : []),
    ...(documentKind === ""
      ? []
      : placed(
          pathOf("documentNumber"),
          inLatin(compact(text(answers, "documentNumber"))),
          documentKind,
          countryOf(answers["documentCountry"]),
        )),
    ...taxNumbers(taxResidences, writePerson),
  ];
}

function personalOf(answers: Answers, residence?: string): Identified["personal"] {
  const kind = text(answers, "identifierKind");
  const country = identifierCountry(answers, residence);
  const typed = text(answers, "identifierValue");
  return (kind === "personal" || kind === "tax") && typed !== ""
    ? { kind: `${kind} ${country}`, number: personNumber(country, typed) }
    : undefined;
}

const residencesIn = (path: string, value: unknown) =>
  itemsOf(value).map((answers) => ({ path: `${path}.${String(answers["id"])}`, answers }));

/** The client of a person's form. */
function listClient({ identity, nationalIdentifier: number, document, contact, tax }: FormAnswers): Identified {
  const answers = { ...identity, ...number, ...document };
  const residence = countryOf(contact?.["residenceCountry"]);
  return {
    kind: "person",
    isHolder: true,
    names: [personName(answers), text(answers, "nativeName")].filter((name) => name !== ""),
    birthDate: text(answers, "birthDate"),
    personal: personalOf(answers, residence),
    numbers: numbersOfPerson({
      answers,
      residence,
      pathOf: (field) => `${field === "documentNumber" ? "document" : "nationalIdentifier"}.${field}`,
      taxResidences: residencesIn("tax.taxResidences", tax?.["taxResidences"]),
    }),
  };
}

const asCompany = (country: string, number: string): [string, ...string[]] => [number, "company", country];

/** A company's tax number; Bulgaria's is the EIK, of which a branch writes four digits more. */
const writeCompany = (country: string, tin: string): [string, ...string[]] =>
  asCompany(country, country === "BG" ? normaliseEik(tin).slice(0, 9) : normaliseTin(country, tin));

function listCompany({ entity = {}, taxStatus }: FormAnswers): Identified {
  const country = countryOf(entity["entityCountry"]);
  const at = (field: string, write: (typed: string) => [number: string, ...namespace: string[]]): Placed[] => {
    const typed = text(entity, field);
    return /\d/.test(typed) ? placed(`entity.${field}`, ...write(typed)) : [];
  };
  return {
    kind: "company",
    isHolder: true,
    names: [text(entity, "legalName"), text(entity, "latinName")].filter((name) => name !== ""),
    birthDate: "",
    personal: undefined,
    numbers: [
      ...at("eik", (eik) => writeCompany("BG", eik)),
      ...at("krs", (krs) => [compact(krs), "krs"]),
      ...at("nip", (nip) => asCompany("PL", normaliseNip(nip))),
      ...at("regon", (regon) => [compact(regon).slice(0, 9), "regon"]),
      ...at("companyTin", (tin) => writeCompany(country, tin)),
      ...at("vatNumber", writeVat),
      ...at("lei", (lei) => [compact(lei), "lei"]),
      ...taxNumbers(residencesIn("taxStatus.taxResidences", taxStatus?.["taxResidences"]), writeCompany),
    ],
  };
}

/** Elsewhere a VAT number is another number than the tax number. */
function writeVat(typed: string): [string, ...string[]] {
  const vat = normaliseVat(typed);
  const country = vat.slice(0, 2);
  return country === "BG" || country === "PL" ? writeCompany(country, vat.slice(2)) : [vat, "vat"];
}

/** The holder, and for a company everyone whom its form names, each as often as they are named. */
export function listIdentified(type: FormType, form: FormAnswers): Identified[] {
  if (type === "KYC") return [listClient(form)];
  const named = personsOfCompany(form).map(({ path, name, answers }): Identified => {
    const isTaxed = path.startsWith("taxStatus.");
    return {
      kind: "person",
      isHolder: false,
      names: [name],
      birthDate: text(answers, "birthDate"),
      personal: personalOf(answers),
      numbers: numbersOfPerson({
        answers,
        pathOf: (field) => `${path}.${field}`,
        taxResidences: isTaxed ? [{ path, answers }] : [],
      }),
    };
  });
  return [listCompany(form), ...named];
}

/** Countries whose documents are looked for: each number is one more to look up. */
const documentCountries = [...eeaCountries, "CH", "GB"];
/** The number has a form that tax numbers of the country have; of countries without a known form any number would. */
const mayBeTin = (country: string, typed: string): boolean =>
  knowsTinOf(country) && tinRule(country).pattern.test(normaliseTin(country, typed));

/**
 * What a number alone may be in a form: that of a person or company of one of the countries, or of a document of the EEA, Switzerland
 * or the United Kingdom, written as there. Empty for what is no identifier.
 */
export function listTyped(typed: string, countries: readonly string[]): string[] {
  if (!/\d/.test(typed) || /[^\p{L}\d\s/-]/u.test(typed) || compact(typed).length < 6) return [];
  const paper = inLatin(compact(typed));
  const written = [
    ...countries
      .filter((country) => mayBeTin(country, typed))
      .flatMap((country) => [
        ...placed("", ...writePerson(country, typed)),
        ...placed("", ...writeCompany(country, typed)),
      ]),
    ...documentCountries.flatMap((country) => documentKinds.flatMap((kind) => placed("", paper, kind, country))),
    ...placed("", ...writeVat(typed)),
    ...placed("", ...asCompany("PL", normaliseNip(typed))),
    ...placed("", compact(typed), "krs"),
    ...placed("", compact(typed).slice(0, 9), "regon"),
    ...placed("", compact(typed), "lei"),
  ];
  return [...new Set(written.map(({ number }) => number))];
}
