/** Values of data fields in words. */
import type { DataField } from "@portico/api/data-fields.ts";
import type { Language, Translate } from "../../ui/text.tsx";

type Field = Pick<DataField, "label" | "names" | "type" | "choices">;

export const nameOfField = ({ names, label }: Pick<Field, "names" | "label">, language: Language): string =>
  names[language] || label;

const plain = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

/** The value as it is read; empty if there is none. */
export function factText(t: Translate, language: Language, { type, choices }: Field, value: unknown): string {
  if (value === undefined || value === null || value === "") return "";
  if (type === "choice") return choices.find(({ id }) => id === value)?.name[language] ?? plain(value);
  if (type === "yesNo" && typeof value === "boolean") return t(value ? "ui.answer.yes" : "ui.answer.no");
  return plain(value);
}

/** The value as it is typed in a field. */
export const typedFact = (value: unknown): string => (value === undefined || value === null ? "" : plain(value));
