/** The results of consecutive spans of days, such as months, put together to those of a range. */
import { type DailyResults, type HoldingResult, rounded } from "./daily-results.ts";
import { Decimal } from "./decimal.ts";
import { fromUnits, toUnits } from "./units.ts";

export const resultParts = ["price", "fx", "income", "fees", "tax"] as const;

/** In base; `fees` and `tax` are costs, positive. */
export interface RangeResult extends Record<(typeof resultParts)[number], Decimal> {
  /** Growth of one unit of money invested; null if unknown or undefined. */
  growth: number | null;
  /** False if there was a result but never anything invested. */
  isMeasured: boolean;
  /** Part of the logarithm of the portfolio's growth; null if that is undefined. */
  linked: number | null;
  isClosed: boolean;
  isUnknown: boolean;
}

interface Linking {
  sums: Record<(typeof resultParts)[number], bigint>;
  growth: number | null;
  isMeasured: boolean;
  linked: number | null;
  invested: number | null;
  isClosed: boolean;
  isUnknown: boolean;
}

const begin = (): Linking => ({
  sums: { price: 0n, fx: 0n, income: 0n, fees: 0n, tax: 0n },
  growth: 1,
  isMeasured: true,
  linked: 0,
  invested: null,
  isClosed: false,
  isUnknown: false,
});

function link(so: Linking, result: HoldingResult): void {
  for (const part of resultParts) {
    const sum = result[part];
    if (sum !== undefined) so.sums[part] += toUnits(sum);
  }
  const { growth = 1, linked = 0, late = 0, invested } = result;
  // What came when nothing was invested any more is measured by what was invested last.
  if (late !== 0 && so.invested === null) so.isMeasured = false;
  const before = late !== 0 && so.invested !== null ? Math.max(0, 1 + late / so.invested) : 1;
  so.growth = so.growth === null || growth === null ? null : so.growth * before * growth;
  so.linked = so.linked === null || linked === null ? null : so.linked + linked;
  so.invested = invested ?? so.invested;
  so.isClosed = result.isClosed ?? false;
  so.isUnknown ||= result.isUnknown ?? false;
}

const sumOfLinked = (spans: readonly DailyResults[]): number | null =>
  spans.reduce<number | null>((sum, { linked }) => (sum === null || linked === null ? null : sum + linked), 0);

function toResult({
  sums,
  growth,
  linked,
  late,
  invested,
  isClosed,
  isUnknown,
}: Linking & { late: number }): HoldingResult {
  const result: HoldingResult = {};
  for (const part of resultParts) if (sums[part] !== 0n) result[part] = fromUnits(sums[part]);
  if (growth !== 1) result.growth = growth && rounded(growth);
  if (linked !== 0) result.linked = linked && rounded(linked);
  if (late !== 0) result.late = late;
  if (invested !== null) result.invested = invested;
  if (isClosed) result.isClosed = true;
  if (isUnknown) result.isUnknown = true;
  return result;
}

/**
 * The results of consecutive spans, such as the months of a year, as those of one: they link to the same. Undefined if one figure
 * cannot tell what came late in several of them.
 */
export function joinResults(spans: readonly DailyResults[]): DailyResults | undefined {
  const all = new Map<string, Linking & { late: number }>();
  for (const span of spans)
    for (const [key, result] of Object.entries(span.holdings)) {
      const so = all.get(key) ?? { ...begin(), late: 0 };
      all.set(key, so);
      const isEarlier = result.late !== undefined && so.invested === null;
      if (isEarlier && so.late !== 0) return undefined;
      if (isEarlier) so.late = result.late ?? 0;
      link(so, isEarlier ? { ...result, late: 0 } : result);
    }
  const linked = sumOfLinked(spans);
  return {
    holdings: Object.fromEntries([...all].map(([key, so]) => [key, toResult(so)])),
    linked: linked && rounded(linked),
  };
}

/** In the order of time. `linked` is the logarithm of the portfolio's growth; null if a day has no return. */
export function linkResults(spans: readonly DailyResults[]): {
  holdings: Map<string, RangeResult>;
  linked: number | null;
} {
  const all = new Map<string, Linking>();
  for (const span of spans)
    for (const [key, result] of Object.entries(span.holdings)) {
      const known = all.get(key);
      const so = known ?? begin();
      if (!known) all.set(key, so);
      link(so, result);
    }
  const holdings = new Map(
    [...all].map(([key, { sums, invested: _invested, ...rest }]): [string, RangeResult] => {
      const exact = (units: bigint): Decimal => new Decimal(`${units}e-20`);
      const { price, fx, income, fees, tax } = sums;
      const parts = { price: exact(price), fx: exact(fx), income: exact(income), fees: exact(fees), tax: exact(tax) };
      return [key, { ...rest, ...parts }];
    }),
  );
  return { holdings, linked: sumOfLinked(spans) };
}

/**
 * Parts of the portfolio's return, as fractions that add up to it: each day's result over the day's amount invested, linked
 * by Carino's coefficients (Carino 1999, Combining Attribution Effects Over Time), so that the order of days does not
 * matter. Null without a return, and for a loss of everything, which has no logarithm.
 */
export function contributionOf(part: number | null, linked: number | null): number | null {
  if (part === null || linked === null) return null;
  return linked === 0 ? part : (part * Math.expm1(linked)) / linked;
}
