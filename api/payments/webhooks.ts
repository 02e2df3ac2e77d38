/** What other systems are told of clients' requests and bank accounts. */
import { z } from "zod";
import { requestStates, requestTypes } from "../rules/transaction-requests.ts";
import { client, declareWebhooks, number } from "../webhook-declaration.ts";

const of = { ...client, request: number, kind: z.enum(requestTypes) };
const from = { request: "transactionRequest", kind: "type" };
const handled = { audited: "transactionRequest.handled", object: "request", data: z.object(of), from } as const;

export const webhookEvents = declareWebhooks({
  "request.opened": {
    audited: "transactionRequest.made",
    object: "request",
    data: z.object(of),
    from,
    means: "A client asked for a deposit, withdrawal, purchase or sale.",
  },
  "request.confirmed": {
    audited: "transactionRequest.confirmed",
    object: "request",
    data: z.object({ ...of, state: z.enum(requestStates) }),
    from,
    means: "Another representative of a company confirmed its withdrawal; `state` says whether more have to.",
  },
  "request.ordered": { ...handled, when: { state: "paying" }, means: "The firm ordered the payment of a withdrawal." },
  "request.done": { ...handled, when: { state: "done" }, means: "Staff carried a request out." },
  "request.declined": { ...handled, when: { state: "declined" }, means: "Staff declined a request." },
  "request.posted": {
    audited: "transactionRequest.matched",
    object: "request",
    data: z.object({ ...of, entry: number }),
    from,
    means: "The entry of the ledger that pays a deposit or withdrawal was booked and matched.",
  },
  "request.unposted": {
    audited: "transactionRequest.unmatched",
    object: "request",
    data: z.object(of),
    from,
    means: "The match of a request with an entry was undone.",
  },
  "request.cancelled": {
    audited: "transactionRequest.withdrawn",
    object: "request",
    data: z.object(of),
    from,
    means: "The client withdrew a request.",
  },
  "request.expired": {
    audited: "transactionRequest.expired",
    object: "request",
    data: z.object(of),
    from,
    means: "A withdrawal was not paid in the firm's time.",
  },
  "request.returned": {
    audited: "transactionRequest.returned",
    object: "request",
    data: z.object({ ...of, entry: number }),
    from,
    means: "The bank returned the payment of a withdrawal.",
  },
  "bankAccount.decided": {
    audited: "bankAccount.decided",
    object: "bankAccount",
    data: z.object({ ...client, bankAccount: number, state: z.string() }),
    from: { bankAccount: "account" },
    means: "A client's bank account was approved or refused.",
  },
});
