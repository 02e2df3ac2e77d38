/**
 * How custodians quote: bonds in percent of par, other instruments per unit times a multiplier, and some currencies in
 * minor units. The only code that converts these to a price per unit in a currency.
 */
import { isCurrency } from "@portico/api/currencies.ts";
import type { DecimalString } from "@portico/ledger/entry.ts";
import { RefusedRow } from "../reading/parsed-file.ts";
import { absolute, Exact, isZero, makesMoney } from "../reading/values.ts";

/** Codes of exchanges and custodians for a hundredth of a currency. Case-sensitive: GBp is not GBP. */
const minorUnits: Readonly<Record<string, string>> = {
  GBX: "GBP",
  GBx: "GBP",
  GBp: "GBP",
  ILA: "ILS",
  ILs: "ILS",
  ZAc: "ZAR",
  ZAC: "ZAR",
  ZAX: "ZAR",
};

interface CurrencyUnit {
  /** ISO 4217 code. */
  currency: string;
  /** Units as written per one unit of the currency: 100 for pence. */
  per: 1 | 100;
}

/** The currency that a file's code means, or undefined. */
export function findCurrencyUnit(code: string): CurrencyUnit | undefined {
  if (Object.hasOwn(minorUnits, code)) return { currency: minorUnits[code] as string, per: 100 };
  return isCurrency(code) ? { currency: code, per: 1 } : undefined;
}

/** An amount from a file in whole units of its currency. A text that is not a number is left for its reader to refuse. */
export function inMajorUnits(amount: string, per: CurrencyUnit["per"]): string {
  if (per === 1 || !/^[-+]?(\d+(?:\.\d*)?|\.\d+)$/.test(amount)) return amount;
  return new Exact(amount).div(per).toFixed();
}

/** How a price is quoted: per unit, or in percent of the nominal amount. */
export type Quotation = "unit" | "percent";

/** How Interactive Brokers quotes an asset category. */
export const quotationOf = (assetCategory: string | undefined): Quotation =>
  assetCategory === "BOND" || assetCategory === "BILL" ? "percent" : "unit";

interface Quoted {
  quote: DecimalString;
  quotation: Quotation;
  /** What one unit of the instrument represents. */
  multiplier?: DecimalString | undefined;
  /** The remaining part of a bond's nominal amount, or its value after inflation. */
  principalFactor?: DecimalString | undefined;
  quantity: DecimalString;
  /** The total as stated in the file, sign ignored. */
  money?: DecimalString | undefined;
  currency: string;
  /** Names of quantity, price and money in the file. */
  fields?: readonly string[];
  /** The total is stated elsewhere too, so a price may be rounded to two decimals. */
  isProved?: boolean;
}

/** Decimals of a calculated price. */
const maxDecimals = 12;

const times = (value: DecimalString, factor: DecimalString | undefined): DecimalString =>
  factor === undefined || factor === "1" || isZero(factor)
    ? value
    : new Exact(value).times(factor).toDecimalPlaces(maxDecimals).toFixed();

/** The price of one unit from a quote. */
export const perUnit = (quote: DecimalString, quotation: Quotation): DecimalString =>
  quotation === "percent" ? times(quote, "0.01") : quote;

/** The price of one unit from a quote and what it represents. */
export const pricePerUnit = (
  { quotation, multiplier, principalFactor }: Pick<Quoted, "quotation" | "multiplier" | "principalFactor">,
  quote: DecimalString,
): DecimalString =>
  quotation === "percent"
    ? times(perUnit(times(quote, multiplier), quotation), principalFactor)
    : times(quote, multiplier);

/**
 * Price of one unit in the currency. If the file states the total, price and total must agree; a bond may then also be
 * quoted per unit, or priced from the total, because some are. Throws a RefusedRow if they disagree.
 */
export function calculateUnitPrice(quoted: Quoted): DecimalString {
  const { quote, quotation, multiplier, quantity, money, currency, fields, isProved = false } = quoted;
  const ofUnit = times(quote, multiplier);
  const fits = (price: DecimalString): boolean =>
    money === undefined || makesMoney({ quantity, price, money, currency }, isProved);
  if (quotation === "unit") {
    if (fits(ofUnit)) return ofUnit;
    const named = fields ? ` (${fields.join(", ")})` : "";
    throw new RefusedRow("amountsDisagree", `${quantity} × ${ofUnit} ≠ ${absolute(money ?? "0")}${named}`);
  }
  const percent = pricePerUnit(quoted, quote);
  const found = [percent, ofUnit].find(fits);
  if (found !== undefined) return found;
  return new Exact(money ?? "0").div(quantity).abs().toDecimalPlaces(maxDecimals).toFixed();
}
