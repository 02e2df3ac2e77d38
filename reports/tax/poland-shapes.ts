/** What PIT-38 is worked out from, and what it says. */
import type { Currency, Day, DecimalString } from "@portico/ledger/entry.ts";
import type { CountryBasis } from "./countries.ts";
import type { MatchedSale } from "./fifo.ts";
import type { TreatyIncome } from "./poland-treaties.ts";
import type { QuoteOf, UsedQuote } from "./quotes.ts";

/** A sale with the units that it consumed (`firstInFirstOut`). Fewer than sold: the rest was never acquired here. */
export type PolishSale = Omit<MatchedSale, "kind" | "account" | "instrumentId" | "isExemptible">;

/** A dividend, or interest, of an issuer abroad. */
export interface PolishIncome {
  entryId: number;
  kind: TreatyIncome;
  name: string;
  isin: string | null;
  country: string | null;
  /** The day on which it was paid. */
  day: Day;
  /** Before tax. */
  gross: DecimalString;
  /** Tax that the other state took, positive. */
  foreignTax: DecimalString;
  currency: Currency;
}

/** What the law leaves open; a pack names each. */
export interface PolishSwitches {
  /** Commissions of purchase and sale are cost (Article 22(1)); otherwise they count for nothing. */
  commissionInCost: boolean;
  /** The day on which the income of a sale arises. */
  incomeDay: "settlement" | "trade";
  /** The day on which the cost of a purchase was incurred. */
  costDay: "settlement" | "trade";
  /** Whose country a PIT/ZG names: the issuer's or the venue's. */
  country: "issuer" | "venue";
  /** Whether each line is rounded to grosze before they are added, or their sum alone. */
  rounding: "lines" | "sums";
  /** Of fields 47 and 49: up to the next grosz (Tax Ordinance, Article 63 § 1a), or half up. */
  flatTax: "upToGrosz" | "halfUp";
}
export const polishSwitches: PolishSwitches = {
  commissionInCost: true,
  incomeDay: "settlement",
  costDay: "settlement",
  country: "issuer",
  rounding: "lines",
  flatTax: "upToGrosz",
};

export interface PolishFacts {
  year: number;
  /** Sales of the year and of the weeks before it, which may settle in it; others are left out. */
  sales: readonly PolishSale[];
  incomes: readonly PolishIncome[];
  /** NBP's mean rates, in złoty per one unit. */
  quoteOf: QuoteOf;
  /** Losses of earlier years that the person deducts, in złoty; at most the gain is taken. */
  earlierLosses?: DecimalString;
  /** What was paid of the tax during the year, in złoty. */
  paid?: DecimalString;
  /** Rates of treaties that the firm states, in percent by country; before those of the table. */
  treatyRates?: Readonly<Record<string, Partial<Record<TreatyIncome, DecimalString>>>>;
  switches?: Partial<PolishSwitches>;
}

export type PolishGap =
  | { code: "templateMissing"; year: number }
  /** No settlement day is stated, and the venue is unknown. */
  | { code: "settlementMissing"; entryId: number }
  /** NBP's rate of the day is not known. */
  | { code: "rateMissing"; entryId: number; currency: Currency; day: Day }
  /** So many units were sold that were never acquired here. */
  | { code: "lotsMissing"; entryId: number; quantity: DecimalString }
  /** Units came without their cost. */
  | { code: "costMissing"; entryId: number; acquiredBy: number }
  | { code: "proceedsMissing"; entryId: number }
  /** Neither the issuer's country is stated nor does the ISIN name one; or, by that switch, the venue's. */
  | { code: "countryMissing"; entryId: number }
  /** Tax was taken by a country whose treaty is not in the table. */
  | { code: "treatyRateMissing"; entryId: number; country: string };

/** A day with how it is known. */
export interface ArisingDay {
  day: Day;
  basis: "stated" | "calendar" | "trade";
}

export interface PolishCostLine {
  /** The entry that brought the units. */
  acquiredBy: number;
  acquired: Day;
  incurred: ArisingDay | null;
  quantity: DecimalString;
  currency: Currency;
  /** With commission if it counts as cost. */
  cost: DecimalString | null;
  quote: UsedQuote;
  /** Złoty. */
  costPln: DecimalString | null;
}
export interface PolishSaleLine {
  entryId: number;
  name: string;
  isin: string | null;
  /** Of the PIT/ZG. */
  country: string | null;
  countryBasis: CountryBasis | null;
  venue: string | null;
  traded: Day;
  arises: ArisingDay | null;
  quantity: DecimalString;
  currency: Currency;
  proceeds: DecimalString | null;
  quote: UsedQuote;
  /** Złoty. */
  incomePln: DecimalString | null;
  costs: PolishCostLine[];
  /** Commission of the sale, as a cost at the rate of the sale. */
  commission: DecimalString;
  commissionPln: DecimalString | null;
  costPln: DecimalString | null;
  gainPln: DecimalString | null;
  foreignTaxPln: DecimalString | null;
}
export interface PolishIncomeLine {
  entryId: number;
  kind: TreatyIncome;
  name: string;
  isin: string | null;
  country: string | null;
  countryBasis: CountryBasis | null;
  day: Day;
  currency: Currency;
  gross: DecimalString;
  foreignTax: DecimalString;
  quote: UsedQuote;
  grossPln: DecimalString | null;
  /** Percent; null without foreign tax or rate. */
  treatyRate: DecimalString | null;
  /** What of the foreign tax the treaty allows, in the currency and in złoty. */
  credited: DecimalString | null;
  creditedPln: DecimalString | null;
  /** A Polish issuer's: its payer settles the tax, so it is in no field. */
  isDomestic: boolean;
}

/** One PIT/ZG; its fields are keys. */
export interface PitZg {
  country: string;
  /** Field 29, gain under Article 30b(5) and (5b); "0.00" where it is a loss. Field 30, foreign tax of it. */
  fields: { "29": DecimalString | null; "30": DecimalString | null };
  /** The loss in the country, which no field asks for. */
  loss: DecimalString | null;
  entryIds: number[];
}

export interface Pit38 {
  form: "PIT-38";
  /** Null for a year without a template. */
  version: string | null;
  year: number;
  provisional: boolean;
  switches: PolishSwitches;
  /** By number: amounts in złoty, "32" in percent; null if unknown, for which `gaps` has the reason. */
  fields: Record<string, DecimalString | null>;
  /** Null if a sale has no country. */
  pitZg: PitZg[] | null;
  sales: PolishSaleLine[];
  incomes: PolishIncomeLine[];
  gaps: PolishGap[];
}
