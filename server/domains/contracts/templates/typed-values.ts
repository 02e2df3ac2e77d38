/** The values typed for a contract: their checks, and the text that they give. */

import type { ContractField } from "@portico/api/contracts.ts";
import { isAmountIn } from "@portico/api/currencies.ts";
import type { FieldCode } from "@portico/api/errors.ts";
import { day as dayShape, decimal, type Holder, type Language } from "@portico/api/shapes.ts";
import type { Context } from "../../../kernel/context.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import { firmDay } from "../../settings/firm-day.ts";
import type { ContractDraft } from "./contract-pdf.ts";
import { getHolderLanguage } from "./placeholder-values.ts";
import type { TemplateRecord } from "./templates.queries.ts";

export type Data = Readonly<Record<string, string>>;

/** Of an amount without a currency: two decimals. */
const usualCurrency = "EUR";

function faultOf({ kind, currency = usualCurrency }: ContractField, value: string): FieldCode | null {
  if (value === "" || kind === "text") return null;
  if (kind === "day") return dayShape.safeParse(value).success ? null : "badDate";
  const isDecimal = decimal.safeParse(value).success;
  return isDecimal && (kind === "number" || isAmountIn(currency, value)) ? null : "badFormat";
}

/** Faults of typed values by their field: unknown ones, and numbers, amounts and days that are none. */
function faultsOfData(fields: readonly ContractField[], data: Data): { path: string; code: FieldCode }[] {
  return Object.entries(data).flatMap(([name, value]): { path: string; code: FieldCode }[] => {
    const path = `contract_data.${name}`;
    const field = fields.find(({ id }) => id === name);
    if (!field) return [{ path, code: "unknown" }];
    const code = faultOf(field, value);
    return code === null ? [] : [{ path, code }];
  });
}

export function checkData(fields: readonly ContractField[], data: Data): void {
  const faults = faultsOfData(fields, data);
  if (faults.length > 0) throw new Refusal("badInput", { fields: faults });
}

/** The fields of a side that are still empty. */
const emptyFields = (fields: readonly ContractField[], data: Data, side: ContractField["filledBy"]) =>
  fields
    .filter(({ id, filledBy }) => filledBy === side && (data[id] ?? "").trim() === "")
    .map(({ id }) => ({ path: `contract_data.${id}`, code: "required" as const }));

export function requireFilled(fields: readonly ContractField[], data: Data, side: ContractField["filledBy"]): void {
  const faults = emptyFields(fields, data, side);
  if (faults.length > 0) throw new Refusal("badInput", { fields: faults });
}

export interface Order {
  contract_data: Data;
  contract_name?: string | undefined;
  language?: Language | undefined;
}

/** What a template gives for the holder today. Its text is empty if the template has none in the language. */
export async function createContractDraft(
  context: Context,
  holder: Holder,
  template: TemplateRecord,
  { contract_data: data, contract_name, language: wanted }: Order,
): Promise<ContractDraft> {
  const { db, now } = context;
  const [holderLanguage, { today }] = await Promise.all([getHolderLanguage(db, holder), firmDay(db, now())]);
  // Not another one in its place: whoever asked must choose it.
  const language = wanted ?? holderLanguage;
  const { name, text, fields } = template.content;
  return {
    source: `${template.type}/${template.version}`,
    name: contract_name ?? name[language],
    language,
    text: text[language],
    fields,
    data,
    day: today,
  };
}
