/**
 * What pages show of a definition's history: its growth and that of its benchmark, falls, whole years, and the months
 * that the calculator uses. Pages of visitors receive it ready from the page server; pages of clients make it from the
 * call's answer.
 */
import type { Definition, DefinitionHistory, Texts } from "@portico/api/funds.ts";
import { chainedGrowth } from "@portico/scenarios/chained-growth.ts";
import { drawdown, type Fall, worstFall } from "@portico/scenarios/drawdown.ts";
import type { FeeRates } from "@portico/scenarios/fees.ts";
import {
  type PastPerformance,
  type Period,
  pastPerformance,
  type SinceStart,
  sinceStart,
} from "@portico/scenarios/past-performance.ts";
import {
  actualOnly,
  type DayValue,
  type Gap,
  isInvestable,
  type MonthlySeries,
  monthlySeries,
} from "@portico/scenarios/series.ts";

export interface ChartPoint {
  day: string;
  /** 100 on the first day; null without a value. */
  value: number | null;
  benchmark: number | null;
  /** A fraction, not positive. */
  fall: number | null;
}

export interface HistoryFigures {
  /** The whole of it was made up for a demonstration. */
  demo: boolean;
  sources: string[];
  /** Other currencies that values were converted from. */
  converted: string[];
  benchmark: Texts | null;
  /** A few hundred days, first to last. */
  points: ChartPoint[];
  /** Days without values between two with one, also in the simulated past. */
  gaps: readonly Gap[];
  /** The day from which it was offered, so that its values are actual; undefined if all of them are. */
  simulatedUntil: string | undefined;
  /** Of the actual history alone, as everything below; null without two actual values. */
  since: SinceStart | null;
  months: MonthlySeries;
  past: PastPerformance;
  benchmarkPast: PastPerformance | null;
  actualWorst: Fall | null;
}

/** What a comparison shows of it. */
export interface ComparedPast {
  /** All whole years of its actual history together, at most five, after all fees; null if it has none. */
  total: Period | null;
  worst: Fall | null;
}

export const comparedPast = (history: HistoryAnswer): ComparedPast | null =>
  "fault" in history ? null : { total: history.past.total, worst: history.actualWorst };

export type HistoryAnswer = { fault: NonNullable<DefinitionHistory["fault"]> } | HistoryFigures;

export const feeRates = ({ entry, yearly, exit }: Definition["fees"]): FeeRates => ({
  entry: Number(entry),
  yearly: Number(yearly),
  exit: Number(exit),
});

const noFees: FeeRates = { entry: 0, yearly: 0, exit: 0 };

const seriesOf = (days: readonly string[], navs: readonly (string | null)[]): DayValue[] =>
  days.map((day, index) => ({ day, value: navs[index] === null ? null : Number(navs[index]) }));

export function historyFigures(history: DefinitionHistory): HistoryAnswer {
  const { fault, days, benchmark } = history;
  if (fault) return { fault };
  const lines = history.history.map(({ navs }) => seriesOf(days, navs));
  const { series: growth, since: offered } = chainedGrowth(
    history.versions.map(({ percents, ...version }) => ({
      ...version,
      parts: lines.map((series, index) => ({ weight: Number(percents[index]), series })),
    })),
  );
  const first = growth[0];
  if (!first || offered === null) return { fault: "noValues" };
  const compared = benchmark && atHundred(seriesOf(days, benchmark.navs), first.day);
  const months = monthlySeries(growth);
  return {
    demo: history.demo,
    sources: history.sources,
    converted: [
      ...new Set(history.history.map(({ currency }) => currency).filter((currency) => currency !== history.currency)),
    ],
    benchmark: benchmark && benchmark.label,
    points: chartPoints(growth, compared),
    gaps: monthlySeries(growth.map(({ day, value }) => ({ day, value }))).gaps,
    simulatedUntil: offered > first.day ? offered : undefined,
    since: sinceStart(growth, feeRates(history.fees)),
    months,
    past: pastPerformance(months, feeRates(history.fees)),
    benchmarkPast: compared && pastPerformance(alignedMonths(compared, months), noFees),
    actualWorst: worstFall(actualOnly(growth)) ?? null,
  };
}

/** From the day on, 100 at the first value. */
function atHundred(series: readonly DayValue[], from: string): DayValue[] {
  const own = series.filter(({ day }) => day >= from);
  const first = own.find(({ value }) => isInvestable(value))?.value;
  return first ? own.map(({ day, value }) => ({ day, value: value === null ? null : (value / first) * 100 })) : [];
}

/** The benchmark's periods begin and end with those of the definition, also if it has older or newer values. */
function alignedMonths(benchmark: readonly DayValue[], { days, firstDay }: MonthlySeries): MonthlySeries {
  const last = days.at(-1) ?? "";
  return monthlySeries(benchmark.filter(({ day }) => day >= (firstDay ?? "") && day.slice(0, 7) <= last.slice(0, 7)));
}

const mostPoints = 420;

function chartPoints(growth: readonly DayValue[], benchmark: readonly DayValue[] | null): ChartPoint[] {
  const falls = drawdown(growth);
  const compared = new Map(benchmark?.map(({ day, value }) => [day, value]));
  const points = growth.map(({ day, value }, index) => ({
    day,
    value,
    benchmark: compared.get(day) ?? null,
    fall: falls[index]?.fall ?? null,
  }));
  return fewerPoints(points, worstFall(growth)?.to);
}

/** Evenly spaced days, and the day of the worst fall; where a gap begins or ends stays too. */
export function fewerPoints(points: readonly ChartPoint[], worstDay: string | undefined): ChartPoint[] {
  const step = Math.max(1, Math.ceil(points.length / mostPoints));
  const isGap = (point: ChartPoint | undefined) => (point?.value ?? null) === null;
  return points.filter(
    (point, index) =>
      (points.length - 1 - index) % step === 0 ||
      index === 0 ||
      point.day === worstDay ||
      isGap(point) !== isGap(points[index - 1]) ||
      isGap(point) !== isGap(points[index + 1]),
  );
}
