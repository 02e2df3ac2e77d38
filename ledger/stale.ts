/** When a quote is too old for a day. */
import type { Day } from "./entry.ts";

/** Older quotes are used and flagged: a fund may be priced monthly, but its price must not be taken for today's. */
export const staleAfterDays = 10;

export const isStale = (quoted: Day, on: Day): boolean =>
  Date.parse(on) - Date.parse(quoted) > staleAfterDays * 86_400_000;
