/** Confirmation of trades (Delegated Regulation 2017/565, Article 59): each trade of the period with its charges. */
import type { Given, Period, ReportGap } from "./data.ts";

export interface ConfirmedTrade {
  /** As booked: `buy`, `sell`. */
  side: string;
  day: string;
  /** ISO 8601 instant, if the custodian states it. */
  time: string | null;
  instrument: string;
  isin: string | null;
  quantity: string;
  /** Of one unit, in `currency`; null if the custodian does not state it. */
  price: string | null;
  currency: string;
  /** Paid (−) or received (+) for the instrument, before charges. */
  consideration: string;
  /** Accrued interest, signed like the cash. */
  accruedInterest: string | null;
  commission: string | null;
  tax: string | null;
  /** Net change of cash. */
  amount: string;
  /** Units of the contract currency for one of `currency`, on the day; null if these are the same, or none is known. */
  rate: { value: string; day: string; source: string } | null;
  /** Market identifier (ISO 10383); null, as the day, if the custodian does not state it. */
  venue: string | null;
  settlementDay: string | null;
}

export interface ConfirmationData {
  kind: "confirmation";
  template: number;
  given: Given;
  period: Period;
  currency: string;
  trades: ConfirmedTrade[];
  gaps: ReportGap[];
}

export const confirmationTemplate = 1;

/** The data of the confirmation. Says what of Article 59 the custodian's data do not tell. */
export function confirmationData(facts: Omit<ConfirmationData, "kind" | "template" | "gaps">): ConfirmationData {
  const { trades } = facts;
  const lacks = (code: string, isMissing: (trade: ConfirmedTrade) => boolean): ReportGap[] =>
    trades.some(isMissing) ? [{ code }] : [];
  return {
    kind: "confirmation",
    template: confirmationTemplate,
    ...facts,
    gaps: [
      ...lacks("timeMissing", ({ time }) => time === null),
      ...lacks("unitPriceMissing", ({ price }) => price === null),
      ...lacks("venueMissing", ({ venue }) => venue === null),
      ...lacks("settlementMissing", ({ settlementDay }) => settlementDay === null),
    ],
  };
}
