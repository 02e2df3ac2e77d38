/** What clients ask for, and the states of a request. Without zod, so that pages may load it. */
export const requestTypes = ["deposit", "withdrawal", "buy", "sell"] as const;
/**
 * A company's withdrawal may wait for co-signers (`awaitingSigners`) before staff have it (`open`). `paying`: staff
 * ordered the payment. `done`: carried out, or for a payment, matched with the ledger. `withdrawn`: by the client.
 * `expired`: a withdrawal that was not paid in the firm's time.
 * `returned`: its payment was ordered, and the bank returned it.
 */
export const requestStates = [
  "open",
  "awaitingSigners",
  "paying",
  "done",
  "declined",
  "withdrawn",
  "expired",
  "returned",
] as const;
export type RequestState = (typeof requestStates)[number];

/** States in which nothing is decided yet. */
export const pendingRequestStates = ["open", "awaitingSigners", "paying"] as const;
export const isPendingRequest = (state: RequestState): boolean =>
  (pendingRequestStates as readonly RequestState[]).includes(state);

/** States in which a payment that comes after all is matched by staff alone, with a reason. */
export const closedRequestStates = ["declined", "withdrawn", "expired", "returned"] as const;
export const isClosedRequest = (state: RequestState): boolean =>
  (closedRequestStates as readonly RequestState[]).includes(state);

/**
 * In what a ledger entry is not the payment that was asked for: a smaller amount, a larger one, the reference of another
 * request or client, or the request is closed.
 */
export const matchDifferences = ["less", "more", "otherReference", "closed"] as const;

/** What a withdrawal reserved: `pending`, then exactly one of the others. */
export const reservationStates = ["pending", "posted", "voided", "expired"] as const;
/** Its fee: `none` is charged; `pending` while it is reserved, also after the payment until its entry is booked. */
export const feeStates = ["none", "pending", "posted", "voided"] as const;
