/** A holder's portfolio, its history and proofs, orders and transactions. */
import { entryKinds } from "@portico/ledger/entry.ts";
import { z } from "zod";
import { offeredBenchmark } from "./benchmarks.ts";
import { defineEndpoints, holder } from "./endpoint.ts";
import { portfolioAttribution } from "./portfolio-attribution.ts";
import { portfolioCustody } from "./portfolio-custody.ts";
import { portfolioHolding } from "./portfolio-holding.ts";
import { portfolioIncome } from "./portfolio-income.ts";
import { portfolioResults } from "./portfolio-results.ts";
import { portfolioRisk } from "./portfolio-risk.ts";
import { portfolioSales } from "./portfolio-sales.ts";
import { gap } from "./portfolios/gap.ts";
import { sectors } from "./rules/instruments.ts";
import { requestStates, requestTypes } from "./rules/transaction-requests.ts";
import {
  currencyCode,
  day,
  decimal,
  exactQuote,
  holderParams,
  id,
  inEachLanguage,
  instant,
  page,
  pageQuery,
} from "./shapes.ts";

/** 1 security, 9 currency (docs/rules.md, Portfolio). */
const instrumentType = z.union([z.literal(1), z.literal(9)]);

/** The page fetches at most every 5 minutes unless the server reports a change. */
export const portfolioRefetchMs = 300_000;

export { type Gap, gap } from "./portfolios/gap.ts";

/** Source of a price or rate; `stale` if it is older than ten days on the valuation day. */
export const quote = z.object({
  value: exactQuote,
  day,
  source: z.string(),
  stale: z.boolean().optional(),
  /** Of a price quoted in another currency than the instrument's. */
  currency: currencyCode.optional(),
});
export type Quote = z.infer<typeof quote>;

/** A display figure: a number, or null if `gaps` say why it is unavailable. */
const figure = z.number().nullable();

export const assetClasses = ["equity", "fund", "bond", "commodity", "other", "cash"] as const;
export type AssetClass = (typeof assetClasses)[number];

const instrumentRow = z.object({
  /** Key of the row: the instrument's id, or the currency code for cash. */
  key: z.string(),
  instrumentId: id.nullable(),
  name: z.string(),
  ticker: z.string(),
  isin: z.string().nullable(),
  type: instrumentType,
  /** Asset class; null if the custodian does not state it. */
  assetClass: z.enum(assetClasses).nullable().default(null),
  /** Country of the issuer, ISO 3166-1 alpha-2; null for cash and if unknown. */
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .nullable()
    .default(null),
  /** Sector, as staff or the custodian's file state it; null for cash and if unknown. */
  sector: z.enum(sectors).nullable().default(null),
  instrumentCurrency: currencyCode,
  /** Rate of the valuation day, contract currency per unit of the instrument's currency. */
  fixing: figure,
  fixingQuote: quote.nullable(),
  ownedShares: z.number(),
  avgBuyPrice: figure,
  currentPrice: figure,
  priceQuote: quote.nullable(),
  currentPriceInCtrCurrency: figure,
  /** In the contract currency, at the rates of the purchase days. */
  totalInvested: figure,
  currentValue: figure,
  returnVal: figure,
  returnPercent: figure,
  /** The part of returnVal caused by the currency. */
  returnFromCurrency: figure,
  realisedGain: figure,
  income: figure,
  fees: figure,
  gaps: z.array(gap),
});
export type InstrumentRow = z.infer<typeof instrumentRow>;

export const portfolio = z.object({
  contractCurrency: currencyCode,
  /** The latest day whose prices and rates are used. */
  valuationDay: day,
  /** Changes with every change of the ledger, prices or rates of the holder. */
  version: z.string(),
  totalInvested: figure,
  currentValue: figure,
  returnVal: figure,
  returnPercent: figure,
  realisedGain: figure,
  income: figure,
  fees: figure,
  tax: figure,
  netDeposits: figure,
  /** Newest day of the prices and rates used; null if none is needed. */
  quotedUntil: day.nullable().default(null),
  /**
   * False if any row has a gap. Totals with a missing figure are unknown; with doubts only, they are known but not
   * complete.
   */
  complete: z.boolean(),
  gaps: z.array(gap),
  /** True if a cash balance is below zero (margin, or a missing opening balance). */
  cashBelowZero: z.boolean(),
  /** Instruments that the firm excludes from the portfolio; no figure includes their value. */
  excluded: z
    .array(
      z.object({
        name: z.string(),
        /** From the newest statement, with its day; null if none listed it. */
        quantity: z.number().nullable(),
        day: day.nullable(),
      }),
    )
    .default([]),
  instruments: z.array(instrumentRow),
});
export type Portfolio = z.infer<typeof portfolio>;

