/** The queue of clients' requests, kept fresh by the server's word. */
import { ApiError } from "@portico/api/errors.ts";
import type { Holder } from "@portico/api/shapes.ts";
import type { RequestRow } from "@portico/api/transaction-requests.ts";
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useApi } from "../../shell/api.tsx";
import { useSocketEvent } from "../../shell/use-socket-event.ts";
import { keepDraft } from "../../ui/use-draft.ts";

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

/** Open requests of one client. */
export function useClientRequests({ holderType, holderId }: Holder) {
  const api = useApi();
  const queries = useQueryClient();
  useSocketEvent("request:changed", () => void queries.invalidateQueries({ queryKey: requestsKey }));
  return useQuery({
    queryKey: [...requestsKey, "of", holderType, holderId],
    queryFn: ({ signal }) =>
      api.portfolios.listRequests({
        query: { state: "open", holder_type: holderType, holder_id: holderId, limit: 50 },
        signal,
      }),
  });
}

/** Requests that are about to be ended one way or the other. */
export interface Asked {
  requests: readonly RequestRow[];
  state: "done" | "declined";
}

/** Under it lies the answer that was typed to them (use-draft.ts). */
export const answerDraft = ({ requests }: Pick<Asked, "requests">): string =>
  `request.${requests.map(({ id }) => id).join(".")}`;

export interface Handling extends Asked {
  staffMessage: string;
}

/**
 * Ends each request, one after the other; `lost` counts those that a colleague ended first. Whatever comes of it, the queue
 * then shows what is true.
 */
export function useHandle() {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ requests, state, staffMessage }: Handling): Promise<{ lost: number }> => {
      let lost = 0;
      for (const { id: requestId } of requests)
        try {
          await api.portfolios.handleRequest({ params: { requestId }, body: { state, staffMessage } });
        } catch (error) {
          if (!(error instanceof ApiError) || error.code !== "stateConflict") throw error;
          lost += 1;
        }
      return { lost };
    },
    // Also where the dialog was closed meanwhile.
    onSuccess: ({ lost }, asked) => {
      if (lost < asked.requests.length) keepDraft(answerDraft(asked), null);
    },
    onSettled: () => queries.invalidateQueries({ queryKey: requestsKey }),
  });
}
