/** Typed values of a contract's fields: what is wrong with one, and how the calls take it. */

import type { ContractField } from "@portico/api/contracts.ts";
import { isDay } from "@portico/api/rules/calendar.ts";
import { formatDay, formatExact } from "../ui/format.ts";
import type { Language } from "../ui/text.tsx";

/** A plain decimal: a comma for the point, and spaces between thousands, are accepted as typed. */
const plainNumber = (typed: string): string => typed.replaceAll(/[\s\u00a0\u202f]/g, "").replace(",", ".");

/** Text as it is, a number as a plain decimal, a day as YYYY-MM-DD. */
export const normalized = ({ kind }: Pick<ContractField, "kind">, typed: string): string =>
  kind === "number" ? plainNumber(typed) : typed.trim();

/** Why the value cannot be sent, or null. */
export function fieldFault(field: Pick<ContractField, "kind">, typed: string): "missing" | "number" | "day" | null {
  const value = normalized(field, typed);
  if (value === "") return "missing";
  if (field.kind === "number" && !/^-?\d{1,20}(\.\d{1,12})?$/.test(value)) return "number";
  if (field.kind === "day" && !isDay(value)) return "day";
  return null;
}

/** A stored value in the reader's language; one that another version of the template took stays as it is. */
export function shownValue(field: Pick<ContractField, "kind">, language: Language, value: string): string {
  if (field.kind === "text" || fieldFault(field, value) !== null) return value;
  return field.kind === "day" ? formatDay(language, value) : formatExact(language, value);
}

export const areFilled = (fields: readonly ContractField[], values: Record<string, string>): boolean =>
  fields.every((field) => fieldFault(field, values[field.id] ?? "") === null);

/** The fields' values as the calls take them; others are left out. */
export const toContractData = (
  fields: readonly ContractField[],
  values: Record<string, string>,
): Record<string, string> =>
  Object.fromEntries(fields.map((field) => [field.id, normalized(field, values[field.id] ?? "")]));
