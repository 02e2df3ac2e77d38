/** Income of a range, and what is expected to come. */
import { keepPreviousData } from "@tanstack/react-query";
import { useApi } from "../../shell/calls/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { useHolder } from "../../shell/session/active-holder.ts";
import type { DayRange } from "../performance/ranges.ts";
import { refetchMs } from "../portfolio-state.ts";

export function useIncome({ from, to }: DayRange) {
  const api = useApi();
  const params = { ...useHolder(), from, to };
  return useCall(api.portfolios.getIncome, { params }, { staleTime: refetchMs, placeholderData: keepPreviousData });
}

export function useExpectedIncome() {
  const api = useApi();
  return useCall(api.portfolios.getExpectedIncome, { params: useHolder() }, { staleTime: refetchMs });
}
