/** Clients' transaction requests, and the staff queue. */

import { z } from "zod";
import { defineEndpoints, holder, staff } from "./endpoint.ts";
import { messageMaxLength } from "./rules/limits.ts";
import { requestStates, requestTypes } from "./rules/transaction-requests.ts";
import { currencyCode, decimal, holderParams, holderType, id, instant, ofHolder, page, pageQuery } from "./shapes.ts";

const requestType = z.enum(requestTypes);

/** The request. A buy or sell names an instrument and either a quantity or a sum. */
export const transactionInfo = z.strictObject({
  instrumentId: id.optional(),
  /** Free name or ISIN of an instrument unknown to the portal. */
  instrumentName: z.string().trim().min(1).max(120).optional(),
  quantity: decimal.optional(),
  sum: decimal.optional(),
  currency: currencyCode.optional(),
  limitPrice: decimal.optional(),
});

const requestRow = z.object({
  id,
  holder_type: holderType,
  holder_id: id,
  holderName: z.string(),
  client_number: z.string().nullable(),
  type: requestType,
  userMsg: z.string(),
  transactionInfo: transactionInfo.extend({ instrumentTicker: z.string().nullable().optional() }),
  state: z.enum(requestStates),
  created_at: instant,
  created_by: z.string(),
  handled_at: instant.nullable(),
  handled_by: z.string().nullable(),
  staffMessage: z.string().nullable(),
  /** What the reader may do with it. */
  can: z.object({ handle: z.boolean() }),
});
export type RequestRow = z.infer<typeof requestRow>;

/** Calls of `portfolios`. */
export const transactionRequests = defineEndpoints({
  requestTransaction: {
    method: "POST",
    path: "/portfolio/:holderType/:holderId/transaction",
    summary: "Asks the firm to deposit, withdraw, buy or sell; lands in the staff's queue.",
    access: holder(),
    params: holderParams,
    body: z.strictObject({
      type: requestType,
      userMsg: z.string().trim().max(messageMaxLength).default(""),
      transactionInfo,
      /** Created by the client: sending the same request again does not make a second one. */
      key: z.string().min(8).max(64).optional(),
    }),
    answer: z.object({ id, state: z.enum(requestStates) }),
    errors: ["notApproved", "noClientNumber", "keyReused"],
    rateLimits: [{ tries: 30, seconds: 3600, per: { field: "holderId" } }],
  },
  withdrawRequest: {
    method: "POST",
    path: "/portfolio/:holderType/:holderId/transaction/:requestId/withdraw",
    summary: "Takes back a request that staff have not handled yet.",
    access: holder(),
    params: holderParams.extend({ requestId: id }),
    body: z.strictObject({}),
    answer: z.object({ id, state: z.enum(requestStates) }),
    errors: ["stateConflict"],
  },
  listRequests: {
    method: "GET",
    path: "/portfolio/requests",
    summary:
      "Staff: the queue of clients' requests, open ones from the oldest on; of one holder alone where the query names them.",
    access: staff("internal"),
    query: z.object({ state: z.enum(requestStates).optional(), ...ofHolder, ...pageQuery }),
    answer: page({
      requests: z.array(requestRow),
      open: z.number().int(),
      /** Whether the reader handles requests at all; which of them, each says. */
      can: z.object({ handle: z.boolean() }),
    }),
  },
  handleRequest: {
    method: "PATCH",
    path: "/portfolio/requests/:requestId",
    summary: "Staff: marks a request done or declined, with a message to the client.",
    access: staff("office"),
    params: z.object({ requestId: id }),
    body: z.strictObject({
      state: z.enum(["done", "declined"]),
      staffMessage: z.string().trim().max(messageMaxLength).default(""),
    }),
    answer: requestRow,
    errors: ["stateConflict"],
  },
});
