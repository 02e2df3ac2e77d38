/** Orders and transactions of a range: page by page, or all for sorting and printing. Skipped without a portfolio. */
import { useCallback, useMemo, useState } from "react";
import { useApi } from "../../shell/calls/api.tsx";
import type { AnyCall, InputOf } from "../../shell/calls/keys.ts";
import { useCall } from "../../shell/calls/use-call.ts";
import { allRows, usePages } from "../../shell/calls/use-pages.ts";
import { useHolder } from "../../shell/session/active-holder.ts";
import { refetchMs } from "../portfolio-state.ts";

export const shownAtOnce = 50;
/** The maximum of the call. */
const exportedAtOnce = 200;
/** More rows are not sorted or printed in the browser: the range must be shortened, or exported as CSV. */
export const maxRows = 5000;

interface FetchAllOptions {
  most?: number;
  signal?: AbortSignal;
}

interface EntriesOf {
  from: string;
  to: string;
  instrumentId?: number | undefined;
  search?: string | undefined;
  /** False without a portfolio: nothing is fetched. */
  enabled: boolean;
}

interface EntriesInput {
  params: object;
  query: object;
}

/** `input` must be stable between renders. */
function useEntries<C extends AnyCall>(call: C, input: EntriesInput, enabled: boolean) {
  const options = { staleTime: refetchMs, enabled };
  const query = usePages(call, withLimit(input, shownAtOnce), options);
  /** Fetches the range's rows with progress: all of them, or the first up to `most`. */
  const fetchAll = useCallback(
    (onProgress?: (rows: number) => void, { most = Infinity, signal }: FetchAllOptions = {}) =>
      allRows(call, withLimit<C>(input, exportedAtOnce), { most, onProgress, signal }),
    [call, input],
  );

  const [isWhole, setWhole] = useState(false);
  const whole = useCall<AnyCall, Awaited<ReturnType<typeof fetchAll>>>(call, input as never, {
    ...options,
    variant: "whole",
    ask: ({ signal }) => fetchAll(undefined, { most: maxRows + 1, signal }),
    enabled: enabled && isWhole,
  });
  const { refetch } = whole;
  /** Loads the rest of the range; false if it is too long. */
  const loadAll = useCallback(async (): Promise<boolean> => {
    setWhole(true);
    const { data } = await refetch({ cancelRefetch: false });
    return data !== undefined && data.length <= maxRows;
  }, [refetch]);

  const isTooLong = isWhole && whole.data !== undefined && whole.data.length > maxRows;
  const all = isWhole && !isTooLong ? whole.data : undefined;
  return {
    ...query,
    rows: all ?? query.data?.rows,
    hasNextPage: query.hasNextPage && !all,
    isLoadingAll: isWhole && whole.isFetching,
    isTooLong,
    loadAll,
    fetchAll,
  };
}

const withLimit = <C extends AnyCall>({ params, query }: EntriesInput, limit: number): InputOf<C> =>
  ({ params, query: { ...query, limit } }) as unknown as InputOf<C>;

function useEntriesInput({ from, to, instrumentId, search }: Omit<EntriesOf, "enabled">): EntriesInput {
  const { holderType, holderId } = useHolder();
  return useMemo(
    () => ({ params: { holderType, holderId, from, to }, query: { instrumentId, search } }),
    [holderType, holderId, from, to, instrumentId, search],
  );
}

export function useOrders({ enabled, ...range }: EntriesOf) {
  return useEntries(useApi().portfolios.listOrders, useEntriesInput(range), enabled);
}

/** Of one instrument if `instrumentId` is given; those that a search finds. */
export function useTransactions({ enabled, ...range }: EntriesOf) {
  return useEntries(useApi().portfolios.listTransactions, useEntriesInput(range), enabled);
}
