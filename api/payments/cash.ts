/** A holder's cash: what is available and on its way, where to pay in, and every movement with its running balance. */

import { z } from "zod";
import { signerRules } from "../contract-states.ts";
import { defineEndpoints, holder, signedIn, staff } from "../endpoint.ts";
import { gap } from "../portfolios.ts";
import { feeKinds } from "../rules/fees.ts";
import { cashKinds } from "../rules/money.ts";
import { requestStates, requestTypes } from "../rules/transaction-requests.ts";
import {
  currencyCode,
  day,
  decimal,
  holderParams,
  id,
  instant,
  knownCurrency,
  page,
  pageQuery,
  reasonToPropose,
  recordedDay,
} from "../shapes.ts";
import { cashPosition, entryMatch, withdrawal } from "./requests.ts";

/** Why a custodian's system does not tell its cash: too slow, away or nonsense, or it does not know the account. */
export const cashFaults = ["timedout", "badGateway", "noClientNumber"] as const;

/** Cash in one currency. `value` is null if `gaps` say why it is unknown. */
const cashRow = cashPosition.extend({
  currency: currencyCode,
  /** Worth today in the contract currency. */
  value: decimal.nullable(),
  gaps: z.array(gap),
});
export type CashRow = z.infer<typeof cashRow>;

/** A deposit or withdrawal of the holder. */
const payment = z.object({
  id,
  type: z.enum(requestTypes),
  state: z.enum(requestStates),
  sum: decimal,
  currency: currencyCode,
  userMsg: z.string(),
  created_at: instant,
  created_by: z.string(),
  handled_at: instant.nullable(),
  staffMessage: z.string().nullable(),
  withdrawal: withdrawal.nullable(),
  /** The entries that its payment turned out to be, the oldest first. */
  matches: z.array(entryMatch),
  /** What is still to be paid. */
  rest: decimal,
  /** Of a withdrawal: a payment with its reference is booked that staff have yet to assign, so it cannot be cancelled. */
  isBooked: z.boolean(),
  can: z.object({ cancel: z.boolean(), confirm: z.boolean() }),
});
export type Payment = z.infer<typeof payment>;

/** A row of the fee table that is charged per withdrawal. */
const withdrawalFee = z.object({
  kind: z.enum(feeKinds),
  value: decimal,
  currency: currencyCode.nullable(),
  minimum: decimal.nullable(),
});

/** Where to pay in one currency. */
const instruction = z.object({
  currency: currencyCode,
  beneficiary: z.string(),
  /** IBAN, or the account's number where its country has none. */
  account: z.string(),
  bic: z.string(),
  bank: z.string(),
  address: z.string(),
  /** Polish tax number of the beneficiary; empty elsewhere. */
  nip: z.string(),
  /** The code that the payer's bank reads: in euro, or in zloty to a Polish account. */
  code: z.enum(["epc", "polish"]).nullable(),
});
export type Instruction = z.infer<typeof instruction>;

/** One entry's effect on the cash of one currency. */
const movement = z.object({
  /** The entry's id, and the currency: an exchange moves two. */
  key: z.string(),
  entry_id: id,
  day,
  date: instant,
  kind: z.enum(cashKinds),
  name: z.string().nullable(),
  ticker: z.string().nullable(),
  description: z.string().nullable(),
  currency: currencyCode,
  /** Signed. */
  amount: decimal,
  /** Balance of the currency after it; null where the custodian keeps none. */
  balance: decimal.nullable(),
});
export type Movement = z.infer<typeof movement>;

/** A rate of a day: units of the currency for one euro. */
const dayRate = z.object({ code: currencyCode, perEuro: decimal, day, source: z.string() });
export type DayRate = z.infer<typeof dayRate>;

