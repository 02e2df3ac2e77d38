/** The reader's own trades and income in a range, of all holdings or of one. */
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "../../shell/calls/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { useHolder } from "../../shell/session/active-holder.ts";
import type { DayRange } from "../performance/ranges.ts";
import { refetchMs } from "../portfolio-state.ts";

const none: [] = [];

export function useMarks({ from, to }: Pick<DayRange, "from" | "to">, instrumentId?: number) {
  const api = useApi();
  const [isShown, setShown] = useState(true);
  const query = instrumentId === undefined ? {} : { instrumentId };
  const { data, isError, refetch } = useCall(
    api.portfolios.getMarks,
    { params: { ...useHolder(), from, to }, query },
    { staleTime: refetchMs, placeholderData: keepPreviousData },
  );
  const all = data?.marks ?? none;
  return {
    /** Those to draw; none if they are switched off. */
    marks: isShown ? all : none,
    kinds: [...new Set(all.map(({ kind }) => kind))],
    currency: data?.contractCurrency ?? "EUR",
    isShown,
    setShown,
    isError,
    retry: () => void refetch(),
  };
}
