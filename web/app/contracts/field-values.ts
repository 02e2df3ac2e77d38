/** Typed values of a contract's fields: what is wrong with one, and how the calls take it. */

import type { ContractField } from "@portico/api/contracts.ts";
import { isDay } from "@portico/api/rules/calendar.ts";
import { digitsOf, formatDay, formatDecimal, formatExact, formatMoney } from "../ui/format.ts";
import type { Language } from "../ui/text.tsx";

type Kind = Pick<ContractField, "kind" | "currency">;

/** A plain decimal: a comma for the point, and spaces between thousands, are accepted as typed. */
const plainNumber = (typed: string): string => typed.replaceAll(/[\s\u00a0\u202f]/g, "").replace(",", ".");

/**
 * The plain decimal of an amount that was typed in any language. What stands alone before three digits may separate
 * thousands or decimals: it stays as typed, which is a fault.
 */
function plainAmount(typed: string, digits: number): string {
  const text = typed.replaceAll(/[\s\u00a0\u202f']/g, "").replace("\u2212", "-");
  const [whole, decimals] =
    /^(-?\d{1,3}(?:\.\d{3})+),(\d+)$/.exec(text)?.slice(1) ??
    /^(-?\d{1,3}(?:,\d{3})+)\.(\d+)$/.exec(text)?.slice(1) ??
    /^(-?\d{1,3}(?:\.\d{3}){2,}|-?\d{1,3}(?:,\d{3}){2,})$/.exec(text)?.slice(1) ??
    [];
  if (whole !== undefined) return whole.replaceAll(/[.,]/g, "") + (decimals === undefined ? "" : `.${decimals}`);
  // With three decimals, a point is read as the calls write it.
  return /,\d{3}$/.test(text) && digits > 2 ? text : text.replace(",", ".");
}

const digitsIn = ({ currency }: Pick<ContractField, "currency">): number =>
  currency === undefined ? 2 : digitsOf(currency);

/** Text as it is, a number or an amount as a plain decimal, a day as YYYY-MM-DD. */
export function normalized(field: Kind, typed: string): string {
  if (field.kind === "amount") return plainAmount(typed, digitsIn(field));
  return field.kind === "number" ? plainNumber(typed) : typed.trim();
}

const isAmountWith = (digits: number, value: string): boolean =>
  /^-?\d{1,20}(\.\d{1,12})?$/.test(value) && (value.split(".")[1] ?? "").length <= digits;

/** Why the value cannot be sent, or null. */
export function fieldFault(field: Kind, typed: string): "missing" | "number" | "amount" | "day" | null {
  const value = normalized(field, typed);
  if (value === "") return "missing";
  if (field.kind === "number" && !/^-?\d{1,20}(\.\d{1,12})?$/.test(value)) return "number";
  if (field.kind === "amount" && !isAmountWith(digitsIn(field), value)) return "amount";
  if (field.kind === "day" && !isDay(value)) return "day";
  return null;
}

/** A stored value in the reader's language; one that another version of the template took stays as it is. */
export function shownValue(field: Kind, language: Language, value: string): string {
  if (field.kind === "text" || fieldFault(field, value) !== null) return value;
  if (field.kind === "day") return formatDay(language, value);
  if (field.kind === "number") return formatExact(language, value);
  return field.currency === undefined
    ? formatDecimal(language, value, 2)
    : formatMoney(language, value, field.currency);
}

export const areFilled = (fields: readonly ContractField[], values: Record<string, string>): boolean =>
  fields.every((field) => fieldFault(field, values[field.id] ?? "") === null);

/** The fields' values as the calls take them; others are left out. */
export const toContractData = (
  fields: readonly ContractField[],
  values: Record<string, string>,
): Record<string, string> =>
  Object.fromEntries(fields.map((field) => [field.id, normalized(field, values[field.id] ?? "")]));
