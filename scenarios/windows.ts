/**
 * What a plan of payments would have become in every stretch of its length that really happened: windows of whole
 * months that overlap, one beginning in each month. The range of these results is all that is said; nothing is carried
 * into the future (Delegated Regulation (EU) 2017/565, Article 44(5) and (6)).
 */
import { type FeeRates, monthlyKept } from "./fees.ts";
import { isInvestable, isKnown, type MonthlySeries, monthCount } from "./series.ts";

export interface Plan {
  /** Paid at the beginning. */
  now: number;
  /** Paid at the beginning of every month, the first included. */
  monthly: number;
  /** Whole months. */
  months: number;
}

export interface WindowResult {
  startDay: string;
  endDay: string;
  /** What is left after all fees. */
  value: number;
}

export interface HistoricalRange {
  outcome: "range";
  paidIn: number;
  windows: number;
  /** Windows that a gap makes incalculable: at their ends, or where a monthly payment would have been invested. */
  leftOut: number;
  /** Windows that ended with less than was paid in. */
  below: number;
  worst: WindowResult;
  /** With an even number of windows, the lower of the two in the middle: a result that really occurred. */
  median: WindowResult;
  best: WindowResult;
}

export interface TooShort {
  outcome: "tooShort";
  /** Whole months that the history has, and that the plan needs. */
  months: number;
  needed: number;
  /** Whole months of the longest plan of this kind that can be calculated; 0 if none can. */
  longest: number;
  /** Windows of this length that exist but contain a gap. */
  leftOut: number;
}

/**
 * The range over all windows; the same input gives the same result. `tooShort` if no window can be calculated.
 * Amounts are floats in the currency of the plan: show them as whole units.
 * @throws RangeError for a plan without whole months, or a negative amount.
 */
export function historicalRange(series: MonthlySeries, plan: Plan, fees: FeeRates): HistoricalRange | TooShort {
  checkPlan(plan);
  const { months } = plan;
  const growth = monthlyGrowth(series);
  const results: { start: number; value: number }[] = [];
  const possible = Math.max(0, growth.length - months + 1);
  const kept = monthlyKept(fees);
  const [entry, exit] = [1 - fees.entry / 100, 1 - fees.exit / 100];
  for (let start = 0; start < possible; start++) {
    const value =
      plan.monthly === 0
        ? plan.now * entry * growthBetween(series, start, start + months) * kept ** months
        : endValue(growth, start, plan, entry, kept);
    if (!Number.isNaN(value)) results.push({ start, value: value * exit });
  }
  const leftOut = possible - results.length;
  if (results.length === 0)
    return {
      outcome: "tooShort",
      months: monthCount(series),
      needed: months,
      longest: longestOf(series, plan),
      leftOut,
    };
  const paidIn = plan.now + plan.monthly * months;
  // Ties in the order of their days.
  const sorted = results.toSorted((a, b) => a.value - b.value || a.start - b.start);
  const at = (index: number): WindowResult => {
    const { start, value } = sorted[index] as { start: number; value: number };
    return { startDay: series.days[start] ?? "", endDay: series.days[start + months] ?? "", value };
  };
  return {
    outcome: "range",
    paidIn,
    windows: results.length,
    leftOut,
    // What was paid in comes back as paid in, however floats add it up.
    below: results.filter(({ value }) => value < paidIn - paidIn * 1e-12).length,
    worst: at(0),
    median: at(Math.floor((sorted.length - 1) / 2)),
    best: at(sorted.length - 1),
  };
}

function checkPlan({ now, monthly, months }: Plan): void {
  if (!Number.isInteger(months) || months < 1) throw new RangeError("a plan has whole months, at least one");
  if (!(now >= 0) || !(monthly >= 0)) throw new RangeError("amounts are not negative");
}

/** NaN where one of the two ends is unknown, or nothing can be bought at the first. What is between them does not matter to what was paid in before. */
function growthBetween({ values }: MonthlySeries, from: number, to: number): number {
  const [start, end] = [values[from], values[to]];
  return isInvestable(start) && isKnown(end) ? end / start : Number.NaN;
}

/** A payment needs a value where it is invested: one at the beginning two ends, one each month all between. */
function longestOf({ values }: MonthlySeries, { monthly }: Plan): number {
  if (monthly === 0) {
    const [first, last] = [values.findIndex(isInvestable), values.findLastIndex(isKnown)];
    return Math.max(0, last - first);
  }
  let [longest, run] = [0, -1];
  for (const value of values) {
    if (isKnown(value)) longest = Math.max(longest, run + 1);
    run = isInvestable(value) ? run + 1 : -1;
  }
  return longest;
}

/** Growth factor of each month; NaN where an end of it is unknown. */
function monthlyGrowth(series: MonthlySeries): Float64Array {
  const growth = new Float64Array(monthCount(series));
  for (let month = 0; month < growth.length; month++) growth[month] = growthBetween(series, month, month + 1);
  return growth;
}

/**
 * Payments less the entry fee, grown month by month less the yearly fee; before the exit fee. NaN if the value at which a
 * payment would have been invested is unknown.
 */
function endValue(
  growth: Float64Array,
  start: number,
  { now, monthly, months }: Plan,
  entry: number,
  kept: number,
): number {
  let value = now * entry;
  const payment = monthly * entry;
  for (let month = start; month < start + months; month++) value = (value + payment) * (growth[month] as number) * kept;
  return value;
}
