/** Months and years of the returns, as the table, the file and the notes below them name them. */
import type { MonthlyReturns, PeriodReturn } from "@portico/api/portfolio-risk.ts";
import { dateLocale } from "@portico/messages/text.ts";
import { memoize } from "../../ui/memoize.ts";
import type { Language } from "../../ui/text.tsx";

export type Year = MonthlyReturns["years"][number];
/** What the table shows: the return, or the difference from the benchmark. */
export type Shown = "own" | "excess";

/** A month, or a year if `month` is null. */
export interface Period extends PeriodReturn {
  year: number;
  /** From 1. */
  month: number | null;
}

/** The figure of a period. */
export const figureOf = ({ percent, excess }: PeriodReturn, shown: Shown): number | null =>
  shown === "own" ? percent : excess;

/** The months of a year that are there, then the year. */
const ofYear = ({ months, ...year }: Year): Period[] => [
  ...months.flatMap((month, index) => (month ? [{ ...month, year: year.year, month: index + 1 }] : [])),
  { ...year, month: null },
];
export const periodsOf = (years: readonly Year[]): Period[] => years.flatMap(ofYear);

/** How strong a figure's ground is, from 0 to 1: that of the strongest month is 1; years, which move more, are not compared. */
export function heatOf(years: readonly Year[], shown: Shown): (figure: number) => number {
  const months = years.flatMap(({ months: each }) =>
    each.flatMap((month) => (month ? figureOf(month, shown) : null) ?? []),
  );
  const greatest = Math.max(0, ...months.map(Math.abs));
  return (figure) => (greatest === 0 ? 0 : Math.min(1, Math.abs(figure) / greatest));
}

const format = memoize((key) => {
  const [language, month, year] = key.split(" ") as [Language, "short" | "long", string];
  return new Intl.DateTimeFormat(dateLocale(language), { month, ...(year && { year: "numeric" }), timeZone: "UTC" });
});
const firstOf = (year: number, month: number): Date => new Date(Date.UTC(year, month - 1, 1));

/** "Mar", as a table's heading; `month` from 1. Bulgarian names in full, because they are shortened to numbers. */
export const monthHeading = (language: Language, month: number): string =>
  format(`${language} ${language === "bg" ? "long" : "short"} `).format(firstOf(2024, month));

/** "March 2024", or "2024". */
export const periodName = (language: Language, { year, month }: Pick<Period, "year" | "month">): string =>
  month === null ? String(year) : format(`${language} long year`).format(firstOf(year, month));

/** The best and the worst whole month, and how many of them gained; undefined before there are two. */
export interface MonthsSummary {
  best: Period;
  worst: Period;
  gained: number;
  count: number;
}

/** Of whole months with a return; of equal ones the earlier. */
export function monthsSummary(years: readonly Year[]): MonthsSummary | undefined {
  const months = periodsOf(years).filter(
    ({ month, isPartial, percent }) => month !== null && !isPartial && percent !== null,
  );
  const [first, second] = months;
  if (!first || !second) return undefined;
  const percentOf = (period: Period) => period.percent ?? 0;
  return {
    best: months.reduce((best, month) => (percentOf(month) > percentOf(best) ? month : best), first),
    worst: months.reduce((worst, month) => (percentOf(month) < percentOf(worst) ? month : worst), first),
    gained: months.filter((month) => percentOf(month) > 0).length,
    count: months.length,
  };
}
