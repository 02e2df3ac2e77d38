/** Where a holder's holdings lie, by custodian. */
import { z } from "zod";
import { defineEndpoints, holder } from "./endpoint.ts";
import { currencyCode, decimal, holderParams } from "./shapes.ts";

export const custody = z.object({
  contractCurrency: currencyCode,
  holdings: z.array(
    z.object({
      /** As in the portfolio: the instrument's id, or the currency code of cash. */
      key: z.string(),
      /** They sum to the holding; in order of names, what is not stated last. None of them is zero. */
      parts: z.array(z.object({ custodian: z.string().nullable(), quantity: decimal })),
    }),
  ),
  /** `notProvided`: the custodian's system does not tell. */
  reason: z.enum(["notProvided"]).nullable(),
});
export type Custody = z.infer<typeof custody>;

export const portfolioCustody = defineEndpoints({
  getCustody: {
    method: "GET",
    path: "/portfolio/:holderType/:holderId/custody",
    summary: "The units of each holding by the custodian at which they lie, as far as the entries state it.",
    access: holder("internal"),
    params: holderParams,
    answer: custody,
    errors: ["noClientNumber", "timedout", "badGateway"],
  },
});
