/**
 * The growth of a product whose weights were changed: each version's own weights from its day until the next. What is
 * before the first version is a simulated past.
 */
import { type DayValue, isInvestable, isKnown } from "./series.ts";
import { type Rebalancing, type WeightedPart, weightedGrowth } from "./weighted-growth.ts";

export interface HeldWeights {
  /** The day from which these weights were held. */
  since: string;
  rebalancing: Rebalancing;
  parts: readonly WeightedPart[];
}

export interface ChainedGrowth {
  /** 100 on the first day; simulated before `since`. */
  series: DayValue[];
  /** The day from which the values are actual; null without a version that can be calculated. */
  since: string | null;
}

/**
 * `versions` are the oldest first. One version hands over to the next at its last known value on the day of the change or
 * before. If the parts of the next have no values then, what was before it cannot be joined to it: the actual history
 * begins with that version.
 */
export function chainedGrowth(versions: readonly HeldWeights[]): ChainedGrowth {
  let chain: ChainedGrowth = { series: [], since: null };
  for (const [index, { since, rebalancing, parts }] of versions.entries()) {
    const to = versions[index + 1]?.since;
    const joined = joinTo(chain.series, since, (from) => weightedGrowth(parts, rebalancing, { from, to }));
    if (joined) chain = { series: joined, since: chain.since };
    else {
      const alone = weightedGrowth(parts, rebalancing, { to });
      const series = alone.map((point) => (point.day < since ? { ...point, isSimulated: true } : point));
      chain = { series, since };
    }
  }
  return chain;
}

/** Undefined if either side has no value where one hands over to the other. */
function joinTo(
  before: readonly DayValue[],
  since: string,
  growthFrom: (day: string) => DayValue[],
): DayValue[] | undefined {
  const place = before.findLastIndex(({ day, value }) => day <= since && isKnown(value));
  const last = before[place];
  if (!last || !isKnown(last.value)) return undefined;
  const [first, ...after] = growthFrom(last.day);
  if (first?.day !== last.day || !isInvestable(first.value)) return undefined;
  const factor = last.value / first.value;
  return [
    ...before.slice(0, place + 1),
    ...after.map((point) => ({
      ...point,
      // Until the day of the change the new weights were not held.
      value: point.value === null || point.day < since ? null : point.value * factor,
    })),
  ];
}
