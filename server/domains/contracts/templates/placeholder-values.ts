/** The values that stand in a contract in place of its placeholders, in the contract's language. */
import type { ContractField } from "@portico/api/contracts.ts";
import { digitsUnlikeTwo } from "@portico/api/currency-digits.generated.ts";
import type { DataField } from "@portico/api/data-fields.ts";
import type { Answers, Field, Step } from "@portico/api/forms/field.ts";
import { type FormType, loadForm } from "@portico/api/forms/forms.ts";
import type { Holder, Language } from "@portico/api/shapes.ts";
import { textIn } from "@portico/messages/server-text.ts";
import { dateLocale } from "@portico/messages/text.ts";
import type { Context } from "../../../kernel/context.ts";
import type { Db } from "../../../kernel/transaction.ts";
import { getAllDataFields, getDataFields } from "../../data-fields/data-fields.ts";
import { findCurrentAnswers } from "../../forms/submission/own-submissions.ts";
import { getHolder, getHolderAccount, getHolderPeople } from "../../holders/holders.ts";
import { languageOf } from "../../notifications/notifications.ts";
import { getSetting } from "../../settings/settings.ts";
import { findUserFacts } from "../holder.queries.ts";
import { labelOf } from "./placeholder-labels.ts";

/** Stands where the holder has not filled in a field yet. */
export const blank = "……………………";

const formOf = { user: "KYC", company: "companyKYC" } as const satisfies Record<Holder["holderType"], FormType>;
const ownNames = ["contract.name", "contract.day", "holder.name", "holder.clientNumber", "holder.email", "firm.name"];

const inWords = {
  day: (language: Language, day: string): string =>
    new Intl.DateTimeFormat(dateLocale(language), { dateStyle: "long", timeZone: "UTC" }).format(new Date(day)),
  // Kept as written: a float would change a long decimal.
  number: (language: Language, decimal: string): string =>
    new Intl.NumberFormat(dateLocale(language), { maximumFractionDigits: 12 }).format(
      decimal as Intl.StringNumericLiteral,
    ),
  /** With the decimals of its currency: "1,000.50 EUR"; two without one. */
  amount: (language: Language, decimal: string, currency?: string): string => {
    const digits = currency === undefined ? 2 : (digitsUnlikeTwo[currency] ?? 2);
    const written = new Intl.NumberFormat(dateLocale(language), {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
      useGrouping: "always",
    }).format(decimal as Intl.StringNumericLiteral);
    return currency === undefined ? written : `${written}\u00a0${currency}`;
  },
  country: (language: Language, code: string): string =>
    new Intl.DisplayNames(language, { type: "region" }).of(code) ?? code,
};

/** The fields of a form that are one text each: name, contact, identity document. */
const isPlain = ({ kind }: Field): boolean =>
  ["text", "latin", "identifier", "longText", "email", "phone", "date", "country"].includes(kind);
const plainFields = (step: Step): Field[] => step.groups.flatMap(({ fields }) => fields).filter(isPlain);

function answerIn(language: Language, field: Field, answers: Answers | undefined): string {
  const value = answers?.[field.name];
  if (typeof value !== "string" || value === "") return "";
  if (field.kind === "date") return inWords.day(language, value);
  return field.kind === "country" ? inWords.country(language, value) : value;
}

async function formValues(context: Context, holder: Holder, language: Language): Promise<[string, string][]> {
  const type = formOf[holder.holderType];
  const [steps, answers] = await Promise.all([loadForm(type), findCurrentAnswers(context, { ...holder, type })]);
  const group = holder.holderType === "user" ? "person" : "company";
  return steps.flatMap((step) =>
    plainFields(step).map((field): [string, string] => [
      `${group}.${step.name}.${field.name}`,
      answerIn(language, field, answers?.[step.name]),
    ]),
  );
}

/** A data field as it is printed; empty if the person has none. */
function factIn(language: Language, { type, choices }: DataField, value: unknown): string {
  if (value === undefined || value === null) return "";
  const plain = typeof value === "string" ? value : JSON.stringify(value);
  if (type === "day") return inWords.day(language, plain);
  if (type === "choice") return choices.find(({ id }) => id === value)?.name[language] ?? plain;
  if (type === "yesNo") return textIn(language)(value === true ? "ui.answer.yes" : "ui.answer.no");
  return plain;
}

/** A person's e-mail and data fields; a company has none. */
async function personValues(
  context: Context,
  { holderType, holderId }: Holder,
  language: Language,
): Promise<[string, string][]> {
  if (holderType === "company") return [];
  const [fields, facts] = await Promise.all([getAllDataFields(context.db), findUserFacts(context.db, holderId)]);
  return [
    ["holder.email", facts.email],
    ...fields.map((field): [string, string] => [
      `data.${field.id}`,
      factIn(language, field, facts.client_data[field.label]),
    ]),
  ];
}

interface Typed {
  fields: readonly ContractField[];
  data: Readonly<Record<string, string>>;
}

/** What was typed, as it is printed; what the holder is still to fill in is a blank. */
const typedValues = (language: Language, { fields, data }: Typed): [string, string][] =>
  fields.map(({ id, kind, filledBy, currency }) => {
    const value = data[id] ?? "";
    if (value === "") return [`field.${id}`, filledBy === "client" ? blank : ""];
    return [`field.${id}`, kind === "text" ? value : inWords[kind](language, value, currency)];
  });

/** Every value of a contract of the holder, by placeholder; an empty one is missing. */
export async function getPlaceholderValues(
  context: Context,
  holder: Holder,
  { language, name, day, ...typed }: Typed & { language: Language; name: string; day: string },
): Promise<Record<string, string>> {
  const { db } = context;
  const [{ name: holderName }, account, brand, ofForm, ofPerson] = await Promise.all([
    getHolder(db, holder),
    getHolderAccount(db, holder),
    getSetting(db, "brand"),
    formValues(context, holder, language),
    personValues(context, holder, language),
  ]);
  return Object.fromEntries([
    ["contract.name", name],
    ["contract.day", inWords.day(language, day)],
    ["holder.name", holderName],
    ["holder.clientNumber", account.clientNumber ?? ""],
    ["firm.name", brand.name],
    ...ofForm,
    ...ofPerson,
    ...typedValues(language, typed),
  ]);
}

/** The language of the person, or of the first who acts for the company. */
export async function getHolderLanguage(db: Db, holder: Holder): Promise<Language> {
  const [person] = await getHolderPeople(db, holder);
  return languageOf(person?.preferences);
}

const named = <Group extends "contract" | "holder" | "person" | "company">(name: string, group: Group) => ({
  name,
  group,
  label: labelOf(name) ?? { bg: name, en: name, pl: name },
});

/** The names that a template's text may contain, besides those of its own fields. */
export async function listPlaceholders(context: Context) {
  const ofForm = async (type: FormType, group: "person" | "company") =>
    (await loadForm(type)).flatMap((step) =>
      plainFields(step).map((field) => named(`${group}.${step.name}.${field.name}`, group)),
    );
  const own = ownNames.map((name) => named(name, name.startsWith("holder.") ? "holder" : "contract"));
  const data = (await getDataFields(context.db)).map(({ id, label }) => ({
    name: `data.${id}`,
    group: "data" as const,
    label: { bg: label, en: label, pl: label },
  }));
  return [...own, ...(await ofForm("KYC", "person")), ...(await ofForm("companyKYC", "company")), ...data];
}
