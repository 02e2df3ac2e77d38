/** A holder's returns by month, and the risk of a range. */
import type { AttributedBy } from "@portico/api/portfolio-attribution.ts";
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

/** Without a benchmark, against the nearest that is offered. */
export function useAttribution(
  { from, to }: DayRange,
  { by, benchmark }: { by: AttributedBy; benchmark: number | undefined },
) {
  const api = useApi();
  const query = { by, ...(benchmark !== undefined && { benchmark }) };
  const options = { staleTime: refetchMs, placeholderData: keepPreviousData };
  return useCall(api.portfolios.getAttribution, { params: { ...useHolder(), from, to }, query }, options);
}

export function useRisk({ from, to }: DayRange) {
  const api = useApi();
  const options = { staleTime: refetchMs, placeholderData: keepPreviousData };
  return useCall(api.portfolios.getRisk, { params: { ...useHolder(), from, to } }, options);
}
