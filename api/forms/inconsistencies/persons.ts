/** The persons of a form compared with each other: one identifier or document with two names, one name with two identities. */
import { compact } from "@portico/kyc/check-digits.ts";
import type { Sex } from "@portico/kyc/egn.ts";
import { personInIdentifier } from "@portico/kyc/national-identifier.ts";
import { areSameWords, comparedWords, isSameName } from "@portico/kyc/same-name.ts";
import { sexOfName } from "@portico/kyc/sex-of-name.ts";
import { readOwnership } from "../check-ownership.ts";
import { isOverHundred } from "../day-limits.ts";
import { type Answers, type FormAnswers, isRecord, itemsOf } from "../field.ts";
import { personName } from "../persons.ts";
import { countryOf, identifierCountry } from "../shared-fields.ts";
import { foundAt, type Inconsistency, text } from "./found.ts";

/** A person of a company's form and where they stand. */
export interface PlacedPerson {
  /** Of the list entry or owner. */
  path: string;
  name: string;
  answers: Answers;
}

/** Representatives, controlling persons and owners, each as often as they are named. */
export function personsOfCompany({ representatives, taxStatus, ownership }: FormAnswers): PlacedPerson[] {
  const inList = (path: string, value: unknown): PlacedPerson[] =>
    itemsOf(value).map((answers) => ({ path: `${path}.${String(answers["id"])}`, name: personName(answers), answers }));
  const owners = readOwnership(ownership?.["owners"])?.nodes.filter(({ kind }) => kind === "person") ?? [];
  return [
    ...inList("representatives.representatives", representatives?.["representatives"]),
    ...inList("taxStatus.controllingPersons", taxStatus?.["controllingPersons"]),
    ...owners.map(({ id, name, details }) => ({
      path: `ownership.owners.${id}`,
      name: typeof name === "string" ? name.trim() : "",
      answers: isRecord(details) ? details : {},
    })),
  ].filter(({ name }) => name !== "");
}

/** What the personal number of these answers says; undefined for another kind, or a number that says nothing. */
function readIdentifier(answers: Answers, residence?: string) {
  return personInIdentifier({
    country: identifierCountry(answers, residence),
    kind: text(answers, "identifierKind") as "personal",
    value: text(answers, "identifierValue"),
  });
}

/** The sex in the personal number of a person's form. */
export const sexInIdentifier = ({ identity, nationalIdentifier, contact }: FormAnswers): Sex | undefined =>
  readIdentifier({ ...identity, ...nationalIdentifier }, countryOf(contact?.["residenceCountry"]))?.sex;

/** The number of the other sex than the name's. */
function contradictsSex(answers: Answers, [first, last]: readonly [string, string], residence?: string): boolean {
  const inside = readIdentifier(answers, residence);
  const told = sexOfName(identifierCountry(answers, residence), first, last);
  return inside !== undefined && told !== undefined && inside.sex !== told;
}

/** The person's own form: the number against the name, a passport's number against the document. */
export function findInPerson({ identity, nationalIdentifier, document, contact }: FormAnswers, today: string) {
  const answers = { ...identity, ...nationalIdentifier };
  const residence = countryOf(contact?.["residenceCountry"]);
  const isPassport =
    text(nationalIdentifier, "identifierKind") === "passport" &&
    text(document, "documentKind") === "passport" &&
    text(document, "documentCountry") === identifierCountry(answers, residence);
  const number = compact(text(nationalIdentifier, "identifierValue"));
  return [
    ...(isOverHundred(answers, today) ? foundAt("overHundred", ["identity.birthDate"]) : []),
    ...(contradictsSex(answers, [text(identity, "firstName"), text(identity, "lastName")], residence)
      ? foundAt("sexAndIdentifier", ["nationalIdentifier.identifierValue", "identity.firstName", "identity.lastName"])
      : []),
    ...(isPassport && number !== "" && number !== compact(text(document, "documentNumber"))
      ? foundAt("identifierAndDocument", ["nationalIdentifier.identifierValue", "document.documentNumber"])
      : []),
  ];
}

/** First and last name of a placed person; an owner has one text. */
function endsOf({ name, answers }: PlacedPerson): readonly [string, string] {
  const words = name.split(/\s+/);
  return [text(answers, "firstName") || (words[0] ?? ""), text(answers, "lastName") || (words.at(-1) ?? "")];
}

