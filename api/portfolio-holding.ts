/** A holder's own trades and income as marks of a chart, and one holding: its prices, its facts, its money-weighted return. */
import { z } from "zod";
import { defineEndpoints, holder } from "./endpoint.ts";
import { assetClasses } from "./market-data.ts";
import { gap } from "./portfolios/gap.ts";
import { currencyCode, day, decimal, exactQuote, holderParams, id } from "./shapes.ts";

export const markKinds = ["purchase", "sale", "deliveryIn", "deliveryOut", "exchange", "income"] as const;
export type MarkKind = (typeof markKinds)[number];

const mark = z.object({
  kind: z.enum(markKinds),
  /** First and last day of what the mark stands for; the same for one day. */
  from: day,
  to: day,
  count: z.number().int(),
  /**
   * In the contract currency, at the rates of the days: paid for purchases and received for sales, charges included, income
   * before tax. Null if a rate is missing, and of deliveries and exchanges, whose entries state no price.
   */
  amount: decimal.nullable(),
  /** Of the largest instruments, or currency codes for interest on cash; at most three. */
  names: z.array(z.string()),
  /** How many further ones there are. */
  moreNames: z.number().int(),
});
export type Mark = z.infer<typeof mark>;

export const marks = z.object({
  contractCurrency: currencyCode,
  from: day,
  to: day,
  /** In order of days; at most 720, as neighbouring days share one if there are many. */
  marks: z.array(mark),
  /** `notProvided`: the custodian's system does not tell. */
  reason: z.enum(["notProvided"]).nullable(),
});
export type Marks = z.infer<typeof marks>;

const pricePoint = z.object({
  day,
  /** As it was quoted, in `currency`. */
  quoted: exactQuote,
  currency: currencyCode,
  source: z.string(),
  /** In the instrument's currency, for one unit as they are counted after all splits up to today; null without a rate. */
  price: exactQuote.nullable(),
});

export const holding = z.object({
  instrumentId: id,
  name: z.string(),
  ticker: z.string(),
  isin: z.string().nullable(),
  currency: currencyCode,
  assetClass: z.enum(assetClasses),
  /** Of the issuer, ISO 3166-1 alpha-2. */
  country: z.string().nullable(),
  /** Of the holder's first entry that names it. */
  firstDay: day,
  from: day,
  to: day,
  /** Of each day of the range that has a price, oldest first. */
  prices: z.array(pricePoint),
  /** Splits for which prices of the range were converted: `from` units became `into`. */
  splits: z.array(z.object({ day, from: decimal, into: decimal })),
});
export type Holding = z.infer<typeof holding>;

export const holdingReturn = z.object({
  contractCurrency: currencyCode,
  from: day,
  to: day,
  /** Percent a year, Actual/365, 7 decimals: what was paid for the holding and what it brought, charges and taxes taken off. */
  moneyWeightedReturn: z.number().nullable(),
  /** `gaps`: what was held or moved has no price or rate. Wording: `portfolios.performance.reason.<code>` for the others. */
  reason: z.enum(["noFlows", "noRoot", "severalRoots", "tooShort", "gaps", "notProvided"]).nullable(),
  /** The opening value and what was paid (−), what was received and the closing value (+), by day. */
  flows: z.array(z.object({ day, amount: decimal })),
  gaps: z.array(gap),
});
export type HoldingReturn = z.infer<typeof holdingReturn>;

const rangeParams = holderParams.extend({ from: day, to: day });
/** `notFound` for an instrument of which the holder has no ledger entry. */
const ofInstrument = z.object({ instrumentId: id });

export const portfolioHolding = defineEndpoints({
  getMarks: {
    method: "GET",
    path: "/portfolio/:holderType/:holderId/marks/:from/:to",
    summary:
      "Purchases, sales, deliveries, exchanges and income of the range, of all holdings or of one, grouped for a chart.",
    access: holder("internal"),
    params: rangeParams,
    query: ofInstrument.partial(),
    answer: marks,
    errors: ["noClientNumber", "timedout", "badGateway"],
  },
  getHolding: {
    method: "GET",
    path: "/portfolio/:holderType/:holderId/holding/:from/:to",
    summary: "An instrument that the holder holds or held: what it is, and its prices over the range.",
    access: holder("internal"),
    params: rangeParams,
    query: ofInstrument,
    answer: holding,
    errors: ["noClientNumber", "timedout", "badGateway", "notFound", "ledgerElsewhere"],
  },
  getHoldingReturn: {
    method: "GET",
    path: "/portfolio/:holderType/:holderId/holding-return/:from/:to",
    summary: "The money-weighted return (XIRR) of one holding over the range, with its payments.",
    access: holder("internal"),
    params: rangeParams,
    query: ofInstrument,
    answer: holdingReturn,
    errors: ["noClientNumber", "timedout", "badGateway", "notFound"],
  },
});
