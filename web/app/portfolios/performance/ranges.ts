/** Ranges of days on the portfolio page: those of api/rules/portfolio-ranges.ts, and two chosen days. */
import { isDay } from "@portico/api/rules/calendar.ts";
import { portfolioRanges, presetRange, type RangePreset } from "@portico/api/rules/portfolio-ranges.ts";

export interface DayRange {
  preset: RangePreset | "custom";
  from: string;
  to: string;
}

/** File name of a range, without extension: "all" starts with the first day it contains. */
export function rangeFileName(name: string, { preset, from, to }: DayRange, days: readonly string[]): string {
  const first = preset === "all" ? days.toSorted()[0] : from;
  return first === undefined ? name : `${name}-${first}-${to}`;
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
