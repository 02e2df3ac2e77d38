/** What the placeholders of contracts are called by people. */
import type { ContractField } from "@portico/api/contracts.ts";
import type { Language } from "@portico/api/shapes.ts";
import { textIn, textKeys } from "@portico/messages/server-text.ts";
import type { Db } from "../../../kernel/transaction.ts";
import { getAllDataFields } from "../../data-fields/data-fields.ts";

export type Label = Record<Language, string>;

const known = new Set(textKeys);
const isText = (key: string): key is "admin.contracts.placeholder.holder.name" => known.has(key);
const inAll = (textOf: (language: Language) => string): Label => ({
  bg: textOf("bg"),
  en: textOf("en"),
  pl: textOf("pl"),
});

/** Of the contract, its holder, the firm, and the answers of forms; null for others. */
export function labelOf(name: string): Label | null {
  const keys = [`admin.contracts.placeholder.${name}`, `forms.field.${name.slice(name.lastIndexOf(".") + 1)}`];
  const key = keys.find(isText);
  return key === undefined ? null : inAll((language) => textIn(language)(key));
}

/** Also of the firm's data fields and of the template's own. */
export async function getPlaceholderLabels(
  db: Db,
  fields: readonly ContractField[],
  names: readonly string[],
): Promise<Map<string, Label>> {
  const ofFirm = names.some((name) => name.startsWith("data.")) ? await getAllDataFields(db) : [];
  return new Map<string, Label>([
    ...names.flatMap((name): [string, Label][] => {
      const label = labelOf(name);
      return label ? [[name, label]] : [];
    }),
    ...ofFirm.map(({ id, label }): [string, Label] => [`data.${id}`, inAll(() => label)]),
    ...fields.map(({ id, name }): [string, Label] => [`field.${id}`, name]),
  ]);
}
