/** Rules of new requests: who may ask, and what is wrong with what was typed. */
import { isAmountIn, isCurrencyInUse } from "@portico/api/currencies.ts";
import type { FieldCode } from "@portico/api/errors.ts";
import type { HolderState } from "@portico/api/holder-states.ts";
import type { RequestRow } from "@portico/api/payments/requests.ts";
import { Decimal } from "@portico/ledger/decimal.ts";
import type { Holdings } from "../../portfolios/ledger/holdings.ts";

/**
 * Only an approved client may ask for a transaction (docs/rules.md, Portfolio). One whose yearly renewal is open stays
 * verified: their own money goes on to an account that was confirmed.
 */
export const mayRequest = (state: HolderState, type: RequestRow["type"]): boolean =>
  state === "postKYC" || (state === "pendingReKYC" && type === "withdrawal");

type Info = RequestRow["transactionInfo"];
interface FieldProblem {
  path: string;
  code: FieldCode;
}

const isPositive = (decimal: string): boolean => !decimal.startsWith("-") && /[1-9]/.test(decimal);

/**
 * A deposit or withdrawal has a sum and currency, a withdrawal also a bank account; a buy or sell has an instrument and
 * either a quantity or a sum. Every amount is above zero.
 */
export function problemsOfRequest(type: RequestRow["type"], info: Info): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const add = (field: keyof Info, code: FieldCode) => problems.push({ path: `transactionInfo.${field}`, code });
  if (type === "deposit" || type === "withdrawal") {
    if (info.sum === undefined) add("sum", "required");
    if (info.currency === undefined) add("currency", "required");
    for (const field of ["instrumentId", "instrumentName", "quantity", "limitPrice"] as const)
      if (info[field] !== undefined) add(field, "notAllowed");
    if (type === "withdrawal" && info.accountId === undefined) add("accountId", "required");
  } else {
    if (info.instrumentId === undefined && info.instrumentName === undefined) add("instrumentName", "required");
    if (info.quantity === undefined && info.sum === undefined) add("quantity", "required");
    if (info.quantity !== undefined && info.sum !== undefined) add("sum", "notAllowed");
    if (info.sum !== undefined && info.currency === undefined) add("currency", "required");
  }
  if (type !== "withdrawal" && info.accountId !== undefined) add("accountId", "notAllowed");
  for (const field of ["quantity", "sum", "limitPrice"] as const) {
    const value = info[field];
    if (value !== undefined && !isPositive(value)) add(field, "tooSmall");
    if (value !== undefined && wholeDigits(value) > maxDigits) add(field, "tooBig");
  }
  if (info.currency !== undefined && !isCurrencyInUse(info.currency)) add("currency", "unknown");
  else if (info.currency !== undefined && info.sum !== undefined && !isAmountIn(info.currency, info.sum))
    add("sum", "badFormat");
  return problems;
}

/** Sums and quantities above a hundred thousand million are typing errors. */
const maxDigits = 11;
const wholeDigits = (decimal: string): number => (decimal.split(".")[0] ?? "").replace(/^0+/, "").length;

/**
 * Selling more shares than are held. Unknown, and so not refused, if no entry was ever booked (the custodian keeps the
 * ledger), or if an instrument is named by text or the request by a sum. Withdrawals reserve cash instead.
 */
export function problemsOfHoldings(type: RequestRow["type"], info: Info, holdings: Holdings): FieldProblem[] {
  if (holdings.lastDay === null || type !== "sell" || info.instrumentId === undefined || info.quantity === undefined)
    return [];
  const isLacking = new Decimal(info.quantity).gt(holdings.positions.get(info.instrumentId) ?? "0");
  return isLacking ? [{ path: "transactionInfo.quantity", code: "moreThanHeld" }] : [];
}
