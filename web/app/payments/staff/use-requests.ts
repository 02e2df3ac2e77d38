/** The queue of clients' requests, updated by events. */
import { ApiError } from "@portico/api/errors.ts";
import type { RequestRow } from "@portico/api/payments/requests.ts";
import type { requestStates } from "@portico/api/rules/transaction-requests.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { keepPreviousData } from "@tanstack/react-query";
import { useApi } from "../../shell/calls/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { useChange } from "../../shell/calls/use-change.ts";
import { usePages } from "../../shell/calls/use-pages.ts";
import { writeDraft } from "../../ui/use-draft.ts";

export type RequestState = (typeof requestStates)[number];

export function useRequests(filter: { state: RequestState; assigned?: number }) {
  const api = useApi();
  return usePages(
    api.payments.listRequests,
    { query: { ...filter, limit: 50 } },
    { placeholderData: keepPreviousData },
  );
}

/** Open requests of one client. */
export function useClientRequests({ holderType, holderId }: Holder) {
  const api = useApi();
  return useCall(api.payments.listRequests, {
    query: { state: "open", holder_type: holderType, holder_id: holderId, limit: 50 },
  });
}

/** Requests about to be closed. */
export interface HandledRequests {
  requests: readonly RequestRow[];
  state: "done" | "declined" | "returned";
}

/** The same requests as they are now: a payment may have been booked since the dialog was opened. */
export const withCurrent = (
  { requests, state }: HandledRequests,
  current: readonly RequestRow[] | undefined,
): HandledRequests => ({
  requests: requests.map((request) => current?.find(({ id }) => id === request.id) ?? request),
  state,
});

/** Key of the draft answer to them (use-draft.ts). */
export const answerDraft = ({ requests }: Pick<HandledRequests, "requests">): string =>
  `request.${requests.map(({ id }) => id).join(".")}`;

export interface Handling extends HandledRequests {
  staffMessage: string;
  /** Why they are closed although booked payments may be theirs. */
  reason: string;
}

/** Closes each request in turn; `lost` counts those a colleague closed first. In any case the queue is refetched afterwards. */
export function useHandle() {
  return useChange(
    async (api, { requests, state, staffMessage, reason }: Handling): Promise<{ lost: number }> => {
      let lost = 0;
      for (const { id: requestId, unmatched } of requests)
        try {
          const seen = { otherPayments: unmatched.map(({ entry_id }) => entry_id), reason };
          await api.payments.handleRequest({
            params: { requestId },
            body: { state, staffMessage, ...(unmatched.length > 0 && seen) },
          });
        } catch (error) {
          if (!(error instanceof ApiError) || error.code !== "stateConflict") throw error;
          lost += 1;
        }
      return { lost };
    },
    {
      // Also if the dialog was closed meanwhile.
      onSuccess: ({ lost }, handled) => {
        if (lost < handled.requests.length) writeDraft(answerDraft(handled), null);
      },
    },
  );
}
