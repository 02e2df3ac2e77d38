/** Which documents are listed: kept in the address, so that a link or "back" shows the same. */
import { useCallback, useMemo } from "react";
import { useSearchParams } from "react-router";

export interface DocumentFilter {
  /** Empty: every type. */
  type: string;
  /** The year in which they were added; null: any time. */
  year: number | null;
  search: string;
}

export const isFiltered = ({ type, year, search }: DocumentFilter): boolean =>
  type !== "" || year !== null || search.trim() !== "";

/** The days of the year, as the call takes them. */
export const daysOf = ({ year }: Pick<DocumentFilter, "year">): { from?: string; to?: string } =>
  year === null ? {} : { from: `${year}-01-01`, to: `${year}-12-31` };

/** Anything else in the address counts as not set. */
export function readFilter(params: URLSearchParams): DocumentFilter {
  const type = params.get("type") ?? "";
  const year = params.get("year") ?? "";
  return {
    type: /^[a-z][A-Za-z0-9]{0,39}$/.test(type) ? type : "",
    year: /^20\d\d$/.test(year) ? Number(year) : null,
    search: (params.get("search") ?? "").slice(0, 120),
  };
}

/** The other parameters of the address stay. */
export function writeFilter({ type, year, search }: DocumentFilter, before: URLSearchParams): URLSearchParams {
  const params = new URLSearchParams(before);
  for (const [name, value] of Object.entries({ type, year: year === null ? "" : String(year), search }))
    if (value.trim() === "") params.delete(name);
    else params.set(name, value);
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
