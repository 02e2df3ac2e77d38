/** The search as the address says it, and how to change it there; typing leaves no trail of history. */
import { useCallback, useMemo } from "react";
import { useSearchParams } from "react-router";
import { type ListSearch, readSearch, writeSearch } from "./list-search.ts";

export function useListSearch(): [ListSearch, (change: Partial<ListSearch>) => void] {
  const [params, setParams] = useSearchParams();
  const asked = useMemo(() => readSearch(params), [params]);
  const change = useCallback(
    (part: Partial<ListSearch>) =>
      setParams((before) => writeSearch({ ...readSearch(before), ...part }, before), {
        replace: true,
        preventScrollReset: true,
      }),
    [setParams],
  );
  return [asked, change];
}
