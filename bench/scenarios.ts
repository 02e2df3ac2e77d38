/**
 * `node bench/scenarios.ts`, also a row of `npm run bench`: the calculator over 30 years of days, against a plain pass
 * over the same array.
 */
import { type DayValue, monthlySeries } from "@portico/scenarios/series.ts";
import { madeUpSeries } from "@portico/scenarios/testing/made-up-series.ts";
import { historicalRange } from "@portico/scenarios/windows.ts";
import { atMost, median, type Row } from "./measures.ts";

/** Sum of the logarithms of each day's growth: one visit of each value, with about as much arithmetic as a value takes. */
function plainPass(series: readonly DayValue[]): number {
  let sum = 0;
  for (let index = 1; index < series.length; index++)
    sum += Math.log((series[index]?.value ?? 1) / (series[index - 1]?.value ?? 1));
  return sum;
}

const series = madeUpSeries({ seed: 30, from: "1996-01-01", days: 30 * 365 + 8 });
const plan = { now: 10_000, monthly: 200, months: 120 };
const fees = { entry: 1, yearly: 1.2, exit: 0.5 };

/** Milliseconds of one run, as a median. */
function timed(run: () => unknown): number {
  const taken = Array.from({ length: 220 }, () => {
    const before = performance.now();
    run();
    return performance.now() - before;
  });
  return median(taken.slice(20));
}

/** Reducing the days to months and running the calculator: what a page does when a definition is shown. */
export const measureScenarios = (): Row => ({
  what: "the calculator over 30 years of days, reducing them to months included / a plain pass over the days, ms",
  ours: timed(() => historicalRange(monthlySeries(series), plan, fees)),
  base: timed(() => plainPass(series)),
  ...atMost(12),
});

if (process.argv[1] === import.meta.filename) {
  const { ours, base } = measureScenarios();
  const monthly = monthlySeries(series);
  const again = timed(() => historicalRange(monthly, plan, fees));
  console.log(
    `${ours.toFixed(3)} ms with the reduction, ${again.toFixed(3)} ms for other amounts; plain ${base.toFixed(3)} ms`,
  );
}
