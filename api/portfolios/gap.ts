/** Why a figure of a portfolio is missing or doubtful. */
import { z } from "zod";
import { doubtCodes } from "../rules/gaps.ts";
import { currencyCode, day, id } from "../shapes.ts";

/**
 * Why a figure is missing or doubtful. `priceFromTrade`: valued on `day` at a trade's price (of the day `quoted`) until
 * the market quotes one. `priceStale`, `rateStale`: valued or converted on `day` at an old price or rate, of the day
 * `quoted`. `splitMissing`: the day of a split that is not booked for the holder. Wording: `portfolios.gap.<code>`,
 * with the instrument's or currency's name.
 */
export const gap = z.object({
  code: z.enum(["priceMissing", "rateMissing", "costUnknown", "splitMissing", ...doubtCodes]),
  instrumentId: id.optional(),
  name: z.string().optional(),
  currency: currencyCode.optional(),
  day: day.optional(),
  quoted: day.optional(),
});
export type Gap = z.infer<typeof gap>;
