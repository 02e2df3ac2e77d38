/** What the Bulgarian declaration is worked out from, and what its annexes say. */
import type { Currency, Day, DecimalString } from "@portico/ledger/entry.ts";
import type { CountryBasis } from "./countries.ts";
import type { TaxEvent, TaxSale } from "./events.ts";
import type { QuoteOf, UsedQuote } from "./quotes.ts";

export interface Instrument {
  instrumentId: number;
  name: string;
  isin: string | null;
  /** The issuer's, ISO 3166-1 alpha-2; null if not stated. */
  country: string | null;
}
export interface BulgarianSale extends TaxSale {
  /** Whether the trade was made on the venue's regulated market, where the identifier alone does not say it. */
  market?: "regulated" | "other" | null;
}
export type BulgarianEvent = Exclude<TaxEvent, TaxSale> | BulgarianSale;

export interface BulgarianDividend extends Instrument {
  entryId: number;
  day: Day;
  gross: DecimalString;
  /** Tax that the other state took, positive. */
  foreignTax: DecimalString;
  currency: Currency;
}
/** Units of one purchase that are held at the end of the year. */
export interface BulgarianHolding extends Instrument {
  /** Null if unknown. */
  acquired: Day | null;
  quantity: DecimalString;
  cost: DecimalString | null;
  currency: Currency;
  /** `contractual`: a fund without legal personality, which is no share. Null if unknown. */
  legalForm: "company" | "contractual" | null;
}

export interface BulgarianSwitches {
  commissionInCost: boolean;
  /** The day whose rate counts and whose year it is (ZDDFL, Article 11(1): the day of transfer). */
  day: "trade" | "settlement";
  /** How double taxation is avoided, as Annex 8 names it: 1 is the ordinary credit. */
  methodCode: "1" | "3";
}
export const bulgarianSwitches: BulgarianSwitches = { commissionInCost: true, day: "trade", methodCode: "1" };

export interface BulgarianFacts {
  year: number;
  taxpayer: "person" | "company";
  /** All of the holder's, from the first one on, in the order of booking. */
  events: readonly BulgarianEvent[];
  dividends: readonly BulgarianDividend[];
  holdings: readonly BulgarianHolding[];
  /** Units of lev per unit until 2025 (BNB), units per euro from 2026 (ECB, `inverse`). Rates to the euro and lev themselves are fixed. */
  quoteOf: QuoteOf;
  /** False for what a foreign custodian or broker keeps without an intermediary in Bulgaria; null if unknown. */
  hasLocalIntermediary: boolean | null;
  switches?: Partial<BulgarianSwitches>;
}

export type BulgarianGap =
  | { code: "templateMissing"; year: number }
  | { code: "settlementMissing"; entryId: number }
  | { code: "rateMissing"; entryId: number | null; currency: Currency; day: Day }
  /** Whether the day was off in Bulgaria is not known: the rate of the day itself was taken. */
  | { code: "dayOffUnknown"; currency: Currency; day: Day }
  | { code: "lotsMissing"; entryId: number; quantity: DecimalString }
  /** The entry brought units without their cost, or made the cost of those that were held unknown. */
  | { code: "costMissing"; entryId: number }
  | { code: "proceedsMissing"; entryId: number }
  /** Whether the venue is a regulated market is not known. */
  | { code: "marketMissing"; entryId: number; venue: string | null }
  /** Whether the kind of instrument can be exempt is not known. */
  | { code: "instrumentKindMissing"; entryId: number }
  | { code: "countryMissing"; entryId: number | null; instrumentId: number }
  | { code: "legalFormMissing"; instrumentId: number }
  | { code: "acquisitionDayMissing"; instrumentId: number };

export type Treatment =
  /** Annex 5, code 508. */
  | "taxable"
  /** On a regulated market of the EU or EEA: not declared; Annex 13 is voluntary (ZDDFL, Article 13(1)(3)). */
  | "exempt"
  /** Of a company: the profit leaves the tax result, a loss is not recognised (ZKPO, Article 44). */
  | "excluded"
  /** Of a company: part of its result. */
  | "inResult";

/** An instrument as a table names it. */
export interface Named extends Instrument {
  countryBasis: CountryBasis | null;
}
export interface BulgarianSaleLine extends Named {
  entryId: number;
  traded: Day;
  /** Whose rate was taken; null if unknown. */
  day: Day | null;
  venue: string | null;
  quantity: DecimalString;
  currency: Currency;
  proceeds: DecimalString | null;
  quote: UsedQuote;
  /** Null if unknown. */
  treatment: Treatment | null;
  /** In the tax's currency. */
  salePrice: DecimalString | null;
  acquisitionPrice: DecimalString | null;
  profit: DecimalString | null;
  loss: DecimalString | null;
}
export interface Annex5 {
  /** Part II, code 508: one row for each sale. */
  code: "508";
  rows: BulgarianSaleLine[];
  salePrice: DecimalString | null;
  acquisitionPrice: DecimalString | null;
  profit: DecimalString | null;
  loss: DecimalString | null;
  /** Profits less losses of the year, at least 0 (ZDDFL, Article 33(3)). */
  taxable: DecimalString | null;
  tax: DecimalString | null;
}
/** Part I of Annex 8: shares in foreign companies held on 31 December. */
export interface Annex8Holding extends Named {
  acquired: Day | null;
  quantity: DecimalString;
  currency: Currency;
  cost: DecimalString | null;
  quote: UsedQuote;
  /** In the tax's currency. */
  costInTax: DecimalString | null;
}
/** Part III of Annex 8: one row for each payer. */
export interface Annex8Dividend extends Named {
  code: "8141";
  methodCode: string;
  gross: DecimalString | null;
  foreignTax: DecimalString | null;
  /** 5 % of the gross amount. */
  permittedCredit: DecimalString | null;
  /** The smaller of the two. */
  recognisedCredit: DecimalString | null;
  /** 5 % less the recognised credit. */
  due: DecimalString | null;
  payments: {
    entryId: number;
    day: Day;
    currency: Currency;
    gross: DecimalString;
    foreignTax: DecimalString;
    quote: UsedQuote;
    grossInTax: DecimalString | null;
    foreignTaxInTax: DecimalString | null;
  }[];
}
export interface TaxBulgaria {
  year: number;
  /** Of the figures that are declared; null for a year without a template. */
  currency: Currency | null;
  provisional: boolean;
  taxpayer: BulgarianFacts["taxpayer"];
  switches: BulgarianSwitches;
  /** Null for a company, and if a sale's treatment is unknown. */
  annex5: Annex5 | null;
  /** Annex 13, voluntary: what is exempt. */
  exempt: BulgarianSaleLine[];
  /** Sales whose treatment is unknown. */
  undecided: BulgarianSaleLine[];
  annex8: { partI: Annex8Holding[] | null; partIII: Annex8Dividend[] | null } | null;
  dividendTax: DecimalString | null;
  /** Sales of a company; null for a person. */
  company: {
    excludedProfit: DecimalString | null;
    unrecognisedLoss: DecimalString | null;
    rows: BulgarianSaleLine[];
  } | null;
  /**
   * Whether the central bank's form SPB-8 can be needed: for securities and money held abroad without a local intermediary (Ordinance 27 of the
   * BNB). Null if it is not known who keeps them.
   */
  spb8: boolean | null;
  gaps: BulgarianGap[];
}
