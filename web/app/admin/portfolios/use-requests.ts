/** The queue of clients' requests, kept fresh by the server's word. */
import type { RequestRow } from "@portico/api/portfolios.ts";
import { keepPreviousData, useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { useApi } from "../../shell/api.tsx";
import { useSocketEvent } from "../../shell/use-socket-event.ts";

export const requestStates = ["open", "done", "declined", "withdrawn"] as const;
export type RequestState = (typeof requestStates)[number];

const requestsKey = ["admin", "requests"] as const;

export function useRequests(state: RequestState) {
  const api = useApi();
  const queries = useQueryClient();
  useSocketEvent("request:changed", () => void queries.invalidateQueries({ queryKey: requestsKey }));
  return useInfiniteQuery({
    queryKey: [...requestsKey, state],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor, signal }) =>
      api.portfolios.listRequests({ query: { state, limit: 50, ...(cursor && { cursor }) }, signal }),
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  });
}

export interface Handling {
  request: RequestRow;
  state: "done" | "declined";
  staffMessage: string;
}

/** Whatever comes of it, the queue then shows what is true: a colleague may have been quicker. */
export function useHandle() {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ request, state, staffMessage }: Handling) =>
      api.portfolios.handleRequest({ params: { requestId: request.id }, body: { state, staffMessage } }),
    onSettled: () => queries.invalidateQueries({ queryKey: requestsKey }),
  });
}
