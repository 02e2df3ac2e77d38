/** The data of a portfolio's review: the figures of its pages, as they were known. Figures are written as the pages have them. */
import { distinctGaps, type Given, type Period, type ReportGap } from "./data.ts";

/** In each language. */
export interface Names {
  bg: string;
  en: string;
  pl: string;
}

/** Income before and after tax; null if a rate is missing. */
interface Sums {
  gross: string | null;
  tax: string | null;
  net: string | null;
}

export interface Effects {
  allocation: string;
  selection: string;
  interaction: string;
  total: string;
}

export interface AttributedPart extends Effects {
  key: string;
  weight: string;
  benchmarkWeight: string;
}

export interface AttributionData {
  from: string;
  to: string;
  return: string | null;
  benchmarkReturn: string | null;
  excess: string | null;
  parts: AttributedPart[];
  total: Effects | null;
  /** Why there are no effects. */
  reason: string | null;
}

export interface PeriodData {
  from: string;
  to: string;
  isPartial: boolean;
  percent: string | null;
  benchmark: string | null;
  excess: string | null;
}

export interface Contribution {
  name: string;
  isin: string | null;
  priceGain: string | null;
  currencyGain: string | null;
  income: string | null;
  fees: string | null;
  tax: string | null;
  total: string | null;
  returnPercent: string | null;
  contribution: string | null;
  isClosed: boolean;
}

export interface AllocationPart {
  /** A class, currency or country; `cash` or `unknown`. */
  key: string;
  value: string | null;
  /** Percent of the whole value; the parts make 100. Null if it is not known or not above zero. */
  weight: string | null;
}

export interface Announced {
  name: string;
  isin: string | null;
  state: string;
  exDay: string;
  payDay: string;
  quantity: string;
  currency: string;
  gross: string;
  tax: string | null;
}

export interface ReviewData {
  kind: "review";
  template: number;
  given: Given;
  period: Period;
  currency: string;
  bridge: {
    opening: string;
    deposits: string;
    price: string;
    fx: string;
    income: string;
    fees: string;
    tax: string;
    closing: string;
  } | null;
  /** Percent; with the reason of one that is not known. */
  returns: {
    timeWeighted: string | null;
    timeWeightedYearly: string | null;
    timeWeightedReason: string | null;
    moneyWeighted: string | null;
    moneyWeightedReason: string | null;
  };
  /** Null if none is offered. */
  benchmark: {
    name: Names;
    currency: string;
    returnKind: string;
    return: string | null;
    yearly: string | null;
    /** The first day with a value, if it begins later than the period or the first holding. */
    from: string | null;
    /** Percentage points; null if one of both returns is not known, or the benchmark begins later. */
    excess: string | null;
  } | null;
  risk: {
    volatility: string | null;
    sharpe: string | null;
    worstFall: { percent: string; from: string | null; to: string | null; recovered: string | null } | null;
    days: number;
    basis: "days" | "months";
    months: number | null;
    reason: string | null;
    riskFree: { name: string; percent: string };
  };
  attribution: { class: AttributionData; currency: AttributionData };
  /** Of all years since the first holding; `months` from January on, null where nothing was held before or after. */
  years: (PeriodData & { year: number; months: (PeriodData | null)[] })[];
  contributions: Contribution[];
  contributionTotal: Omit<Contribution, "name" | "isin" | "isClosed">;
  /** At the end of the period. */
  allocation: { class: AllocationPart[]; currency: AllocationPart[]; country: AllocationPart[] };
  income: { total: Sums; holdings: ({ name: string; isin: string | null; payments: number } & Sums)[] };
  /** When the review was asked for. */
  announced: Announced[];
  gaps: ReportGap[];
}

export const reviewTemplate = 1;

export type ReviewFacts = Omit<ReviewData, "kind" | "template">;

export const reviewData = ({ gaps, ...facts }: ReviewFacts): ReviewData => ({
  kind: "review",
  template: reviewTemplate,
  ...facts,
  gaps: distinctGaps(gaps),
});
