/** Clients' transaction requests, and the staff queue. */

import { z } from "zod";
import { defineEndpoints, holder, staff } from "./endpoint.ts";
import { messageMaxLength } from "./rules/limits.ts";
import { feeStates, requestStates, requestTypes, reservationStates } from "./rules/transaction-requests.ts";
import {
  bodyId,
  currencyCode,
  day,
  decimal,
  holderParams,
  holderType,
  id,
  instant,
  ofHolder,
  page,
  pageQuery,
} from "./shapes.ts";

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
  /** Withdrawals: the holder's bank account that receives the money. */
  accountId: bodyId.optional(),
});

/** The account of a withdrawal as it was when it was asked for. */
export const withdrawalAccount = z.object({
  id,
  /** The client's own label, or empty. */
  name: z.string(),
  owner: z.string(),
  /** IBAN, or the account's number where its country has none. */
  number: z.string(),
  bic: z.string().nullable(),
  bank: z.string().nullable(),
  country: z.string().nullable(),
  changed_at: instant,
  /** The owner's name compared by the account's bank; null if nobody was asked. */
  nameCheck: z.object({ answer: z.string(), name: z.string().nullable() }).nullable(),
});
export type WithdrawalAccount = z.infer<typeof withdrawalAccount>;

/** Who confirmed a company's withdrawal; `counts` while they act for it. */
const confirmation = z.object({ user_id: id, name: z.string(), at: instant, counts: z.boolean() });

/** What a withdrawal reserves, and who has confirmed it; null for requests made before accounts were named. */
export const withdrawal = z.object({
  account: withdrawalAccount,
  /** What the payment order should carry, so that the statement's row finds the request. */
  reference: z.string(),
  reservation: z.enum(reservationStates),
  /** Reserved with the amount, in its currency; "0" for none. */
  fee: decimal,
  feeState: z.enum(feeStates),
  expires_at: instant,
  confirmations: z.array(confirmation),
  /** Confirmations that are needed by the people who act for the holder today. */
  needed: z.number().int(),
  /** Whether anybody acts for the holder today, who could confirm or cancel it. */
  hasPeople: z.boolean(),
});

/** The ledger entry that a deposit or withdrawal turned out to be. */
export const entryMatch = z.object({
  entry_id: id,
  day,
  currency: currencyCode,
  /** Signed, as booked. */
  amount: decimal,
  description: z.string().nullable(),
  how: z.enum(["reference", "staff"]),
  matched_at: instant,
  matched_by: z.string().nullable(),
});
export type EntryMatch = z.infer<typeof entryMatch>;

/** The holder's cash in the currency of a payment. */
export const cashPosition = z.object({
  amount: decimal,
  reserved: decimal,
  available: decimal,
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
  /** Deposits: what the holder writes in the payment. */
  reference: z.string().nullable(),
  withdrawal: withdrawal.nullable(),
  match: entryMatch.nullable(),
  /** Payments that are not decided; null if the holder's custodian keeps the cash. */
  cash: cashPosition.nullable(),
  /** What the reader may do with it: decline, mark as carried out, mark the payment as ordered, match, undo the match. */
  can: z.object({
    handle: z.boolean(),
    finish: z.boolean(),
    pay: z.boolean(),
    match: z.boolean(),
    unmatch: z.boolean(),
  }),
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
    errors: ["notApproved", "noClientNumber", "keyReused", "freshCodeNeeded", "coolingOff", "timedout", "badGateway"],
    rateLimits: [{ tries: 30, seconds: 3600, per: { field: "holderId" } }],
  },
  requestWithdrawalCode: {
    method: "POST",
    path: "/portfolio/:holderType/:holderId/transaction/code",
    summary:
      "Mails a one-time code that confirms one withdrawal alone, by its sum and account, or a representative's confirmation of one; `for` goes to check-validation with the code.",
    access: holder(),
    params: holderParams,
    body: z.union([
      z.strictObject({ sum: decimal, currency: currencyCode, accountId: bodyId }),
      z.strictObject({ requestId: bodyId }),
    ]),
    answer: z.object({ for: z.string() }),
    errors: ["stateConflict", "coolingOff", "notApproved", "noClientNumber", "timedout", "badGateway"],
    rateLimits: [{ tries: 10, seconds: 900, per: { field: "holderId" } }],
  },
  confirmWithdrawal: {
    method: "POST",
    path: "/portfolio/:holderType/:holderId/transaction/:requestId/confirm",
    summary: "A representative confirms their company's withdrawal with a fresh one-time code.",
    access: holder(),
    params: holderParams.extend({ requestId: id }),
    body: z.strictObject({}),
    answer: z.object({ id, state: z.enum(requestStates) }),
    errors: ["stateConflict", "freshCodeNeeded", "coolingOff"],
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
    summary: "Staff: marks a request done or declined, with a message to the client, or its payment as ordered.",
    access: staff("office"),
    params: z.object({ requestId: id }),
    body: z.strictObject({
      state: z.enum(["paying", "done", "declined"]),
      staffMessage: z.string().trim().max(messageMaxLength).default(""),
    }),
    answer: requestRow,
    errors: ["stateConflict", "signersMissing", "matchNeeded"],
  },
  listCandidates: {
    method: "GET",
    path: "/portfolio/requests/:requestId/candidates",
    summary: "Staff: ledger entries that an open deposit or withdrawal may be, the likeliest first.",
    access: staff("internal"),
    params: z.object({ requestId: id }),
    answer: z.object({
      candidates: z.array(
        z.object({
          entry_id: id,
          day,
          currency: currencyCode,
          amount: decimal,
          description: z.string().nullable(),
          /** Whether the description carries the reference. */
          byReference: z.boolean(),
          sameAmount: z.boolean(),
          /** Other open requests of the holder that it fits as well. */
          others: z.number().int(),
        }),
      ),
    }),
  },
  matchRequest: {
    method: "POST",
    path: "/portfolio/requests/:requestId/match",
    summary: "Staff: an open deposit or withdrawal is this ledger entry; what it reserved is posted.",
    access: staff("office"),
    params: z.object({ requestId: id }),
    body: z.strictObject({ entryId: bodyId }),
    answer: requestRow,
    errors: ["stateConflict", "signersMissing", "inUse"],
  },
  unmatchRequest: {
    method: "POST",
    path: "/portfolio/requests/:requestId/unmatch",
    summary: "Staff: undoes a match; the request is open again, and what it reserved is reserved again.",
    access: staff("office"),
    params: z.object({ requestId: id }),
    body: z.strictObject({}),
    answer: requestRow,
    errors: ["stateConflict"],
  },
});
