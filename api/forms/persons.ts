/** The persons named in forms, so that nobody types a person twice. */
import { readOwnership } from "./check-ownership.ts";
import type { Answers, FormAnswers, OwnershipAnswers } from "./field.ts";
import type { FormType } from "./forms.ts";

/** Fields copied with a person into another form. */
const carried = [
  "firstName",
  "middleName",
  "lastName",
  "nativeName",
  "birthDate",
  "birthPlace",
  "birthCountry",
  "nationalities",
  "identifierKind",
  "identifierValue",
  "documentKind",
  "documentNumber",
  "documentCountry",
  "documentExpires",
  "residenceCountry",
  "taxCountry",
  "pep",
] as const;

const carry = (...sources: (Answers | undefined)[]): Answers =>
  Object.fromEntries(
    carried.flatMap((name) => {
      const value = sources.find((source) => source?.[name] !== undefined)?.[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );

const listOf = (value: unknown): Answers[] => (Array.isArray(value) ? (value as Answers[]) : []);

/** First, middle and last name as one text; empty if none was given. */
export const personName = ({ firstName, middleName, lastName }: Answers): string =>
  [firstName, middleName, lastName]
    .filter((part): part is string => typeof part === "string" && part.trim() !== "")
    .map((part) => part.trim())
    .join(" ");

const textOf = (value: unknown): string => (typeof value === "string" ? value.trim().toLowerCase() : "");
const agree = (a: unknown, b: unknown): boolean => textOf(a) === "" || textOf(b) === "" || textOf(a) === textOf(b);

/** The same person, judging by identifier, names and date of birth: an owner has fewer details than a representative. */
export function isSamePerson(a: Answers, b: Answers): boolean {
  const [number, other] = [textOf(a["identifierValue"]), textOf(b["identifierValue"])];
  if (number !== "" && other !== "") return number === other;
  const ends = (person: Answers): string => {
    const words = personName(person).toLowerCase().split(/\s+/);
    return `${words[0]} ${words.at(-1)}`;
  };
  return ends(a) === ends(b) && agree(a["birthDate"], b["birthDate"]);
}

/** Each person once, with everything known of them; the first value of a field wins. */
export function eachOnce<Known extends { answers: Answers }>(persons: readonly Known[]): Known[] {
  const found: Known[] = [];
  for (const person of persons) {
    const at = found.findIndex(({ answers }) => isSamePerson(answers, person.answers));
    const before = found[at];
    if (before) found[at] = { ...before, answers: { ...person.answers, ...before.answers } };
    else found.push(person);
  }
  return found;
}

/** The persons named in the form: the client; or a company's representatives, controlling persons and owners. */
export function listPersons(type: FormType, form: FormAnswers): Answers[] {
  if (type === "KYC") {
    const person = carry(form["identity"], form["nationalIdentifier"], form["document"], form["contact"], form["work"]);
    return person["lastName"] === undefined ? [] : [person];
  }
  const owners = readOwnership(form["ownership"]?.["owners"]);
  return [
    ...listOf(form["representatives"]?.["representatives"]).map((person) => carry(person)),
    ...listOf(form["taxStatus"]?.["controllingPersons"]).map((person) => carry(person)),
    ...(owners ? ownersAmong(owners) : []),
  ].filter((person) => typeof person["lastName"] === "string" && person["lastName"] !== "");
}

/** The persons in an ownership graph. */
export const ownersAmong = ({ nodes }: OwnershipAnswers): Answers[] =>
  nodes
    .filter(({ kind }) => kind === "person")
    .map(({ name, details }) => {
      // A draft contains whatever was typed.
      const words = (typeof name === "string" ? name : "").trim().split(/\s+/);
      return carry({ firstName: words.slice(0, -1).join(" "), lastName: words.at(-1) ?? "" }, details);
    });

/** The company's legal name from its form; empty if not given yet. */
export const companyNameOf = (form: FormAnswers): string => {
  const name = form["entity"]?.["legalName"];
  return typeof name === "string" ? name.trim() : "";
};

const registerFields = ["eik", "krs", "nip", "regon", "lei"] as const;

/** The company's register numbers (EIK, KRS, NIP, REGON, LEI) from its form, separated by spaces; all are public. */
export const registerNumberOf = (form: FormAnswers): string =>
  registerFields
    .map((field) => form["entity"]?.[field])
    .filter((value) => typeof value === "string" && value.trim() !== "")
    .join(" ");
