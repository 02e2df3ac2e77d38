/** The portfolios of a person, of the companies that they act for, and their shares of companies, in one currency. */
import { z } from "zod";
import { defineEndpoints, self } from "./endpoint.ts";
import { gap } from "./portfolios/gap.ts";
import { quote } from "./portfolios.ts";
import { currencyCode, day, decimal, id } from "./shapes.ts";

/** Why a holder's value is not in the total. `noShare`: no share of the person is confirmed. */
const consolidatedReason = z.enum(["noClientNumber", "noAnswer", "noValue", "rateMissing", "noShare"]);

/** The whole of what the person may see, or the person's share of it. */
export const totalsOf = ["whole", "share"] as const;
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
});
