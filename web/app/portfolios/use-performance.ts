/** Value over a range of days, its bridge and its returns. */
import { useQuery } from "@tanstack/react-query";
import { useDeferredValue } from "react";
import { useHolder } from "../shell/acting.ts";
import { useApi } from "../shell/api.tsx";
import { refetchMs } from "./portfolio-state.ts";
import { type DayRange, trimEmptyStart } from "./ranges.ts";

export function usePerformance({ from, to }: DayRange) {
  const api = useApi();
  const holder = useHolder();
  const { data, error, isError, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: ["portfolio", holder.holderType, holder.holderId, "performance", from, to],
    queryFn: async ({ signal }) => {
      const answer = await api.portfolios.getPerformance({ params: { ...holder, from, to }, signal });
      return { ...answer, points: trimEmptyStart(answer.points) };
    },
    staleTime: refetchMs,
    placeholderData: (previous) => previous,
  });
  // The charts are drawn in a transition: input and painting may interrupt it.
  return { data: useDeferredValue(data), error, isError, isFetching, isPlaceholderData, refetch };
}
