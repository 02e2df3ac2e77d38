/** New prices and rates of a file, and which of them need a look. */
import { z } from "zod";
import { currencyCode, day, decimal } from "../shapes.ts";

/**
 * Marks of a suspicious price or rate: `zero`, a price of nothing after another or no price; `digits`, about 10, 100 or
 * 1,000 times the previous quote or that fraction of it; `jump`, otherwise more than 20 % away; `weekend`, a Saturday or
 * Sunday; `noRate`, a price in another currency than the instrument's for which there is no rate on the day, so that the
 * last convertible price stays in use.
 */
export const quoteMarks = ["zero", "digits", "jump", "weekend", "noRate"] as const;

/** A price, or a rate in units per euro, that the file would store. */
export const quote = z.object({
  /** Its position among the file's new rows. */
  place: z.number().int(),
  line: z.number().int(),
  /** Of the priced instrument; null for a rate. */
  name: z.string().nullable(),
  ticker: z.string().nullable(),
  isin: z.string().nullable(),
  currency: currencyCode,
  day,
  value: decimal,
  source: z.string(),
  /** The quote that applies to that day so far, from the portal or earlier in the file; the next later one if there is none. */
  before: z.object({ value: decimal, day }).nullable(),
  marks: z.array(z.enum(quoteMarks)),
  accepted_by: z.string().nullable(),
});
export type ImportQuote = z.infer<typeof quote>;

export const quoteCounts = {
  marked: z.number().int(),
  /** Marked and not accepted yet: blocks confirmation. */
  open: z.number().int(),
  /** Of those, marked only `weekend`. */
  openWeekend: z.number().int(),
};
