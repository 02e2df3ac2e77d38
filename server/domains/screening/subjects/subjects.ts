/** Whom a holder's records name: themselves, and of a company its representatives, owners and controllers; and payees. */
import { readOwnership } from "@portico/api/forms/check-ownership.ts";
import { type Answers, type FormAnswers, itemsOf } from "@portico/api/forms/field.ts";
import { ownersAmong, personName } from "@portico/api/forms/persons.ts";
import { countryOf } from "@portico/api/forms/shared-fields.ts";
import type { SubjectRole } from "@portico/api/rules/screening.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { isSameName } from "@portico/kyc/same-name.ts";
import type { Context } from "../../../kernel/context.ts";
import { readNewestAnswers } from "../../forms/newest-answers.ts";
import type { Subject } from "./facts.ts";
import { listNamed, listPayees, type NamedPerson } from "./subjects.queries.ts";

const textOf = (answers: Answers | undefined, name: string): string => {
  const value = answers?.[name];
  return typeof value === "string" ? value.trim() : "";
};
const filled = (values: readonly string[]): string[] => [...new Set(values.filter((value) => value !== ""))];

/** Fields with countries that say something of a person: where they come from, and where they live. */
const countryFields = ["nationalities", "birthCountry", "residenceCountry", "documentCountry", "entityCountry"];
const countriesOf = (...steps: (Answers | undefined)[]): string[] =>
  filled(
    steps.flatMap((answers) =>
      countryFields.flatMap((field) => {
        const value = answers?.[field];
        return (Array.isArray(value) ? value : [value]).map(countryOf);
      }),
    ),
  );

const personOf = (role: SubjectRole, answers: Answers, more: readonly (Answers | undefined)[] = []): Subject => ({
  role,
  facts: {
    kind: "person",
    names: filled([personName(answers), textOf(answers, "nativeName")]),
    births: filled([textOf(answers, "birthDate")]),
    countries: countriesOf(answers, ...more),
  },
});

/** The client of a person's form, by the form and by the account. */
function readClient(name: string, { identity, document, contact }: FormAnswers): Subject {
  const { facts } = personOf("client", identity ?? {}, [document, contact]);
  return { role: "client", facts: { ...facts, names: filled([name, ...facts.names]) } };
}

function readCompany(name: string, form: FormAnswers): Subject[] {
  const { entity } = form;
  const owners = readOwnership(form["ownership"]?.["owners"]);
  const firms = owners?.nodes.filter(({ kind }) => kind === "company") ?? [];
  return [
    {
      role: "client",
      facts: {
        kind: "company",
        names: filled([name, textOf(entity, "legalName"), textOf(entity, "latinName")]),
        births: [],
        countries: countriesOf(entity),
      },
    },
    ...itemsOf(form["representatives"]?.["representatives"]).map((one) => personOf("representative", one)),
    ...itemsOf(form["taxStatus"]?.["controllingPersons"]).map((one) => personOf("controller", one)),
    ...(owners ? ownersAmong(owners).map((one) => personOf("owner", one)) : []),
    ...firms.map(
      (firm): Subject => ({
        role: "owner",
        facts: { kind: "company", names: filled([firm.name]), births: [], countries: countriesOf(firm.details) },
      }),
    ),
  ];
}

const isNamedIn = (subjects: readonly Subject[], name: string): boolean =>
  subjects.some(({ facts }) => facts.names.some((known) => isSameName(known, name)));

/** People of accounts and shares whom the form does not name; and payees who are nobody of these. */
function addNamed(subjects: Subject[], people: readonly NamedPerson[], payees: readonly string[]): void {
  for (const { name, role } of people)
    if (!isNamedIn(subjects.slice(1), name))
      subjects.push({ role, facts: { kind: "person", names: [name], births: [], countries: [] } });
  for (const name of payees)
    if (!isNamedIn(subjects, name))
      subjects.push({ role: "payee", facts: { kind: "any", names: [name], births: [], countries: [] } });
}

/** All of them as known now, from the newest form that was submitted; none of a holder that is erased or gone. */
export async function readSubjects(context: Context, holder: Holder, name: string): Promise<Subject[]> {
  const { db } = context;
  const [answers, people, payees] = await Promise.all([
    readNewestAnswers(context, holder),
    listNamed(db, holder),
    listPayees(db, holder),
  ]);
  const subjects = holder.holderType === "user" ? [readClient(name, answers)] : readCompany(name, answers);
  addNamed(subjects, people, payees);
  return subjects.filter(({ facts }) => facts.names.length > 0);
}
