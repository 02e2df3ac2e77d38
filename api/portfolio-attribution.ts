/** Where the difference from a benchmark came from: attribution over a range, by class or by currency. */
import { z } from "zod";
import { offeredBenchmark } from "./benchmarks.ts";
import { defineEndpoints, holder } from "./endpoint.ts";
import { gap } from "./portfolios/gap.ts";
import { currencyCode, day, holderParams, inEachLanguage } from "./shapes.ts";

export const attributedBy = ["class", "currency"] as const;
export type AttributedBy = (typeof attributedBy)[number];

/** Percentage points, 2 decimals; allocation + selection + interaction = total, as shown. */
const effects = {
  allocation: z.number(),
  selection: z.number(),
  interaction: z.number(),
  total: z.number(),
};

/**
 * Why it cannot be told. `noBenchmark`: none is offered. `benchmarkGaps`: the benchmark has no value on a day that is needed;
 * `gaps` may name what is missing. `gaps`: a day of the portfolio lacks a price or rate. `totalLoss`: periods are linked by
 * logarithms. `notProvided`: the custodian's system does not give days. Wording: `portfolios.attribution.reason.<code>`.
 */
export const attributionReasons = [
  "noBenchmark",
  "benchmarkGaps",
  "gaps",
  "nothingHeld",
  "nothingInvested",
  "belowZero",
  "totalLoss",
  "notProvided",
] as const;

export const attribution = z.object({
  contractCurrency: currencyCode,
  by: z.enum(attributedBy),
  /** The days measured, both included: of the range, those since the first holding and since the benchmark's first value. */
  from: day,
  to: day,
  /** The benchmark's first day with a value, if it begins after the range or the first holding. */
  benchmarkFrom: day.nullable(),
  benchmark: offeredBenchmark.nullable(),
  /** Time-weighted, percent, 2 decimals. */
  return: z.number().nullable(),
  benchmarkReturn: z.number().nullable(),
  /** `return` less `benchmarkReturn` as shown, in percentage points: the total of the effects. */
  excess: z.number().nullable(),
  parts: z.array(
    z.object({
      /** A class, `cash` or `unclassified`; or a currency. */
      key: z.string(),
      /** Mean over the days, of the weights at the start of each period, percent, 2 decimals. */
      weight: z.number(),
      benchmarkWeight: z.number(),
      ...effects,
    }),
  ),
  /** Each column adds up to it; null with a reason. */
  total: z.object(effects).nullable(),
  /** How many periods are linked: months, and within them from one day with entries to the next. */
  periods: z.number().int(),
  /** By class: the parts of the benchmark to which no class is given. */
  unclassified: z.array(inEachLanguage),
  reason: z.enum(attributionReasons).nullable(),
  reasonDay: day.nullable(),
  /** With `part`: of that part of the benchmark. */
  gaps: z.array(gap.extend({ part: inEachLanguage.optional() })),
});
export type Attribution = z.infer<typeof attribution>;

export const portfolioAttribution = defineEndpoints({
  getAttribution: {
    method: "GET",
    path: "/portfolio/:holderType/:holderId/attribution/:from/:to",
    summary:
      "Allocation, selection and interaction (Brinson and Fachler) of each class or currency against a benchmark, linked over the range (Carino); without a benchmark's id, against the nearest.",
    access: holder("internal"),
    params: holderParams.extend({ from: day, to: day }),
    query: z.object({
      benchmark: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
      by: z.enum(attributedBy).default("class"),
    }),
    answer: attribution,
    errors: ["noClientNumber", "timedout", "badGateway"],
  },
});
