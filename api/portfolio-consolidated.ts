/** The portfolios of a person and of the companies that they act for, in one currency. */
import { z } from "zod";
import { defineEndpoints, self } from "./endpoint.ts";
import { gap } from "./portfolios/gap.ts";
import { quote } from "./portfolios.ts";
import { currencyCode, day, decimal, id } from "./shapes.ts";

/** Why a holder's value is not in the total. */
const consolidatedReason = z.enum(["noClientNumber", "noAnswer", "noValue", "rateMissing"]);

export const consolidated = z.object({
  currency: currencyCode,
  day,
  /** The person, then the companies that they act for by name. */
  parts: z.array(
    z.object({
      holderType: z.enum(["user", "company"]),
      holderId: id,
      name: z.string(),
      /** In the contract currency; null with its reason. */
      value: decimal.nullable(),
      contractCurrency: currencyCode.nullable(),
      /** Of the valuation day, `currency` per unit of the contract currency. */
      rate: quote.nullable(),
      /** `value` at that rate, rounded to the currency, so that the parts make the total. */
      converted: decimal.nullable(),
      reason: consolidatedReason.nullable(),
      /** Doubts about a known value. */
      gaps: z.array(gap),
    }),
  ),
  /** Null if a part with a client number is unknown. */
  total: decimal.nullable(),
  /** The sum of the known parts. */
  known: decimal,
});
export type Consolidated = z.infer<typeof consolidated>;

export const portfolioConsolidated = defineEndpoints({
  getConsolidated: {
    method: "GET",
    path: "/portfolio/consolidated/:userId",
    summary: "What a person and the companies that they act for own now, in one currency, with the total.",
    access: self("userId", "internal"),
    params: z.object({ userId: id }),
    query: z.object({
      /** Without it, the firm's base currency. */
      currency: currencyCode.optional(),
    }),
    answer: consolidated,
  },
});
