/** Orders and transactions of a range, page by page; skipped where there is no portfolio. */
import type { OrderRow, TransactionRow } from "@portico/api/portfolios.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useCallback } from "react";
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
  const query = useInfiniteQuery({
    queryKey: ["portfolio", holder.holderType, holder.holderId, name, from, to, about ?? null],
    queryFn: ({ pageParam, signal }) => fetch(pageParam, shownAtOnce, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: Page<Row>) => page.nextCursor ?? undefined,
    staleTime: refetchMs,
    enabled,
  });
  /** The whole range, with word of the progress. */
  const fetchAll = useCallback(
    async (onProgress: (rows: number) => void) => {
      const rows: Row[] = [];
      let cursor: string | undefined;
      do {
        const page = await fetch(cursor, exportedAtOnce);
        rows.push(...page.rows);
        onProgress(rows.length);
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined);
      return rows;
    },
    [fetch],
  );
  return { ...query, rows: query.data?.pages.flatMap((page) => page.rows), fetchAll };
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
