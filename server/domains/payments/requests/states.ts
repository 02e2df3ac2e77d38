/**
 * The states of a request, in one table: in which each action is possible, and where it leads. Who may do it, and what else
 * it needs, is in requests.policy.ts. Undoing a match (matching/unmatching.ts) leads back to the state before it.
 */
import { closedRequestStates, type RequestState } from "@portico/api/rules/transaction-requests.ts";

interface Action {
  in: readonly RequestState[];
  to: readonly RequestState[];
}

/** Until its payment is ordered. */
const unpaid = ["open", "awaitingSigners"] as const;

export const requestActions = {
  /** By a company's people; back to waiting if one of them may no longer act for it. */
  confirm: { in: unpaid, to: unpaid },
  /** By the client. */
  cancel: { in: unpaid, to: ["withdrawn"] },
  /** By the portal, once its time is over. */
  expire: { in: unpaid, to: ["expired"] },
  /** By staff, from here on. Once the payment is ordered, the money may have gone: it is paid, or returned by the bank. */
  decline: { in: unpaid, to: ["declined"] },
  pay: { in: ["open"], to: ["paying"] },
  return: { in: ["paying", "done"], to: ["returned"] },
  finish: { in: ["open", "paying"], to: ["done"] },
  /** By the portal too, but not a closed one. A part of the payment leaves a deposit open, and a withdrawal being paid. */
  match: { in: ["open", "paying", ...closedRequestStates], to: ["done", "paying", "open"] },
} as const satisfies Record<string, Action>;

export type RequestAction = keyof typeof requestActions;

export const isPossible = (action: RequestAction, state: RequestState): boolean =>
  (requestActions[action].in as readonly RequestState[]).includes(state);
