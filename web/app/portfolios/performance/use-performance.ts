/** Value over a range of days, its bridge and its returns. */
import type { Performance } from "@portico/api/portfolios.ts";
import { keepPreviousData } from "@tanstack/react-query";
import { useDeferredValue } from "react";
import { useApi } from "../../shell/calls/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { useHolder } from "../../shell/session/active-holder.ts";
import { useLater } from "../../ui/use-later.ts";
import { refetchMs } from "../portfolio-state.ts";
import { type DayRange, trimEmptyStart } from "./ranges.ts";

/** `picked`: ids of benchmarks, instead of the nearest one. */
export function usePerformance({ from, to }: DayRange, picked: readonly number[] = []) {
  const api = useApi();
  const holder = useHolder();
  const { data, error, isError, isFetching, isPlaceholderData, refetch } = useCall(
    api.portfolios.getPerformance,
    { params: { ...holder, from, to }, query: picked.length > 0 ? { benchmarks: picked.join(",") } : {} },
    {
      staleTime: refetchMs,
      placeholderData: keepPreviousData,
      select: withoutEmptyStart,
      // The page's first figures do not wait for it.
      enabled: useLater(),
    },
  );
  // The charts are rendered in a transition, so that input and painting can interrupt it.
  return { data: useDeferredValue(data), error, isError, isFetching, isPlaceholderData, refetch };
}

const withoutEmptyStart = (answer: Performance): Performance => ({
  ...answer,
  points: trimEmptyStart(answer.points),
});
