/** The members of OpenWealth's records. Each reader throws a RefusedRow for a value of another type. */
import type { Day } from "@portico/ledger/entry.ts";
import { RefusedRow } from "../../reading/parsed-file.ts";
import { exactNumber, parseCurrency, parseDay } from "../../reading/values.ts";
import type { Json, JsonObject } from "./json.ts";

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export function objectIn(record: JsonObject | undefined, name: string): JsonObject | undefined {
  const value = record?.[name];
  if (value === undefined || value === null) return undefined;
  if (!isObject(value)) throw new RefusedRow("missingValue", `${name}: ${JSON.stringify(value)}`);
  return value;
}

export function listIn(record: JsonObject, name: string): JsonObject[] {
  const value = record[name];
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value) || !value.every(isObject)) throw new RefusedRow("missingValue", name);
  return value;
}

/** Control characters have no place in a name, an id or a list. */
// oxlint-disable-next-line no-control-regex -- exactly these are replaced
const controls = /[\u0000-\u001F\u007F]+/g;

export function textIn(record: JsonObject | undefined, name: string): string | undefined {
  const value = record?.[name];
  if (typeof value !== "string") return undefined;
  return value.replace(controls, " ").toWellFormed().trim() || undefined;
}

export function requiredText(record: JsonObject | undefined, name: string): string {
  const text = textIn(record, name);
  if (text === undefined) throw new RefusedRow("missingValue", name);
  return text;
}

export const isTrue = (record: JsonObject, name: string): boolean => record[name] === true;
export const isFalse = (record: JsonObject, name: string): boolean => record[name] === false;

export function numberIn(record: JsonObject | undefined, name: string): string | undefined {
  const text = textIn(record, name);
  return text === undefined ? undefined : exactNumber(text, name);
}

export function requiredNumber(record: JsonObject | undefined, name: string): string {
  return exactNumber(requiredText(record, name), name);
}

/** A day, also if the custodian writes its time behind it. */
export function dayIn(record: JsonObject | undefined, name: string): Day | undefined {
  const text = textIn(record, name);
  if (text === undefined) return undefined;
  return parseDay(/^\d{4}-\d{2}-\d{2}T/.test(text) ? text.slice(0, 10) : text);
}

export function requiredDay(record: JsonObject | undefined, name: string): Day {
  const day = dayIn(record, name);
  if (day === undefined) throw new RefusedRow("missingValue", name);
  return day;
}

export function currencyIn(record: JsonObject | undefined, name: string): string | undefined {
  const text = textIn(record, name);
  return text === undefined ? undefined : parseCurrency(text);
}

/** `type` and `value` of a quantity or a price, and the currency of an amount. */
export function amountIn(
  record: JsonObject | undefined,
  name: string,
): { amount: string; currency: string } | undefined {
  const value = objectIn(record, name);
  if (value === undefined) return undefined;
  return { amount: requiredNumber(value, "amount"), currency: parseCurrency(requiredText(value, "currency")) };
}
