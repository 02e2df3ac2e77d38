/** Clients' transaction requests, and the staff queue. */

import { z } from "zod";
import { defineEndpoints, holder, staff } from "../endpoint.ts";
import { messageMaxLength } from "../rules/limits.ts";
import {
  feeStates,
  matchDifferences,
  requestStates,
  requestTypes,
  reservationStates,
} from "../rules/transaction-requests.ts";
import {
  bodyId,
  currencyCode,
  day,
  decimal,
  holderParams,
  holderType,
  id,
  instant,
  ofColleague,
  ofHolder,
  page,
  pageQuery,
} from "../shapes.ts";
import { notAlone } from "../signing-authority.ts";
import { textUpTo } from "../written-text.ts";

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
  /** The entry that is the fee, if it has one of its own. */
  fee_entry_id: id.nullable(),
  expires_at: instant,
  confirmations: z.array(confirmation),
  /** Confirmations that are needed by the people who act for the holder today, those that were given included. */
  needed: z.number().int(),
  /** While they are missing: why those that were given are not enough, by the company's form. */
  why: z.array(notAlone),
  /** Whether anybody acts for the holder today, who could confirm or cancel it. */
  hasPeople: z.boolean(),
});

/** A ledger entry that a deposit or withdrawal turned out to be; one may have several. */
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

/** For staff: also why they matched what differs. */
const reasonedMatch = entryMatch.extend({ reason: z.string().nullable() });
export type EntryMatch = z.infer<typeof entryMatch>;

/** The holder's cash in the currency of a payment. */
export const cashPosition = z.object({
  amount: decimal,
  reserved: decimal,
  available: decimal,
});

const candidate = z.object({
  entry_id: id,
  day,
  currency: currencyCode,
  amount: decimal,
  description: z.string().nullable(),
  /** Whether the description carries the reference. */
  byReference: z.boolean(),
  sameAmount: z.boolean(),
});
export type UnmatchedPayment = z.infer<typeof candidate>;

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
  /** The oldest first. */
  matches: z.array(reasonedMatch),
  /** What of a deposit or withdrawal no entry covers; null for other requests. */
  rest: decimal.nullable(),
  /** Booked payments that no request has and that a pending one may have been paid by, the likeliest first. */
  unmatched: z.array(candidate),
  /** Payments that are not decided; null if the holder's custodian keeps the cash. */
  cash: cashPosition.nullable(),
  /** What the reader may do with it: decline, mark as carried out, mark the payment as ordered or returned, match, undo a match, name its fee. */
  can: z.object({
    handle: z.boolean(),
    finish: z.boolean(),
    pay: z.boolean(),
    match: z.boolean(),
    unmatch: z.boolean(),
    return: z.boolean(),
    matchFee: z.boolean(),
  }),
});
export type RequestRow = z.infer<typeof requestRow>;

export const requestCalls = defineEndpoints({
  requestTransaction: {
    method: "POST",
    path: "/portfolio/:holderType/:holderId/transaction",
    summary: "Asks the firm to deposit, withdraw, buy or sell; lands in the staff's queue.",
    access: holder(),
    params: holderParams,
    body: z.strictObject({
      type: requestType,
      userMsg: textUpTo(messageMaxLength).default(""),
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
    answer: z.object({
      for: z.string(),
      /** Of a company: why others must confirm it after the caller, by its form; empty if nobody must. */
      why: z.array(notAlone),
    }),
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
    summary:
      "Takes back a request that staff have not handled yet; a withdrawal only if no booked payment carries its reference.",
    access: holder(),
    params: holderParams.extend({ requestId: id }),
    body: z.strictObject({}),
    answer: z.object({ id, state: z.enum(requestStates) }),
    errors: ["stateConflict", "paymentBooked"],
  },
  listRequests: {
    method: "GET",
    path: "/portfolio/requests",
    summary:
      "Staff: the queue of clients' requests, open ones from the oldest on; of one holder alone where the query names them.",
    access: staff("internal"),
    query: z.object({ state: z.enum(requestStates).optional(), ...ofHolder, ...ofColleague, ...pageQuery }),
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
    summary:
      "Staff: marks a request done or declined, with a message to the client, or its payment as ordered, or as returned by the bank. Declining and returning need the message, and that each payment in `unmatched` is named with a reason.",
    access: staff("office"),
    params: z.object({ requestId: id }),
    body: z.strictObject({
      state: z.enum(["paying", "done", "declined", "returned"]),
      staffMessage: textUpTo(messageMaxLength).default(""),
      /** Entries of `unmatched` that the caller saw, and that keep it from being declined or returned no more. */
      otherPayments: z.array(bodyId).max(100).default([]),
      /** Why it is closed although they may be its payment; for staff alone. */
      reason: z.string().trim().max(messageMaxLength).default(""),
    }),
    answer: requestRow,
    errors: ["stateConflict", "signersMissing", "matchNeeded"],
  },
  listCandidates: {
    method: "GET",
    path: "/portfolio/requests/:requestId/candidates",
    summary:
      "Staff: ledger entries that a deposit or withdrawal may be, and of a paid withdrawal those that its fee may be, the likeliest first.",
    access: staff("internal"),
    params: z.object({ requestId: id }),
    query: z.object({
      /** This one alone, however unlikely it is. */
      entryId: id.optional(),
    }),
    answer: z.object({
      /** What is still to be paid. */
      rest: decimal,
      candidates: z.array(
        candidate.extend({
          /** In what it is not what was asked for. */
          differences: z.array(z.enum(matchDifferences)),
          /** Other open requests of the holder that it fits as well. */
          others: z.number().int(),
        }),
      ),
      fees: z.array(candidate),
    }),
  },
  matchRequest: {
    method: "POST",
    path: "/portfolio/requests/:requestId/match",
    summary:
      "Staff: a deposit or withdrawal is this ledger entry; what it reserved is posted, or its part. What differs needs a reason.",
    access: staff("office"),
    params: z.object({ requestId: id }),
    body: z.strictObject({
      entryId: bodyId,
      /** The differences that the caller saw; each that there is must be named. */
      accepts: z.array(z.enum(matchDifferences)).max(matchDifferences.length).default([]),
      reason: z.string().trim().max(messageMaxLength).default(""),
      /** Of a deposit, that a smaller amount is all that comes. */
      ends: z.boolean().default(false),
    }),
    answer: requestRow,
    errors: ["stateConflict", "signersMissing", "inUse"],
  },
  unmatchRequest: {
    method: "POST",
    path: "/portfolio/requests/:requestId/unmatch",
    summary: "Staff: undoes a match; the request is as before it, and what it reserved is reserved again.",
    access: staff("office"),
    params: z.object({ requestId: id }),
    /** Needed if the request has several. */
    body: z.strictObject({ entryId: bodyId.optional() }),
    answer: requestRow,
    errors: ["stateConflict"],
  },
  matchFee: {
    method: "POST",
    path: "/portfolio/requests/:requestId/fee",
    summary:
      "Staff: the fee of a paid withdrawal is this ledger entry; null takes that back. Another amount needs a reason.",
    access: staff("office"),
    params: z.object({ requestId: id }),
    body: z.strictObject({
      entryId: bodyId.nullable(),
      reason: z.string().trim().max(messageMaxLength).default(""),
    }),
    answer: requestRow,
    errors: ["stateConflict", "inUse"],
  },
});
