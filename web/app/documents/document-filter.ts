/** Which documents are listed: kept in the address, so that a link or "back" shows the same. */
import { isDay } from "@portico/api/rules/calendar.ts";
import { useCallback, useMemo } from "react";
import { useSearchParams } from "react-router";

export interface DocumentFilter {
  /** Empty: every type. */
  type: string;
  /** The year in which they were added; null: any time, or the period. */
  year: number | null;
  /** Days; empty: no limit. Null: no period is chosen. */
  period: { from: string; to: string } | null;
  search: string;
}

export const noFilter: DocumentFilter = { type: "", year: null, period: null, search: "" };

export const isFiltered = ({ type, year, period, search }: DocumentFilter): boolean =>
  type !== "" || year !== null || Boolean(period?.from) || Boolean(period?.to) || search.trim() !== "";

/** A period that ends before it begins: nothing is asked for it. */
export const isPeriodWrong = ({ period }: Pick<DocumentFilter, "period">): boolean =>
  period !== null && period.from !== "" && period.to !== "" && period.from > period.to;

/** The days of the year or the period, as the call takes them. */
export function toDayRange({ year, period }: Pick<DocumentFilter, "year" | "period">): { from?: string; to?: string } {
  if (year !== null) return { from: `${year}-01-01`, to: `${year}-12-31` };
  if (period === null || isPeriodWrong({ period })) return {};
  return { ...(period.from && { from: period.from }), ...(period.to && { to: period.to }) };
}

const dayIn = (text: string | null): string => (text !== null && isDay(text) ? text : "");

/** Anything else in the address counts as not set. */
export function readFilter(params: URLSearchParams): DocumentFilter {
  const type = params.get("type") ?? "";
  const year = params.get("year") ?? "";
  return {
    type: /^[a-z][A-Za-z0-9]{0,39}$/.test(type) ? type : "",
    year: /^20\d\d$/.test(year) ? Number(year) : null,
    period:
      params.has("from") || params.has("to") ? { from: dayIn(params.get("from")), to: dayIn(params.get("to")) } : null,
    search: (params.get("search") ?? "").slice(0, 120),
  };
}

/** The other parameters of the address stay. */
export function writeFilter({ type, year, period, search }: DocumentFilter, before: URLSearchParams): URLSearchParams {
  const params = new URLSearchParams(before);
  for (const [name, value] of Object.entries({ type, year: year === null ? "" : String(year), search }))
    if (value.trim() === "") params.delete(name);
    else params.set(name, value);
  // An empty day stays in the address: the period is chosen, and its days are still to be entered.
  for (const name of ["from", "to"] as const)
    if (period) params.set(name, period[name]);
    else params.delete(name);
  return params;
}

/** Typing adds no history entries. */
export function useDocumentFilter(): [DocumentFilter, (change: Partial<DocumentFilter>) => void] {
  const [params, setParams] = useSearchParams();
  const filter = useMemo(() => readFilter(params), [params]);
  const change = useCallback(
    (part: Partial<DocumentFilter>) =>
      setParams((before) => writeFilter({ ...readFilter(before), ...part }, before), {
        replace: true,
        preventScrollReset: true,
      }),
    [setParams],
  );
  return [filter, change];
}
