/** Instruments known to the firm. Prices and FX rates are imported from files (see imports). */
import { z } from "zod";
import { defineEndpoints, signedIn } from "./endpoint.ts";
import { currencyCode, id } from "./shapes.ts";

export const assetClasses = ["equity", "fund", "bond", "commodity", "other"] as const;
export const instrument = z.object({
  id,
  name: z.string(),
  ticker: z.string(),
  isin: z.string().nullable(),
  currency: currencyCode,
  assetClass: z.enum(assetClasses),
  country: z.string().nullable(),
});

export const marketData = defineEndpoints({
  findInstruments: {
    method: "GET",
    path: "/instruments",
    summary: "Instruments whose name, ticker or ISIN begins with the text; the first 20.",
    access: signedIn,
    machine: true,
    query: z.object({ search: z.string().trim().min(1).max(60) }),
    answer: z.object({ instruments: z.array(instrument) }),
  },
});
