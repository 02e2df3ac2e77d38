/** When a quote is too old to be taken for one of the day. */
import type { Day } from "./entry.ts";

/** Quotes older than this are used, and said to be old: a fund may be priced monthly, but nobody should take it for today's. */
export const staleAfterDays = 10;

export const isStale = (quoted: Day, on: Day): boolean =>
  Date.parse(on) - Date.parse(quoted) > staleAfterDays * 86_400_000;
