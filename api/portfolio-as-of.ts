/** A holder's portfolio on a day, as it was known at a time: for staff. */
import { z } from "zod";
import { defineEndpoints, staff } from "./endpoint.ts";
import { portfolio } from "./portfolios.ts";
import { day, holderParams, instant } from "./shapes.ts";

export const portfolioAsOf = portfolio.extend({
  /** The time up to which everything is known that the figures use: with it, the same figures come again. */
  known: instant,
  /** Day of the first entry that was known; null if none was. */
  firstDay: day.nullable(),
  /** When the holder's first entries became known; null if there are none. */
  firstKnown: instant.nullable(),
});
export type PortfolioAsOf = z.infer<typeof portfolioAsOf>;

export const asOfCalls = defineEndpoints({
  getAsOf: {
    method: "GET",
    path: "/portfolio/:holderType/:holderId/as-of/:day",
    summary:
      "What the holder owned at the end of a day, as customer-portfolio shows it, from what was known at a time; without one, from what is known now.",
    access: staff("internal"),
    params: holderParams.extend({ day }),
    query: z.object({ known: instant.optional() }),
    answer: portfolioAsOf,
    errors: ["noClientNumber", "ledgerElsewhere"],
  },
});
