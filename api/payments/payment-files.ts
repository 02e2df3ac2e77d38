/** Payments of withdrawals as a file for the firm's bank (pain.001), checked and released by a second person. */
import { z } from "zod";
import { defineEndpoints, staff } from "../endpoint.ts";
import { requestStates } from "../rules/transaction-requests.ts";
import { bodyId, currencyCode, day, decimal, holderType, id, instant, page, pageQuery } from "../shapes.ts";

export const paymentFileStates = ["prepared", "released", "cancelled"] as const;
/** Payments that a bank takes in one file. */
export const mostPayments = 500;

const payable = z.object({
  request_id: id,
  holder_type: holderType,
  holder_id: id,
  holderName: z.string(),
  currency: currencyCode,
  /** What arrives. */
  amount: decimal,
  owner: z.string(),
  number: z.string(),
  /** Why it cannot be in a file: the firm has no account in its currency, or the bank needs a BIC. Null if it can. */
  lacks: z.enum(["debtor", "bic"]).nullable(),
});
export type PayableWithdrawal = z.infer<typeof payable>;

const paymentFile = z.object({
  id,
  message_id: z.string(),
  currency: currencyCode,
  debtor_iban: z.string(),
  debtor_bank: z.string(),
  execute_on: day,
  payments: z.number().int(),
  total: decimal,
  /** SHA-256 of the file, in hexadecimal. */
  sha256: z.string(),
  state: z.enum(paymentFileStates),
  created_at: instant,
  created_by: z.string(),
  settled_at: instant.nullable(),
  settled_by: z.string().nullable(),
  can: z.object({ release: z.boolean(), cancel: z.boolean(), download: z.boolean() }),
});
export type PaymentFile = z.infer<typeof paymentFile>;

const filePayment = z.object({
  request_id: id,
  holder_type: holderType,
  holder_id: id,
  holderName: z.string(),
  amount: decimal,
  owner: z.string(),
  number: z.string(),
  /** What the payment carries, so that the bank's entry finds the withdrawal. */
  reference: z.string(),
  /** Of the withdrawal. A file with one that was taken back cannot be released. */
  state: z.enum(requestStates),
});
export type FilePayment = z.infer<typeof filePayment>;

const params = z.object({ fileId: id });

export const paymentFileCalls = defineEndpoints({
  listPayable: {
    method: "GET",
    path: "/payment-files/payable",
    summary: "Staff: withdrawals that are confirmed, not ordered yet and in no file, the oldest first; the first 500.",
    access: staff("office"),
    query: z.object({}),
    answer: z.object({ withdrawals: z.array(payable) }),
  },
  listPaymentFiles: {
    method: "GET",
    path: "/payment-files",
    summary: "Staff: payment files, the newest first.",
    access: staff("internal"),
    query: z.object({ ...pageQuery }),
    answer: page({ files: z.array(paymentFile) }),
  },
  listFilePayments: {
    method: "GET",
    path: "/payment-files/:fileId/payments",
    summary: "Staff: the payments of a file, which who releases it checks.",
    access: staff("internal"),
    params,
    answer: z.object({ payments: z.array(filePayment) }),
  },
  preparePaymentFile: {
    method: "POST",
    path: "/payment-files",
    summary: "Staff: puts withdrawals of one currency into a file, which nobody can download until it is released.",
    access: staff("office"),
    body: z.strictObject({ currency: currencyCode, requestIds: z.array(bodyId).min(1).max(mostPayments) }),
    answer: paymentFile,
    errors: ["stateConflict", "fourEyes", "inUse", "signersMissing"],
  },
  releasePaymentFile: {
    method: "POST",
    path: "/payment-files/:fileId/release",
    summary:
      "Staff: releases a file, which orders its withdrawals and tells the clients. With four eyes on, a colleague of who prepared it does.",
    access: staff("office"),
    params,
    body: z.strictObject({}),
    answer: paymentFile,
    errors: ["stateConflict", "fourEyes", "signersMissing"],
  },
  cancelPaymentFile: {
    method: "POST",
    path: "/payment-files/:fileId/cancel",
    summary: "Staff: drops a file that was not released, and frees its withdrawals.",
    access: staff("office"),
    params,
    body: z.strictObject({}),
    answer: paymentFile,
    errors: ["stateConflict"],
  },
  downloadPaymentFile: {
    method: "GET",
    path: "/payment-files/:fileId/content",
    summary: "Staff: the XML of a released file (pain.001.001.09).",
    access: staff("office"),
    machine: false,
    params,
    answer: z.object({ fileName: z.string(), content: z.string() }),
    errors: ["stateConflict"],
  },
});
