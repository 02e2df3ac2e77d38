/** The persons whom forms tell of, so that nobody types a person twice. */
import { readOwnership } from "./check-ownership.ts";
import type { Answers, FormAnswers } from "./field.ts";
import type { FormType } from "./forms.ts";

/** Fields that go along with a person into another form. */
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

/** Who the form tells of: the client; or a company's representatives, controlling persons and owners. */
export function personsOf(type: FormType, form: FormAnswers): Answers[] {
  if (type === "KYC") {
    const person = carry(form["identity"], form["nationalIdentifier"], form["document"], form["contact"], form["work"]);
    return person["lastName"] === undefined ? [] : [person];
  }
  const owners = readOwnership(form["ownership"]?.["owners"]);
  return [
    ...listOf(form["representatives"]?.["representatives"]).map((person) => carry(person)),
    ...listOf(form["taxStatus"]?.["controllingPersons"]).map((person) => carry(person)),
    ...(owners?.nodes ?? [])
      .filter(({ kind }) => kind === "person")
      .map(({ name, details }) => {
        const words = name.trim().split(/\s+/);
        return carry({ firstName: words.slice(0, -1).join(" "), lastName: words.at(-1) ?? "" }, details);
      }),
  ].filter((person) => typeof person["lastName"] === "string" && person["lastName"] !== "");
}

/** The company's legal name as its form has it; empty before it was told. */
export const companyNameOf = (form: FormAnswers): string => {
  const name = form["entity"]?.["legalName"];
  return typeof name === "string" ? name.trim() : "";
};
