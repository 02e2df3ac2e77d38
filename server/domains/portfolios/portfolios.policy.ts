/** Rules of portfolios, each in a sentence. */
import type { FieldCode } from "@portico/api/errors.ts";
import type { HolderState } from "@portico/api/holder-states.ts";
import type { RequestRow } from "@portico/api/transaction-requests.ts";

/** Only an approved client may ask for a transaction (decisions 11). */
export const mayRequest = (state: HolderState): boolean => state === "postKYC";

/** Quotes older than this are used, and said to be old: a fund may be priced monthly, but nobody should take it for today's. */
export const staleAfterDays = 10;

type Info = RequestRow["transactionInfo"];
interface FieldProblem {
  path: string;
  code: FieldCode;
}

const isPositive = (decimal: string): boolean => !decimal.startsWith("-") && /[1-9]/.test(decimal);

/**
 * A deposit or withdrawal names a sum and its currency; a buy or sell names an instrument and either a quantity or a sum.
 * Every amount is above zero.
 */
export function problemsOfRequest(type: RequestRow["type"], info: Info): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const add = (field: keyof Info, code: FieldCode) => problems.push({ path: `transactionInfo.${field}`, code });
  if (type === "deposit" || type === "withdrawal") {
    if (info.sum === undefined) add("sum", "required");
    if (info.currency === undefined) add("currency", "required");
    for (const field of ["instrumentId", "instrumentName", "quantity", "limitPrice"] as const)
      if (info[field] !== undefined) add(field, "notAllowed");
  } else {
    if (info.instrumentId === undefined && info.instrumentName === undefined) add("instrumentName", "required");
    if (info.quantity === undefined && info.sum === undefined) add("quantity", "required");
    if (info.quantity !== undefined && info.sum !== undefined) add("sum", "notAllowed");
    if (info.sum !== undefined && info.currency === undefined) add("currency", "required");
  }
  for (const field of ["quantity", "sum", "limitPrice"] as const) {
    const value = info[field];
    if (value !== undefined && !isPositive(value)) add(field, "tooSmall");
  }
  return problems;
}
