/** The money of a transaction: its postings, and the movements that must add up to them. */
import { RefusedRow } from "../../reading/parsed-file.ts";
import { absolute, isZero, negated, parseCurrency, sum } from "../../reading/values.ts";
import { currencyIn, listIn, objectIn, requiredNumber, requiredText, textIn } from "./fields.ts";
import { cashCurrency } from "./instruments.ts";
import type { JsonObject } from "./json.ts";

/** Charges reduce the cash, whatever sign their movement has. */
const fees = new Set([
  "brokerageFee",
  "commission",
  "custodyFee",
  "exchangeFee",
  "managementFee",
  "otherFee",
  "thirdPartyFee",
  "transactionFee",
]);
const taxes = new Set([
  "additionalWithholdingTax",
  "capitalGainTax",
  "financialTransactionTax",
  "otherTax",
  "reclaimableTax",
  "stampDuty",
  "valueAddedTax",
  "withholdingTax",
]);

/** What is posted in one currency, and what it consists of: posted = cash + accrued + interest + reinvested + other − fee − tax. */
export interface Posted {
  currency: string;
  posted: string;
  /** Signed. */
  cash: string;
  accrued: string;
  interest: string;
  reinvested: string;
  other: string;
  /** As positive costs, negative where they are paid back. */
  fee: string;
  tax: string;
}

export type Direction = "in" | "out" | undefined;

interface Movement {
  type: string;
  currency: string;
  value: string;
}

const signed = (value: string, direction: Direction): string =>
  direction === undefined ? value : direction === "in" ? absolute(value) : negated(absolute(value));

/**
 * Each movement with the sign of its type. `asStated`: charges keep the sign that they have, because a correction pays them
 * back.
 */
function withSigns({ type, value }: Movement, direction: Direction, asStated: boolean): string {
  if (fees.has(type) || taxes.has(type)) return asStated ? value : negated(absolute(value));
  if (type === "reinvestmentAmount") return negated(absolute(value));
  if (type === "cash" || type === "accruedInterest") return signed(value, direction);
  return value;
}

/** The part of a posting that movements of a type make. */
function partOf(type: string): Exclude<keyof Posted, "currency" | "posted"> {
  if (fees.has(type)) return "fee";
  if (taxes.has(type)) return "tax";
  if (type === "cash" || type === "interest") return type;
  if (type === "accruedInterest") return "accrued";
  return type === "reinvestmentAmount" ? "reinvested" : "other";
}

function readMovements(transaction: JsonObject): Movement[] {
  return listIn(transaction, "movementList").flatMap((movement): Movement[] => {
    const type = requiredText(movement, "type");
    if (type === "asset") return [];
    const currency = cashCurrency(objectIn(movement, "financialInstrument"), currencyIn(movement, "positionCurrency"));
    return [{ type, currency, value: requiredNumber(objectIn(movement, "quantity"), "value") }];
  });
}

/** Amounts posted, by currency. */
function readPostings(transaction: JsonObject): Map<string, string> {
  const posted = new Map<string, string>();
  for (const posting of listIn(transaction, "postingAmountList")) {
    const currency = parseCurrency(requiredText(posting, "currency"));
    posted.set(currency, sum(posted.get(currency) ?? "0", requiredNumber(posting, "amount")));
  }
  return posted;
}

const nothing = { cash: "0", accrued: "0", interest: "0", reinvested: "0", other: "0", fee: "0", tax: "0" };

/**
 * What is posted in each currency. The postings are the truth: movements that do not add up to them refuse the row, with
 * both. `direction`: which way the cash of the transaction's type goes. `back`: postings of a reversal, taken with the
 * opposite sign.
 */
export function readMoney(transaction: JsonObject, direction: Direction, back: boolean): Posted[] {
  const postings = readPostings(transaction);
  const movements = Map.groupBy(readMovements(transaction), ({ currency }) => currency);
  if (postings.size === 0 && [...movements.values()].flat().some(({ value }) => !isZero(value)))
    throw new RefusedRow("missingValue", "postingAmountList");
  return [...new Set([...postings.keys(), ...movements.keys()])].map((currency) => {
    const stated = postings.get(currency) ?? "0";
    const posted = back ? negated(stated) : stated;
    const own = movements.get(currency) ?? [];
    const readings = (direction === undefined ? [false, true] : [false]).map((asStated) =>
      own.map((one) => {
        const value = back && direction === undefined ? negated(one.value) : one.value;
        return { type: one.type, value: withSigns({ ...one, value }, direction, asStated) };
      }),
    );
    const fitting = readings.find((parts) => sum(...parts.map(({ value }) => value)) === posted);
    if (!fitting) {
      const values = (readings[0] ?? []).map(({ value }) => value);
      throw new RefusedRow("amountsDisagree", `${values.join(" + ")} = ${sum(...values)} ≠ ${posted} ${currency}`);
    }
    const parts: Posted = { currency, posted, ...nothing };
    for (const { type, value } of fitting) {
      const part = partOf(type);
      parts[part] = sum(parts[part], part === "fee" || part === "tax" ? negated(value) : value);
    }
    return parts;
  });
}

/** Rates between two currencies, from the movements of the transaction. */
export function ratesOf(record: JsonObject): (from: string, to: string) => string | undefined {
  const rates = new Map<string, string>();
  for (const movement of listIn(record, "movementList")) {
    const rate = objectIn(movement, "foreignExchangeRate");
    if (rate)
      rates.set(`${textIn(rate, "sourceCurrency")} ${textIn(rate, "targetCurrency")}`, requiredNumber(rate, "value"));
  }
  return (from, to) => (from === to ? "1" : rates.get(`${from} ${to}`));
}
