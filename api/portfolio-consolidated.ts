/** The portfolios of a person, of the companies that they act for, and their shares of companies, in one currency. */
import { z } from "zod";
import { defineEndpoints, self } from "./endpoint.ts";
import { gap } from "./portfolios/gap.ts";
import { quote } from "./portfolios.ts";
import { totalsOf } from "./rules/portfolio-totals.ts";
import { currencyCode, day, decimal, id } from "./shapes.ts";

/** Why a holder's value is not in the total. `noShare`: no share of the person is confirmed. */
const consolidatedReason = z.enum(["noClientNumber", "noAnswer", "noValue", "rateMissing", "noShare"]);

const totalOf = z.enum(totalsOf);

/** A percentage with up to twelve decimals. */
const percentText = z.string();

export const consolidated = z.object({
  currency: currencyCode,
  day,
  of: totalOf,
  /** The person, then companies by name: those that they act for, and those of which a share of theirs is confirmed. */
  parts: z.array(
    z.object({
      holderType: z.enum(["user", "company"]),
      holderId: id,
      name: z.string(),
      /** False for a company of which the person owns a share, but for which they do not act: they see nothing else of it. */
      isOpen: z.boolean(),
      /** The person's confirmed share today; null without one. */
      share: percentText.nullable(),
      /** Of how much the figures are: 100, or the share; null if nothing counts. */
      counted: percentText.nullable(),
      /** Of what counts, in the contract currency; null with its reason. */
      value: decimal.nullable(),
      contractCurrency: currencyCode.nullable(),
      /** Of the valuation day, `currency` per unit of the contract currency. */
      rate: quote.nullable(),
      /** What counts at that rate, rounded to the currency, so that the parts make the total. */
      converted: decimal.nullable(),
      reason: consolidatedReason.nullable(),
      /** Whether an old price or rate is in the value. */
      isDoubtful: z.boolean(),
      /** Doubts about a known value; none of a company that is not open. */
      gaps: z.array(gap),
    }),
  ),
  /** Null if a part with a client number is unknown. */
  total: decimal.nullable(),
  /** The sum of the known parts. */
  known: decimal,
});
export type Consolidated = z.infer<typeof consolidated>;

/** Why a part's result of a range is not known: as above, or a day lacks a price or rate, or a custodian's system has its days. */
const resultReason = z.enum(["noClientNumber", "noShare", "elsewhere", "gap", "rateMissing"]);

export const consolidatedResults = z.object({
  currency: currencyCode,
  from: day,
  to: day,
  of: totalOf,
  /** In the order of `getConsolidated`, with companies of which a share was held within the range. */
  parts: z.array(
    z.object({
      holderType: z.enum(["user", "company"]),
      holderId: id,
      name: z.string(),
      isOpen: z.boolean(),
      /** Each rounded to the currency: opening + paid + earned = closing. What a share was worth when it changed is paid. */
      result: z.object({ opening: decimal, paid: decimal, earned: decimal, closing: decimal }).nullable(),
      reason: resultReason.nullable(),
    }),
  ),
  /** The sums of the parts; null if one of them is unknown. */
  total: z.object({ opening: decimal, paid: decimal, earned: decimal, closing: decimal }).nullable(),
  /** Of the parts as one portfolio, in percent; null with the reason, or without if a part is unknown. */
  timeWeightedReturn: z.number().nullable(),
  /** The same as a rate a year, Actual/365; null for a year or less. */
  timeWeightedYearly: z.number().nullable().default(null),
  timeWeightedReason: z
    .object({ code: z.enum(["nothingHeld", "nothingInvested", "belowZero"]), day: day.nullable() })
    .nullable(),
  /** Since the close of the business day before; null if the range begins later, or a part is unknown. */
  lastChange: z.object({ since: day, earned: decimal, percent: z.number().nullable() }).nullable(),
});
export type ConsolidatedResults = z.infer<typeof consolidatedResults>;

const query = z.object({
  /** Without it, the firm's base currency. */
  currency: currencyCode.optional(),
  of: totalOf.default("whole"),
});

export const portfolioConsolidated = defineEndpoints({
  getConsolidated: {
    method: "GET",
    path: "/portfolio/consolidated/:userId",
    summary:
      "What a person, and the companies that they act for or own a share of, own now, in one currency, with the total.",
    access: self("userId", "internal"),
    params: z.object({ userId: id }),
    query,
    answer: consolidated,
  },
  getConsolidatedResults: {
    method: "GET",
    path: "/portfolio/consolidated/:userId/:from/:to",
    summary:
      "What a person's portfolios, companies and shares earned over a range, each and as one, at the rates of each day.",
    access: self("userId", "internal"),
    params: z.object({ userId: id, from: day, to: day }),
    query,
    answer: consolidatedResults,
  },
});
