/** The currencies that the portal knows: symbol, decimals and rounding from CLDR. */
import { currencyTable } from "./currencies.generated.ts";

type CurrencyCode = keyof typeof currencyTable;

export interface CurrencyFacts {
  symbol: string;
  /** Decimals of an amount shown. */
  digits: number;
  /** Smallest step of an amount, as a decimal. */
  rounding: string;
  /** Smallest step paid in cash: CHF 0.05. Only for amounts shown for payment, never for the ledger. */
  cashRounding: string;
  /** Last day of use ("2026-01-31" for BGN); null while in use. */
  ended: string | null;
}

/** All codes, sorted, including those out of use, because recent statements name them. */
export const currencyCodes = Object.keys(currencyTable) as CurrencyCode[];

/** Currencies that an account can have today. */
export const currenciesInUse: readonly string[] = currencyCodes.filter((code) => currencyTable[code].ended === null);

/** Whether it is legal tender today. */
export const isCurrencyInUse = (code: string): boolean => currenciesInUse.includes(code);

export const isCurrency = (code: string): code is CurrencyCode => Object.hasOwn(currencyTable, code);

/** Facts of a currency; undefined for a code that the table does not have. */
export const findCurrency = (code: string): CurrencyFacts | undefined =>
  isCurrency(code) ? currencyTable[code] : undefined;

/** Whether an amount has no more decimals than its currency; zeros at the end do not count. */
export const isAmountIn = (code: string, amount: string): boolean =>
  (amount.split(".")[1] ?? "").replace(/(?<!0)0+$/, "").length <= (findCurrency(code)?.digits ?? 2);
