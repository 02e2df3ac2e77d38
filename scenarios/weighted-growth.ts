/** The growth of a portfolio of several series with given weights, 100 at its beginning. */
import { type DayValue, daysBetween, isInvestable, isKnown, staleDays } from "./series.ts";

export const rebalancings = ["none", "monthly", "quarterly", "yearly"] as const;
export type Rebalancing = (typeof rebalancings)[number];

export interface WeightedPart {
  /** In any unit: only the proportions count. */
  weight: number;
  /** In the order of its days, all parts in the same currency. */
  series: readonly DayValue[];
}

/**
 * One value for each day on which a part has one, from the first day on which every part can be bought to the last day with a
 * value of any. A part without a value of the day counts with its last one, for ten days; after that the portfolio's
 * value is unknown until it has one. Rebalanced to the weights after the last known day of each period; a part that is worth
 * nothing then cannot be bought, and its shares stay as they are. A day on which any
 * part was simulated is simulated. `from` and `to` limit the days; values before `from` count as last ones.
 */
export function weightedGrowth(
  parts: readonly WeightedPart[],
  rebalancing: Rebalancing,
  { from = "", to }: { from?: string; to?: string | undefined } = {},
): DayValue[] {
  const held = parts
    .filter(({ weight }) => weight > 0)
    .map(({ weight, series }) => ({ weight, cursor: cursorOf(series) }));
  const sum = held.reduce((total, { weight }) => total + weight, 0);
  const days = [...new Set(parts.flatMap(({ series }) => series.map(({ day }) => day)))]
    .filter((day) => day >= from && (to === undefined || day <= to))
    .sort();
  const growth: DayValue[] = [];
  /** Shares held of each part, set at the beginning and at each rebalancing. */
  let shares: number[] | undefined;
  let period = "";
  let last: { value: number; prices: number[] } | undefined;
  for (const day of days) {
    const points = held.map(({ cursor }) => cursor(day));
    const own = periodOf(day, rebalancing);
    const prices = points.map((point) => point?.value ?? Number.NaN);
    const isWhole = points.length > 0 && points.every((point) => point && daysBetween(point.day, day) <= staleDays);
    if (!shares) {
      if (!isWhole || !prices.every(isInvestable)) continue;
      shares = held.map(({ weight }, index) => ((weight / sum) * 100) / (prices[index] as number));
    } else if (own !== period && last) {
      shares = rebalanced(held, shares, last);
    }
    period = own;
    if (!isWhole) {
      growth.push({ day, value: null });
      continue;
    }
    const value = shares.reduce((total, count, index) => total + count * (prices[index] as number), 0);
    last = { value, prices };
    growth.push({ day, value, ...(points.some((point) => point?.isSimulated) && { isSimulated: true }) });
  }
  return growth;
}

/** The shares after a rebalancing at the prices: what they are worth together, by the weights of the parts that can be bought. */
function rebalanced(
  held: readonly { weight: number }[],
  shares: readonly number[],
  { value, prices }: { value: number; prices: readonly number[] },
): number[] {
  const bought = held.reduce((total, { weight }, index) => (isInvestable(prices[index]) ? total + weight : total), 0);
  return shares.map((count, index) => {
    const price = prices[index];
    return isInvestable(price) ? (((held[index]?.weight ?? 0) / bought) * value) / price : count;
  });
}

/** Asked for days in their order: the last known value on a day or before. */
function cursorOf(series: readonly DayValue[]) {
  let index = 0;
  let current: { day: string; value: number; isSimulated?: boolean } | undefined;
  return (day: string) => {
    for (; index < series.length && (series[index] as DayValue).day <= day; index++) {
      const point = series[index] as DayValue;
      if (isKnown(point.value)) current = { ...point, value: point.value };
    }
    return current;
  };
}

function periodOf(day: string, rebalancing: Rebalancing): string {
  if (rebalancing === "none") return "";
  if (rebalancing === "monthly") return day.slice(0, 7);
  if (rebalancing === "yearly") return day.slice(0, 4);
  return `${day.slice(0, 4)}-${Math.floor((Number(day.slice(5, 7)) - 1) / 3)}`;
}
