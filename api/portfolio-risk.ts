/** Risk of a holder's portfolio over a range, and its returns by month and year. */
import { z } from "zod";
import { defineEndpoints, holder } from "./endpoint.ts";
import { gap } from "./portfolios/gap.ts";
import { currencyCode, day, holderParams, inEachLanguage } from "./shapes.ts";

const figure = z.number().nullable();

/** Why there is no return of a day, and so of a range that contains it; wording: `portfolios.performance.reason.<code>`. */
const noReturn = ["nothingHeld", "nothingInvested", "belowZero"] as const;

/**
 * Risk figures; those that are null have `reason`. `tooShort`: fewer than 60 returns of days with a price, or 36 of months
 * where prices are rarer. `noVariation`: a Sharpe ratio would be divided by 0. `gaps`: a price or rate is missing, named in
 * `gaps`. `notProvided`: the custodian's system does not give days. Wording: `portfolios.risk.reason.<code>`.
 */
export const risk = z.object({
  /** Percent a year: sample deviation of the returns × √252, or × √12 of months. */
  volatility: figure,
  /** Mean excess over the risk-free rate ÷ its deviation, a year. */
  sharpe: figure,
  /**
   * Percent, 0 or below, from the highest value to the lowest after it; the days are null if the value never fell. `recovered`:
   * the first day on which the highest value was reached again; null if it was not.
   */
  worstFall: z
    .object({
      percent: z.number(),
      from: day.nullable(),
      to: day.nullable(),
      recovered: day.nullable().default(null),
    })
    .nullable(),
  /** Working days of the range on which something that was held had a price of that day. */
  days: z.number().int(),
  /** The returns used: of these days, or of whole calendar months if prices are rarer. */
  basis: z.enum(["days", "months"]),
  /** Whole months with a return, if they are the basis. */
  months: z.number().int().nullable(),
  reason: z.enum(["tooShort", "noVariation", "gaps", "notProvided", ...noReturn]).nullable(),
  reasonDay: day.nullable(),
  /** The firm's risk-free rate; `name` may be empty. */
  riskFree: z.object({ name: z.string(), percent: z.number() }),
  /** How far each day is below the highest value until then, percent; at most about 400 days, with those of the worst fall. */
  falls: z.array(z.object({ day, percent: z.number() })),
  gaps: z.array(gap),
});
export type Risk = z.infer<typeof risk>;

/** The return of a month or year. */
const periodReturn = z.object({
  /** Its days that the portfolio has; the first is measured from the close before it. */
  from: day,
  to: day,
  /** Some of its days are before the portfolio's first or after today. */
  isPartial: z.boolean(),
  /** Time-weighted, percent, 2 decimals. */
  percent: figure,
  /** Why there is no return although no price is missing. */
  reason: z.object({ code: z.enum(noReturn), day: day.nullable() }).nullable(),
  /** The first missing price or rate that leaves it unknown. */
  gap: gap.nullable(),
  /** Of the benchmark over the same days. */
  benchmark: figure,
  /** `percent` less `benchmark` as shown, in percentage points. */
  excess: figure,
});
export type PeriodReturn = z.infer<typeof periodReturn>;

export const monthlyReturns = z.object({
  contractCurrency: currencyCode,
  benchmarkName: inEachLanguage.nullable(),
  /** Empty if nothing was ever held. Oldest first; `months` from January on, null where nothing was held before or after. */
  years: z.array(periodReturn.extend({ year: z.number().int(), months: z.array(periodReturn.nullable()).length(12) })),
  /** `notProvided`: the custodian's system does not give days. */
  reason: z.enum(["notProvided"]).nullable(),
});
export type MonthlyReturns = z.infer<typeof monthlyReturns>;

export const portfolioRisk = defineEndpoints({
  getRisk: {
    method: "GET",
    path: "/portfolio/:holderType/:holderId/risk/:from/:to",
    summary: "Volatility, Sharpe ratio and worst fall of the days from..to, both included, with what they rest on.",
    access: holder("internal"),
    params: holderParams.extend({ from: day, to: day }),
    answer: risk,
    errors: ["noClientNumber", "timedout", "badGateway"],
  },
  getMonthlyReturns: {
    method: "GET",
    path: "/portfolio/:holderType/:holderId/monthly-returns",
    summary: "Time-weighted return of each month and year since the first day, beside the benchmark's.",
    access: holder("internal"),
    params: holderParams,
    answer: monthlyReturns,
    errors: ["noClientNumber", "timedout", "badGateway"],
  },
});
