import { isDay } from "@portico/api/rules/calendar.ts";
import { portfolioRanges } from "@portico/api/rules/portfolio-ranges.ts";
/** Ranges of days on the portfolio page: both days included, calendar days without a time zone. */
export type RangePreset = (typeof portfolioRanges)[number];

export interface DayRange {
  preset: RangePreset | "custom";
  from: string;
  to: string;
}

/** Before any possible entry. */
const beginning = "1970-01-01";

/** The same day `months` months before; the month's last day if it is shorter (31 March → 28 February). */
export function monthsBefore(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const lastOfMonth = new Date(Date.UTC(year, month - months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 - months, Math.min(date, lastOfMonth))).toISOString().slice(0, 10);
}

/** File name of a range, without extension: "all" starts with the first day it contains. */
export function rangeFileName(name: string, { preset, from, to }: DayRange, days: readonly string[]): string {
  const first = preset === "all" ? days.toSorted()[0] : from;
  return first === undefined ? name : `${name}-${first}-${to}`;
}

/** The days of a preset that ends with `to`. */
export function presetRange(preset: RangePreset, to: string): DayRange {
  const months = { "1M": 1, "3M": 3, "1Y": 12, "3Y": 36 } as const;
  if (preset === "all") return { preset, from: beginning, to };
  return { preset, to, from: preset === "YTD" ? `${to.slice(0, 4)}-01-01` : monthsBefore(to, months[preset]) };
}

/** The error of two selected days. */
export function rangeFault(from: string, to: string): "needed" | "reversed" | undefined {
  if (!isDay(from) || !isDay(to)) return "needed";
  return from > to ? "reversed" : undefined;
}

/** Removes the days before the first entry from "all". */
export function trimEmptyStart<P extends { value: number | null; netDeposits: number | null }>(
  points: readonly P[],
): P[] {
  const first = points.findIndex((point) => (point.value ?? 0) !== 0 || (point.netDeposits ?? 0) !== 0);
  return first === -1 ? [] : points.slice(first);
}

/** The range in an address (`range=3M`, or `from` and `to`); the usual preset if it has none, or an invalid one. */
export function rangeOfSearch(search: URLSearchParams, today: string, usual: RangePreset): DayRange {
  const from = search.get("from") ?? "";
  const to = search.get("to") ?? "";
  if (!rangeFault(from, to)) return { preset: "custom", from, to };
  return presetRange(portfolioRanges.find((preset) => preset === search.get("range")) ?? usual, today);
}

/** The address's search with this range instead of the previous one. */
export function searchOfRange(search: URLSearchParams, { preset, from, to }: DayRange): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const name of ["range", "from", "to"]) next.delete(name);
  if (preset === "custom") {
    next.set("from", from);
    next.set("to", to);
  } else next.set("range", preset);
  return next;
}
