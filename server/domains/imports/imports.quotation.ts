/**
 * How custodians quote: prices of bonds in percent of par, of other instruments per unit times a multiplier, and some
 * currencies in their minor unit. The one place that turns any of these into the price of one unit in a currency.
 */
import { isCurrency } from "@portico/api/currencies.ts";
import type { DecimalString } from "@portico/ledger/entry.ts";
import { RefusedRow } from "./imports.file.ts";
import { absolute, Exact, isZero, makesMoney } from "./imports.values.ts";

/** Codes that exchanges and custodians write for a hundredth of a currency. They are case-sensitive: GBp is not GBP. */
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

/** The currency that a file means by a code; undefined where it is none. */
export function currencyUnitOf(code: string): CurrencyUnit | undefined {
  if (Object.hasOwn(minorUnits, code)) return { currency: minorUnits[code] as string, per: 100 };
  return isCurrency(code) ? { currency: code, per: 1 } : undefined;
}

/** An amount as a file writes it, in whole units of its currency. A text that is no number stays for its reader to refuse. */
export function inMajorUnits(amount: string, per: CurrencyUnit["per"]): string {
  if (per === 1 || !/^[-+]?(\d+\.?\d*|\.\d+)$/.test(amount)) return amount;
  return new Exact(amount).div(per).toFixed();
}

/** How a price is quoted: of one unit, or in percent of the nominal amount. */
export type Quotation = "unit" | "percent";

/** How Interactive Brokers quotes an asset category. */
export const quotationOf = (assetCategory: string | undefined): Quotation =>
  assetCategory === "BOND" || assetCategory === "BILL" ? "percent" : "unit";

interface Quoted {
  quote: DecimalString;
  quotation: Quotation;
  /** What one unit of the instrument controls. */
  multiplier?: DecimalString | undefined;
  /** What is left of a bond's nominal amount, or what inflation has made of it. */
  principalFactor?: DecimalString | undefined;
  quantity: DecimalString;
  /** What the quantity came to, as the file states it; sign aside. */
  money?: DecimalString | undefined;
  currency: string;
}

/** Decimals kept of a price that is worked out. */
const keptDecimals = 12;

const times = (value: DecimalString, factor: DecimalString | undefined): DecimalString =>
  factor === undefined || factor === "1" || isZero(factor)
    ? value
    : new Exact(value).times(factor).toDecimalPlaces(keptDecimals).toFixed();

/** The price of one unit that a quote means. */
export const perUnit = (quote: DecimalString, quotation: Quotation): DecimalString =>
  quotation === "percent" ? times(quote, "0.01") : quote;

/**
 * Price of one unit in the currency. Where the file states the money, price and money must agree; a bond is then also
 * taken as quoted per unit, or at what the money says, since some are. Throws a RefusedRow where they cannot agree.
 */
export function unitPriceOf(quoted: Quoted): DecimalString {
  const { quote, quotation, multiplier, principalFactor, quantity, money, currency } = quoted;
  const ofUnit = times(quote, multiplier);
  const fits = (price: DecimalString): boolean =>
    money === undefined || makesMoney({ quantity, price, money, currency });
  if (quotation === "unit") {
    if (fits(ofUnit)) return ofUnit;
    throw new RefusedRow("amountsDisagree", `${quantity} × ${ofUnit} ≠ ${absolute(money ?? "0")}`);
  }
  const percent = times(perUnit(ofUnit, quotation), principalFactor);
  const found = [percent, ofUnit].find(fits);
  if (found !== undefined) return found;
  return new Exact(money ?? "0").div(quantity).abs().toDecimalPlaces(keptDecimals).toFixed();
}
