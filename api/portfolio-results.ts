/** What each holding earned over a range. */
import { z } from "zod";
import { defineEndpoints, holder } from "./endpoint.ts";
import { assetClasses } from "./market-data.ts";
import { gap } from "./portfolios/gap.ts";
import { currencyCode, day, decimal, holderParams, id } from "./shapes.ts";

const figure = z.number().nullable();

/**
 * In the contract currency, rounded to its decimals; null if unknown. priceGain + currencyGain + income − fees − tax = total,
 * and each column adds up to that of `total`, to the cent.
 */
const sums = {
  priceGain: decimal.nullable(),
  currencyGain: decimal.nullable(),
  income: decimal.nullable(),
  /** Fees and taxes are costs, positive. */
  fees: decimal.nullable(),
  tax: decimal.nullable(),
  total: decimal.nullable(),
  /** Time-weighted, percent, 2 decimals. */
  returnPercent: figure,
  /**
   * Why there is no return although the sums are known: `gaps`: a day lacks a price or rate. Wording:
   * `portfolios.results.reason.<code>`.
   */
  returnReason: z.enum(["gaps", "nothingHeld", "nothingInvested", "belowZero"]).nullable(),
};

const holdingResult = z.object({
  /** The instrument's id, or the currency code for cash; as in the portfolio. */
  key: z.string(),
  instrumentId: id.nullable(),
  isin: z.string().nullable(),
  name: z.string(),
  currency: currencyCode,
  /** `cash` for cash; null from a server that does not tell. */
  assetClass: z
    .enum([...assetClasses, "cash"])
    .nullable()
    .default(null),
  /** Of the issuer; null if it is not known, and for cash. */
  country: z.string().nullable().default(null),
  ...sums,
  /** Percentage points of the portfolio's return; null if there is none. They add up to it. */
  contribution: figure,
  /** True if it is not held at the end of the range. */
  isClosed: z.boolean(),
  /** Missing prices and rates that make its sums unknown, then doubtful ones. */
  gaps: z.array(gap),
});
export type HoldingResult = z.infer<typeof holdingResult>;

export const results = z.object({
  contractCurrency: currencyCode,
  from: day,
  to: day,
  holdings: z.array(holdingResult),
  /** The bridge of `performance` without deposits: `total` is its gain. */
  total: z.object(sums),
  gaps: z.array(gap),
  /** Why there are no holdings. `notProvided`: the custodian's system does not tell. */
  reason: z.enum(["nothingHeld", "notProvided"]).nullable(),
});
export type Results = z.infer<typeof results>;

const rangeParams = holderParams.extend({ from: day, to: day });

export const portfolioResults = defineEndpoints({
  getResults: {
    method: "GET",
    path: "/portfolio/:holderType/:holderId/results/:from/:to",
    summary: "What each holding earned over the range, open or closed: price, currency, income, charges, return.",
    access: holder("internal"),
    params: rangeParams,
    answer: results,
    errors: ["noClientNumber", "timedout", "badGateway"],
  },
});