export const cashCalls = defineEndpoints({
  getCash: {
    method: "GET",
    path: "/money/:holderType/:holderId",
    summary: "Cash per currency, what of it is reserved and available, payments on their way, and where to pay in.",
    access: holder("internal"),
    params: holderParams,
    answer: z.object({
      contractCurrency: currencyCode,
      /** Of the custodian's figures, its own day. */
      valuationDay: day,
      /** `custodian`: its system keeps cash and movements; balances are not told, and payments are not matched. */
      source: z.enum(["ledger", "custodian"]),
      cash: z.array(cashRow),
      /** Why the custodian's cash is not known: `cash` is then empty, and everything else is the portal's own. */
      cashFault: z.enum(cashFaults).nullable(),
      /** Worth of all cash in the contract currency; null if a rate is missing. */
      total: decimal.nullable(),
      /** Open payments, and those decided in the last days, newest first. */
      payments: z.array(payment),
      instructions: z.array(instruction),
      /** What the holder writes in a payment to the firm. */
      reference: z.string(),
      /** Confirmations that a company's withdrawal needs. */
      signers: z.object({ rule: z.enum(signerRules), needed: z.number().int() }),
      /** What a withdrawal costs, by the fee table: at most one row per currency, and one for all others. */
      withdrawalFees: z.array(withdrawalFee),
      /** Days after which an unpaid withdrawal expires. */
      expiryDays: z.number().int(),
      /** What the reader may do for the holder. */
      can: z.object({ request: z.boolean(), setSigners: z.boolean() }),
    }),
    errors: ["noClientNumber"],
  },
  listMovements: {
    method: "GET",
    path: "/money/:holderType/:holderId/movements",
    summary: "Movements of cash, newest first, each with the balance of its currency after it.",
    access: holder("internal"),
    params: holderParams,
    query: z.object({
      currency: currencyCode.optional(),
      kind: z.enum(cashKinds).optional(),
      from: recordedDay.optional(),
      to: recordedDay.optional(),
      ...pageQuery,
      cursor: z.string().max(2000).optional(),
    }),
    answer: page({ movements: z.array(movement) }),
    errors: ["noClientNumber", "timedout", "badGateway"],
  },
  listMovementKinds: {
    method: "GET",
    path: "/money/:holderType/:holderId/movement-kinds",
    summary: "The kinds that occur among the holder's movements of cash; of a custodian's system, all that there are.",
    access: holder("internal"),
    params: holderParams,
    answer: z.object({ kinds: z.array(z.enum(cashKinds)) }),
  },
  getPaymentCode: {
    method: "GET",
    path: "/money/:holderType/:holderId/payment-code",
    summary: "The QR code with which the holder's bank fills in a payment to the firm, as its modules.",
    access: holder("internal"),
    params: holderParams,
    query: z.object({ currency: knownCurrency, amount: decimal.optional() }),
    answer: z.object({
      /** Null if there is none: the bank's standard does not allow this amount, or the text is too long. */
      code: z
        .object({
          /** Modules per side. */
          size: z.number().int(),
          /** A row per line, "1" for a dark module. */
          rows: z.array(z.string()),
        })
        .nullable(),
    }),
    errors: ["noClientNumber"],
  },
  listRates: {
    method: "GET",
    path: "/money/rates",
    summary: "Exchange rates of a day, each the newest up to it, with its own day and source.",
    access: signedIn,
    machine: true,
    query: z.object({ day: recordedDay.optional() }),
    answer: z.object({ day, rates: z.array(dayRate) }),
  },
  setSigners: {
    method: "PATCH",
    path: "/money/:holderType/:holderId/signers",
    summary: "Staff: how many representatives confirm a company's withdrawals; null for the firm's rule.",
    access: staff("office"),
    params: holderParams,
    body: z.strictObject({ rule: z.enum(signerRules).nullable(), reason: reasonToPropose }),
    /** With four eyes on, a rule that asks for fewer waits as a proposal. */
    answer: z.object({ rule: z.enum(signerRules), proposalId: id.nullable() }),
    errors: ["forbidden", "proposalOpen"],
  },
});
