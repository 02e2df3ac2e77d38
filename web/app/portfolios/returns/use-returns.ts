/** A holder's returns by month, and the risk of a range. */
import { keepPreviousData } from "@tanstack/react-query";
import { useApi } from "../../shell/calls/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { useHolder } from "../../shell/session/active-holder.ts";
import type { DayRange } from "../performance/ranges.ts";
import { refetchMs } from "../portfolio-state.ts";

export function useMonthlyReturns() {
  const api = useApi();
  return useCall(api.portfolios.getMonthlyReturns, { params: useHolder() }, { staleTime: refetchMs });
}

export function useRisk({ from, to }: DayRange) {
  const api = useApi();
  const options = { staleTime: refetchMs, placeholderData: keepPreviousData };
  return useCall(api.portfolios.getRisk, { params: { ...useHolder(), from, to } }, options);
}