/** Numbers that belong to one person alone, by the field that has them. */
const numbersOf = ({ answers }: PlacedPerson): { field: string; number: string }[] => {
  const identifier = compact(text(answers, "identifierValue"));
  const document = compact(text(answers, "documentNumber"));
  return [
    ...(identifier !== "" && text(answers, "identifierKind") !== "concat"
      ? [{ field: "identifierValue", number: `${identifierCountry(answers)} ${identifier}` }]
      : []),
    ...(document === ""
      ? []
      : [{ field: "documentNumber", number: `${text(answers, "documentCountry")} ${document}` }]),
  ];
};

/** The persons of a company's form against each other. */
export function findAmongPersons(form: FormAnswers, today: string): Inconsistency[] {
  const persons = personsOfCompany(form);
  // Each is read once: there may be 240 of them.
  const read = persons.map((person) => ({ person, words: comparedWords(person.name), numbers: numbersOf(person) }));
  const twoNames: string[] = [];
  const twoIdentities: string[] = [];
  for (const [index, { person: one, words, numbers }] of read.entries())
    for (const { person: other, ...its } of read.slice(index + 1)) {
      const shared = numbers.filter(({ field, number }) =>
        its.numbers.some((another) => another.field === field && another.number === number),
      );
      if (areSameWords(words, its.words)) twoIdentities.push(...differingFields(one, other));
      else twoNames.push(...shared.flatMap(({ field }) => [`${one.path}.${field}`, `${other.path}.${field}`]));
    }
  const ofSex = persons.filter((person) => contradictsSex(person.answers, endsOf(person)));
  const old = persons.filter(({ answers }) => isOverHundred(answers, today));
  return [
    ...foundAt(
      "overHundred",
      old.map(({ path }) => `${path}.birthDate`),
    ),
    ...foundAt(
      "sexAndIdentifier",
      ofSex.map(({ path }) => `${path}.identifierValue`),
    ),
    ...foundAt("identifierTwoNames", twoNames),
    ...foundAt("nameTwoIdentities", twoIdentities),
  ];
}

/** Paths of the birth dates and identifiers in which two persons differ, of those that both have. */
function differingFields(one: PlacedPerson, other: PlacedPerson): string[] {
  const kind = text(one.answers, "identifierKind");
  const isComparable = kind !== "" && kind === text(other.answers, "identifierKind");
  return ["birthDate", ...(isComparable ? ["identifierValue"] : [])]
    .filter((field) => {
      const [a, b] = [compact(text(one.answers, field)), compact(text(other.answers, field))];
      return a !== "" && b !== "" && a !== b;
    })
    .flatMap((field) => [`${one.path}.${field}`, `${other.path}.${field}`]);
}

/**
 * A representative of the company who has the name or the identifier of a person known from their own approved form,
 * and differs from it elsewhere.
 */
export function findOwnFormDifferences(form: FormAnswers, ownForms: readonly FormAnswers[]): Inconsistency[] {
  const known = ownForms.map(
    ({ identity, nationalIdentifier, document }): Answers => ({ ...identity, ...nationalIdentifier, ...document }),
  );
  const paths = personsOfCompany(form).flatMap((person) =>
    known
      .filter((own) => isSameName(personName(own), person.name) || hasSameIdentifier(own, person.answers))
      .flatMap((own) => differencesFrom(own, person)),
  );
  return foundAt("ownFormDiffers", paths);
}

/** Another number of the same kind of document: one of another kind is another document. */
const isOtherNumber = (own: Answers, given: Answers): boolean => {
  const [known, number] = [text(own, "documentNumber"), text(given, "documentNumber")].map(compact);
  const isSameKind = ["documentKind", "documentCountry"].every((name) => text(own, name) === text(given, name));
  return isSameKind && known !== "" && number !== "" && known !== number;
};

const countriesIn = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

const hasSameIdentifier = (one: Answers, other: Answers): boolean => {
  const number = compact(text(one, "identifierValue"));
  return number !== "" && number === compact(text(other, "identifierValue"));
};

function differencesFrom(own: Answers, { path, name, answers }: PlacedPerson): string[] {
  const fields = differingFields({ path, name, answers: own }, { path, name, answers });
  const [theirs, given] = [countriesIn(own["nationalities"]), countriesIn(answers["nationalities"])];
  const isOther =
    theirs.length > 0 &&
    given.length > 0 &&
    (theirs.some((country) => !given.includes(country)) || given.some((country) => !theirs.includes(country)));
  return [
    ...(isSameName(personName(own), name) ? [] : [answers["lastName"] === undefined ? path : `${path}.lastName`]),
    ...fields,
    ...(isOtherNumber(own, answers) ? [`${path}.documentNumber`] : []),
    ...(isOther ? [`${path}.nationalities`] : []),
  ];
}
