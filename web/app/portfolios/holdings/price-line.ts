/** The line of a price chart: broken where no price was quoted for long. Pure. */
import type { Holding } from "@portico/api/portfolio-holding.ts";
import { addDays, daysBetween } from "@portico/api/rules/calendar.ts";
import { staleAfterDays } from "@portico/ledger/stale.ts";

export interface PricePoint {
  day: string;
  value: number | null;
  netDeposits: null;
}

export interface PriceLine {
  points: PricePoint[];
  /** Days with prices between which there is none for longer than a price is taken for current. */
  gaps: { from: string; to: string }[];
  /** The day of the last price, if it is too old for the last day. */
  stale: string | undefined;
}

/** `to`: the last day that may have a price. */
export function priceLine(prices: Holding["prices"], to: string): PriceLine {
  const points: PricePoint[] = [];
  const gaps: PriceLine["gaps"] = [];
  let before: string | undefined;
  for (const { day, price } of prices) {
    if (price === null) continue;
    if (before !== undefined && daysBetween(before, day) > staleAfterDays) {
      gaps.push({ from: before, to: day });
      points.push({ day: addDays(before, 1), value: null, netDeposits: null });
    }
    points.push({ day, value: Number(price), netDeposits: null });
    before = day;
  }
  return { points, gaps, stale: before !== undefined && daysBetween(before, to) > staleAfterDays ? before : undefined };
}

/** "3 : 1", or the two numbers of units if they are no whole multiple. */
export function splitRatio({ from, into }: { from: string; into: string }): string {
  const [old, young] = [Number(from), Number(into)];
  if (Number.isInteger(young / old)) return `${young / old} : 1`;
  if (Number.isInteger(old / young)) return `1 : ${old / young}`;
  return `${into} : ${from}`;
}
