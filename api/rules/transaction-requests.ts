/** What clients ask for, and the states of a request. Without zod, so that pages may load it. */
export const requestTypes = ["deposit", "withdrawal", "buy", "sell"] as const;
/**
 * A company's withdrawal may wait for co-signers (`awaitingSigners`) before staff have it (`open`). `paying`: staff
 * ordered the payment. `done`: carried out, or for a payment, matched with the ledger. `withdrawn`: by the client.
 * `expired`: a withdrawal that was not paid in the firm's time.
 */
export const requestStates = ["open", "awaitingSigners", "paying", "done", "declined", "withdrawn", "expired"] as const;
export type RequestState = (typeof requestStates)[number];

/** States in which nothing is decided yet. */
export const pendingRequestStates = ["open", "awaitingSigners", "paying"] as const;
export const isPendingRequest = (state: RequestState): boolean =>
  (pendingRequestStates as readonly RequestState[]).includes(state);

/** What a withdrawal reserved: `pending`, then exactly one of the others. */
export const reservationStates = ["pending", "posted", "voided", "expired"] as const;
/** Its fee: `none` is charged; `pending` while it is reserved, also after the payment until its entry is booked. */
export const feeStates = ["none", "pending", "posted", "voided"] as const;