const orderRow = z.object({
  /** Custodian's order id, or `request-<id>` for a request made in the portal. */
  key: z.string(),
  date: instant,
  side: z.enum(requestTypes),
  name: z.string(),
  ticker: z.string().nullable(),
  currency: currencyCode.nullable(),
  quant: z.number().nullable(),
  price: z.number().nullable(),
  /** Signed effect on cash in `currency`; of a request, the one it would have. */
  sum: z.number().nullable(),
  fee: z.number().nullable(),
  executions: z.number().int(),
  /** `executed` for the custodian's orders; otherwise the request's own state. */
  state: z.enum(["executed", ...requestStates]),
});
export type OrderRow = z.infer<typeof orderRow>;

const transactionRow = z.object({
  id,
  date: instant,
  day,
  kind: z.enum(entryKinds),
  instrumentId: id.nullable(),
  name: z.string().nullable(),
  ticker: z.string().nullable(),
  isin: z.string().nullable().default(null),
  /** Of the instrument's issuer, ISO 3166: where tax on what it pays is withheld. */
  country: z.string().nullable().default(null),
  currency: currencyCode,
  quant: z.number().nullable(),
  price: z.number().nullable(),
  /** Signed effect on cash in `currency`. */
  sum: z.number(),
  fee: z.number().nullable(),
  tax: z.number().nullable(),
  /** Interest accrued on a bond, included in `sum`: − paid to the seller, + received from the buyer. */
  accruedInterest: z.number().nullable().default(null),
  counterCurrency: currencyCode.nullable(),
  counterSum: z.number().nullable(),
  counterName: z.string().nullable(),
  counterQuant: z.number().nullable(),
  description: z.string().nullable(),
  /** The entry that it takes back, with its day: the row then has that entry's figures with the opposite sign. */
  reverses: id.nullable(),
  /** A custodian's system may not state it. */
  reversesDay: day.nullable().default(null),
  reversedBy: id.nullable(),
});
export type TransactionRow = z.infer<typeof transactionRow>;

/** Sums of a range in the contract currency; opening + deposits + price + fx + income − fees − tax = closing, to the cent. */
export const bridge = z.object({
  opening: decimal,
  deposits: decimal,
  price: decimal,
  fx: decimal,
  income: decimal,
  fees: decimal,
  tax: decimal,
  closing: decimal,
});

/** A benchmark over the range. */
const comparison = offeredBenchmark.extend({
  /** Percent, 2 decimals, from `from` or the close before the range to its end, in the contract currency. */
  return: figure,
  /** The same as a rate a year, Actual/365; null for a year or less. */
  yearly: figure.default(null),
  /** The day on which it begins, if that is within the range. */
  from: day.nullable(),
  /** The price or rate that is missing or old, at the range's ends or where weights were restored; `part` is the name of which. */
  gap: gap.extend({ part: inEachLanguage.optional() }).nullable(),
  /**
   * On the days of the performance's points: the value of the same opening value and payments in it, and its return since the
   * close before the range, in percent. Empty unless it was asked for.
   */
  points: z.array(z.object({ day, value: figure, percent: figure })),
});

export const performance = z.object({
  contractCurrency: currencyCode,
  from: day,
  to: day,
  /** At most about 400 points for any range: the close of the day before it, then its days, thinned, keeping first and last. */
  points: z.array(z.object({ day, value: figure, netDeposits: figure, benchmark: figure })),
  /** Null if the value at one of the ends is unknown, or something was paid whose worth is; days between may lack a price. */
  bridge: bridge.nullable(),
  /** Percent, 2 decimals; null with a gap on any day, or a reason. */
  timeWeightedReturn: figure,
  /** The same as a rate a year, Actual/365; null for a year or less. */
  timeWeightedYearly: figure.default(null),
  /** Why there is no return although no price is missing: on `day` nothing, or less than nothing, was invested. */
  timeWeightedReason: z
    .object({ code: z.enum(["nothingHeld", "nothingInvested", "belowZero"]), day: day.nullable() })
    .nullable()
    .default(null),
  moneyWeightedReturn: figure,
  moneyWeightedReason: z.enum(["noFlows", "noRoot", "severalRoots", "tooShort"]).nullable(),
  /** Gain or loss of the range, closing − opening − deposits: the sum of the bridge without deposits. */
  gain: decimal.nullable().default(null),
  /**
   * Gain or loss of the portfolio, deposits left out, from the close of the business day `since` to the end of the range, and in
   * percent, time-weighted; null if the range begins later.
   */
  lastChange: z.object({ since: day, gain: decimal.nullable(), percent: figure }).nullable().default(null),
  /** Share of `gain` caused by exchange rates (`bridge.fx`), in percent; null if gain and share differ in sign. */
  currencyShare: figure,
  benchmarkName: z.string().nullable(),
  benchmarkReturn: figure,
  /** The missing price or rate that leaves the benchmark without a return; for a known return, an old one that it uses. */
  benchmarkGap: gap.nullable().default(null),
  /** What the range was compared with: as many as were asked for, or the nearest one; `benchmarkName` is the first's. */
  benchmarks: z.array(comparison).default([]),
  /** How many the reader may ask for. */
  benchmarksOffered: z.number().int().default(0),
  gaps: z.array(gap),
});
export type Performance = z.infer<typeof performance>;

