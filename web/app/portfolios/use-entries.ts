/**
 * Orders and transactions of a range: page by page, or whole once they are to be sorted or printed. Skipped where there is no
 * portfolio.
 */
import { useCallback, useMemo, useState } from "react";
import { useHolder } from "../shell/acting.ts";
import { useApi } from "../shell/api.tsx";
import type { AnyCall, InputOf } from "../shell/calls/keys.ts";
import { useCall } from "../shell/calls/use-call.ts";
import { allRows, usePages } from "../shell/calls/use-pages.ts";
import { refetchMs } from "./portfolio-state.ts";

const shownAtOnce = 50;
/** The most that a call gives. */
const exportedAtOnce = 200;
/** More rows than this are not sorted or printed in the browser: the range is to be shortened, or taken as CSV. */
export const mostRows = 5000;

interface FetchAllOptions {
  most?: number;
  signal?: AbortSignal;
}

interface EntriesOf {
  from: string;
  to: string;
  instrumentId?: number | undefined;
  /** False where there is no portfolio: nothing is asked. */
  enabled: boolean;
}

interface EntriesInput {
  params: object;
  query: object;
}

/** `input` is kept by the caller from one rendering to the next. */
function useEntries<C extends AnyCall>(call: C, input: EntriesInput, enabled: boolean) {
  const options = { staleTime: refetchMs, enabled };
  const query = usePages(call, withLimit(input, shownAtOnce), options);
  /** The range's rows with word of the progress: all of them, or the first ones up to `most`. */
  const fetchAll = useCallback(
    (onProgress?: (rows: number) => void, { most = Infinity, signal }: FetchAllOptions = {}) =>
      allRows(call, withLimit<C>(input, exportedAtOnce), { most, onProgress, signal }),
    [call, input],
  );

  const [isWhole, setWhole] = useState(false);
  const whole = useCall<AnyCall, Awaited<ReturnType<typeof fetchAll>>>(call, input as never, {
    ...options,
    variant: "whole",
    ask: ({ signal }) => fetchAll(undefined, { most: mostRows + 1, signal }),
    enabled: enabled && isWhole,
  });
  const { refetch } = whole;
  /** Brings the rest of the range; false where it is too long for that. */
  const loadAll = useCallback(async (): Promise<boolean> => {
    setWhole(true);
    const { data } = await refetch({ cancelRefetch: false });
    return data !== undefined && data.length <= mostRows;
  }, [refetch]);

  const isTooLong = isWhole && whole.data !== undefined && whole.data.length > mostRows;
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

function useEntriesInput({ from, to, instrumentId }: Omit<EntriesOf, "enabled">): EntriesInput {
  const { holderType, holderId } = useHolder();
  return useMemo(
    () => ({ params: { holderType, holderId, from, to }, query: { instrumentId } }),
    [holderType, holderId, from, to, instrumentId],
  );
}

export function useOrders({ enabled, ...range }: EntriesOf) {
  return useEntries(useApi().portfolios.listOrders, useEntriesInput(range), enabled);
}

/** Of one instrument where `instrumentId` names it. */
export function useTransactions({ enabled, ...range }: EntriesOf) {
  return useEntries(useApi().portfolios.listTransactions, useEntriesInput(range), enabled);
}
