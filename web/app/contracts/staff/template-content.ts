/** The content of a template while it is edited: numbers as typed, and what is wrong with it. */
import type { TemplateContent } from "@portico/api/contracts/shapes.ts";
import { languages } from "@portico/messages/catalogue.ts";

/** As typed: days that are numbers only after saving. */
export interface TypedContent extends Omit<TemplateContent, "expiryDays" | "reminderDays"> {
  expiryDays: string;
  reminderDays: string;
}

const empty = { bg: "", en: "", pl: "" };
export const emptyContent: TypedContent = {
  name: empty,
  text: empty,
  fields: [],
  for: "both",
  counterSign: true,
  signers: "any",
  expiryDays: "30",
  reminderDays: "7, 1",
  clientsPropose: false,
};

/** A new template's content: the general contract. */
export const beginningWith = (text: Pick<TemplateContent, "name" | "text"> | undefined): TypedContent => ({
  ...emptyContent,
  ...text,
});

export const typedContent = ({ expiryDays, reminderDays, ...rest }: TemplateContent): TypedContent => ({
  ...rest,
  expiryDays: String(expiryDays),
  reminderDays: reminderDays.join(", "),
});

const numbersOf = (typed: string): string[] => typed.split(/[,;\s]+/).filter((part) => part !== "");
const isDays = (typed: string, least: number, most: number): boolean =>
  /^\d{1,3}$/.test(typed) && Number(typed) >= least && Number(typed) <= most;

export const toTemplateContent = ({
  expiryDays,
  reminderDays,
  name,
  fields,
  ...rest
}: TypedContent): TemplateContent => ({
  ...rest,
  name: { bg: name.bg.trim(), en: name.en.trim(), pl: name.pl.trim() },
  fields: fields.map((field) => ({
    ...field,
    id: field.id.trim(),
    name: { bg: field.name.bg.trim(), en: field.name.en.trim(), pl: field.name.pl.trim() },
  })),
  expiryDays: Number(expiryDays),
  reminderDays: numbersOf(reminderDays).map(Number),
});

type ContentFault =
  | "text"
  | "expiryDays"
  | "reminderDays"
  | `name.${string}`
  | `fields.${number}.id`
  | `fields.${number}.twice`
  | `fields.${number}.name`;

/** What keeps it from being saved, by place. */
export function contentFaults(typed: TypedContent): ContentFault[] {
  const faults: ContentFault[] = [];
  for (const language of languages) if (typed.name[language].trim() === "") faults.push(`name.${language}`);
  if (languages.every((language) => typed.text[language].trim() === "")) faults.push("text");
  if (!isDays(typed.expiryDays, 1, 365)) faults.push("expiryDays");
  const reminders = numbersOf(typed.reminderDays);
  if (reminders.length > 5 || reminders.some((days) => !isDays(days, 0, 60))) faults.push("reminderDays");
  const seen = new Set<string>();
  for (const [place, { id, name }] of typed.fields.entries()) {
    if (!/^[a-z][A-Za-z0-9]{0,39}$/.test(id.trim())) faults.push(`fields.${place}.id`);
    else if (seen.has(id.trim())) faults.push(`fields.${place}.twice`);
    seen.add(id.trim());
    if (languages.some((language) => name[language].trim() === "")) faults.push(`fields.${place}.name`);
  }
  return faults;
}