/** The figures that have a proof. */
export const provableFigures = [
  "totalInvested",
  "currentValue",
  "returnVal",
  "returnPercent",
  "ownedShares",
  "avgBuyPrice",
  "currentPrice",
  "currentPriceInCtrCurrency",
  "fixing",
  "realisedGain",
  "income",
  "fees",
  "tax",
  "netDeposits",
  "timeWeightedReturn",
  "moneyWeightedReturn",
  "currencyEffect",
] as const;
export type ProvableFigure = (typeof provableFigures)[number];

export const proofTerm = z.object({
  /** Wording: `portfolios.term.<label>`. */
  label: z.string(),
  /** The holding, entry kind or currency that the term is about. */
  about: z.string().nullable(),
  value: exactQuote,
  currency: currencyCode.nullable(),
  entryId: id.nullable(),
  day: day.nullable(),
  price: quote.nullable(),
  rate: quote.nullable(),
  /** The rate before the first day of a range; `rate` is that of its last day. */
  rateBefore: quote.nullable().default(null),
});

export const proof = z.object({
  figure: z.enum(provableFigures),
  /** Wording of the formula: `portfolios.formula.<formula>`. */
  formula: z.string(),
  result: exactQuote.nullable(),
  currency: currencyCode.nullable(),
  terms: z.array(proofTerm),
  /** Number of further terms, summed into the last one. */
  moreTerms: z.number().int(),
  /** Cursor of the entries before those shown; null if there are none, or if the figure is not built from entries. */
  nextCursor: z.string().nullable().default(null),
  /** Why there is no result; for a known result, the doubts about it. */
  gaps: z.array(gap),
});
export type Proof = z.infer<typeof proof>;

const rangeParams = holderParams.extend({ from: day, to: day });

export const portfolios = defineEndpoints({
  getPortfolio: {
    method: "GET",
    path: "/portfolio/:holderType/:holderId/customer-portfolio",
    summary: "What the holder owns now, with totals in the contract currency.",
    access: holder("internal"),
    params: holderParams,
    answer: portfolio,
    errors: ["noClientNumber", "timedout", "badGateway"],
  },
  getVersion: {
    method: "GET",
    path: "/portfolio/:holderType/:holderId/version",
    summary:
      "Version and valuation day of the holder's figures, to tell cheaply whether they changed; nulls where the custodian does not say.",
    access: holder("internal"),
    params: holderParams,
    answer: z.object({ version: z.string().nullable(), valuationDay: day.nullable() }),
    errors: ["noClientNumber"],
  },
  listOrders: {
    method: "GET",
    path: "/portfolio/:holderType/:holderId/customer-orders/:from/:to",
    summary: "Executions grouped by the custodian's order, and the portal's own requests; both days included.",
    access: holder("internal"),
    params: rangeParams,
    query: z.object({
      ...pageQuery,
      /** As of `listTransactions`: of an order in one of its executions, of a request in what was asked for and in its notes. */
      search: z.string().trim().min(1).max(80).optional(),
    }),
    answer: page({ orders: z.array(orderRow) }),
    errors: ["noClientNumber", "timedout", "badGateway"],
  },
  listTransactions: {
    method: "GET",
    path: "/portfolio/:holderType/:holderId/customer-transactions/:from/:to",
    summary: "All ledger entries of the range, newest first; both days included.",
    access: holder("internal"),
    params: rangeParams,
    query: z.object({
      ...pageQuery,
      instrumentId: id.optional(),
      /** Each word must be found in the instrument's name, ticker or ISIN, the amount, quantity, currency, day or note. */
      search: z.string().trim().min(1).max(80).optional(),
    }),
    answer: page({ transactions: z.array(transactionRow) }),
    errors: ["noClientNumber", "timedout", "badGateway"],
  },
  getPerformance: {
    method: "GET",
    path: "/portfolio/:holderType/:holderId/performance/:from/:to",
    summary: "Value and net deposits per day, the bridge of the range, time- and money-weighted return, benchmark.",
    access: holder("internal"),
    params: rangeParams,
    query: z.object({
      /** Ids of `benchmarks.listOffered`, at most three, with commas: instead of the nearest benchmark. */
      benchmarks: z
        .string()
        .regex(/^\d{1,15}(,\d{1,15}){0,2}$/)
        .optional(),
    }),
    answer: performance,
    errors: ["noClientNumber", "timedout", "badGateway"],
  },
  getProof: {
    method: "GET",
    path: "/portfolio/:holderType/:holderId/proof/:figure",
    summary: "How a figure comes about: formula, a page of its entries, price and rate with source and day.",
    access: holder("internal"),
    params: holderParams.extend({ figure: z.enum(provableFigures) }),
    query: z.object({
      /** Row key of the portfolio; without it, the total. */
      key: z.string().max(40).optional(),
      from: day.optional(),
      to: day.optional(),
      ...pageQuery,
    }),
    answer: proof,
    errors: ["noClientNumber", "timedout", "badGateway"],
  },
  ...portfolioSales,
  ...portfolioResults,
  ...portfolioRisk,
  ...portfolioAttribution,
  ...portfolioIncome,
  ...portfolioCustody,
  ...portfolioHolding,
});
