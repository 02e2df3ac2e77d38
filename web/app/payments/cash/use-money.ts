/** Cash, movements and rates of the active holder. */
import type { CashKind } from "@portico/api/rules/money.ts";
import { keepPreviousData } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { useApi } from "../../shell/calls/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { allRows, usePages } from "../../shell/calls/use-pages.ts";
import { useHolder } from "../../shell/session/active-holder.ts";

/** As long as portfolios: an event ends the wait. */
const refetchMs = 300_000;

export function useMoney() {
  const api = useApi();
  const { holderType, holderId } = useHolder();
  return useCall(api.payments.getCash, { params: { holderType, holderId } }, { staleTime: refetchMs });
}

export interface MovementFilter {
  currency?: string | undefined;
  kind?: CashKind | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

const shownAtOnce = 50;
/** The maximum of the call. */
const exportedAtOnce = 200;

export function useMovements(filter: MovementFilter) {
  const { listMovements } = useApi().payments;
  const { holderType, holderId } = useHolder();
  const { currency, kind, from, to } = filter;
  const input = useMemo(
    () => ({ params: { holderType, holderId }, query: { currency, kind, from, to } }),
    [holderType, holderId, currency, kind, from, to],
  );
  const query = usePages(
    listMovements,
    { ...input, query: { ...input.query, limit: shownAtOnce } },
    { staleTime: refetchMs, placeholderData: keepPreviousData },
  );
  /** All that match the filter, for the file. */
  const fetchAll = useCallback(
    () => allRows(listMovements, { ...input, query: { ...input.query, limit: exportedAtOnce } }, { most: Infinity }),
    [listMovements, input],
  );
  return { ...query, fetchAll };
}

/** The kinds that occur among the holder's movements, asked for once somebody chooses one. */
export function useMovementKinds(enabled: boolean): readonly CashKind[] | undefined {
  const api = useApi();
  return useCall(api.payments.listMovementKinds, { params: useHolder() }, { enabled, staleTime: refetchMs }).data
    ?.kinds;
}

export function useDayRates(day: string | undefined) {
  const api = useApi();
  return useCall(
    api.payments.listRates,
    { query: { day } },
    { staleTime: 3_600_000, placeholderData: keepPreviousData },
  );
}
