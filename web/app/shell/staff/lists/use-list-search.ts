/** The query in the address, and how to change it; typing adds no history entries. */
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
