/** Deposits, payments and fees in the ledger that no request explains, until staff have dealt with each. */
import { z } from "zod";
import { defineEndpoints, staff } from "../endpoint.ts";
import { messageMaxLength } from "../rules/limits.ts";
import { requestStates } from "../rules/transaction-requests.ts";
import { currencyCode, day, decimal, holderType, id, instant, ofColleague, page, pageQuery } from "../shapes.ts";

/** Whom the payment's text names by a reference: a withdrawal, or a client by the reference of their deposits. */
const named = z.object({
  request_id: id.nullable(),
  /** Of the request. */
  state: z.enum(requestStates).nullable(),
  holder_type: holderType,
  holder_id: id,
  holderName: z.string(),
});

/** A request of the same client of which it may be the payment, or the fee. */
const mayExplain = z.object({
  id,
  state: z.enum(requestStates),
  sum: decimal,
  /** Still to be paid; of a fee, the fee. */
  rest: decimal,
  created_at: instant,
  isNamed: z.boolean(),
  sameAmount: z.boolean(),
});

const unexplained = z.object({
  entry_id: id,
  holder_type: holderType,
  holder_id: id,
  holderName: z.string(),
  client_number: z.string().nullable(),
  kind: z.enum(["deposit", "withdrawal", "fee"]),
  day,
  currency: currencyCode,
  /** Signed, as booked. */
  amount: decimal,
  description: z.string().nullable(),
  found_at: instant,
  names: z.array(named),
  /** The likeliest first. */
  requests: z.array(mayExplain),
  /** Who dealt with it without a request, and why; null while it is open. */
  cleared: z.object({ at: instant, by: z.string(), reason: z.string() }).nullable(),
  /** What the reader may do with it: deal with it, or open it again. */
  can: z.object({ clear: z.boolean(), reopen: z.boolean() }),
});
export type UnexplainedPayment = z.infer<typeof unexplained>;

export const unexplainedCalls = defineEndpoints({
  listUnexplained: {
    method: "GET",
    path: "/portfolio/unexplained",
    summary:
      "Staff: payments in the ledger that no request explains, the oldest first; with `state` cleared, those that were dealt with, the newest first.",
    access: staff("internal"),
    query: z.object({ state: z.enum(["open", "cleared"]).default("open"), ...ofColleague, ...pageQuery }),
    answer: page({ payments: z.array(unexplained), open: z.number().int() }),
  },
  clearUnexplained: {
    method: "PATCH",
    path: "/portfolio/unexplained/:entryId",
    summary: "Staff: says with a reason that a payment needs no request, or opens it again.",
    access: staff("office"),
    params: z.object({ entryId: id }),
    body: z.strictObject({
      state: z.enum(["open", "cleared"]),
      reason: z.string().trim().max(messageMaxLength).default(""),
    }),
    answer: z.object({ state: z.enum(["open", "cleared"]) }),
    errors: ["stateConflict"],
  },
});
