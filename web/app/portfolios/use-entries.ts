/**
 * Orders and transactions of a range: page by page, or whole once they are to be sorted or printed. Skipped where there is no
 * portfolio.
 */
import type { OrderRow, TransactionRow } from "@portico/api/portfolios.ts";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { useHolder } from "../shell/acting.ts";
import { useApi } from "../shell/api.tsx";
import { refetchMs } from "./portfolio-state.ts";

interface Page<Row> {
  rows: Row[];
  nextCursor: string | null;
}
type FetchPage<Row> = (cursor: string | undefined, limit: number, signal?: AbortSignal) => Promise<Page<Row>>;

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
  /** False where there is no portfolio: nothing is asked. */
  enabled: boolean;
}

function usePages<Row>(
  name: string,
  { from, to, enabled }: EntriesOf,
  about: number | undefined,
  fetch: FetchPage<Row>,
) {
  const holder = useHolder();
  const queryKey = ["portfolio", holder.holderType, holder.holderId, name, from, to, about ?? null];
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => fetch(pageParam, shownAtOnce, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: Page<Row>) => page.nextCursor ?? undefined,
    staleTime: refetchMs,
    enabled,
  });
  /** The range's rows with word of the progress: all of them, or the first ones up to `most`. */
  const fetchAll = useCallback(
    async (onProgress?: (rows: number) => void, { most = Infinity, signal }: FetchAllOptions = {}) => {
      const rows: Row[] = [];
      let cursor: string | undefined;
      do {
        const page = await fetch(cursor, exportedAtOnce, signal);
        rows.push(...page.rows);
        onProgress?.(rows.length);
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined && rows.length < most);
      return rows;
    },
    [fetch],
  );

  const [isWhole, setWhole] = useState(false);
  const whole = useQuery({
    queryKey: [...queryKey, "whole"],
    queryFn: ({ signal }) => fetchAll(undefined, { most: mostRows + 1, signal }),
    staleTime: refetchMs,
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
    rows: all ?? query.data?.pages.flatMap((page) => page.rows),
    hasNextPage: query.hasNextPage && !all,
    isLoadingAll: isWhole && whole.isFetching,
    isTooLong,
    loadAll,
    fetchAll,
  };
}

export function useOrders(range: EntriesOf) {
  const api = useApi();
  const { holderType, holderId } = useHolder();
  const { from, to } = range;
  const fetch = useCallback<FetchPage<OrderRow>>(
    async (cursor, limit, signal) => {
      const { orders, nextCursor } = await api.portfolios.listOrders({
        params: { holderType, holderId, from, to },
        query: { limit, ...(cursor && { cursor }) },
        ...(signal && { signal }),
      });
      return { rows: orders, nextCursor };
    },
    [api, holderType, holderId, from, to],
  );
  return usePages("orders", range, undefined, fetch);
}

/** Of one instrument where `instrumentId` names it. */
export function useTransactions(range: EntriesOf & { instrumentId?: number | undefined }) {
  const api = useApi();
  const { holderType, holderId } = useHolder();
  const { from, to, instrumentId } = range;
  const fetch = useCallback<FetchPage<TransactionRow>>(
    async (cursor, limit, signal) => {
      const { transactions, nextCursor } = await api.portfolios.listTransactions({
        params: { holderType, holderId, from, to },
        query: { limit, ...(cursor && { cursor }), ...(instrumentId !== undefined && { instrumentId }) },
        ...(signal && { signal }),
      });
      return { rows: transactions, nextCursor };
    },
    [api, holderType, holderId, from, to, instrumentId],
  );
  return usePages("transactions", range, instrumentId, fetch);
}
