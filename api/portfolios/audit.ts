/** What the audit log records of requests for transactions. */
import type { AuditDeclaration } from "../audit-declaration.ts";

export const auditActions = {
  "transactionRequest.made": {
    subject: "transactionRequest",
    after: ["type", "userMsg", "transactionInfo", "holderType", "holderId"],
    text: "requestMade",
  },
  "transactionRequest.withdrawn": { subject: "transactionRequest", after: ["state"], text: "requestWithdrawn" },
  "transactionRequest.handled": {
    subject: "transactionRequest",
    after: ["state", "staffMessage", "otherPayments", "reason"],
    text: "requestHandled",
  },
  "transactionRequest.confirmed": { subject: "transactionRequest", after: ["state"], text: "requestConfirmed" },
  "transactionRequest.matched": {
    subject: "transactionRequest",
    after: ["entry", "how", "reason"],
    text: "requestMatched",
  },
  "transactionRequest.feeMatched": {
    subject: "transactionRequest",
    after: ["entry", "reason"],
    text: "requestFeeMatched",
  },
  "transactionRequest.feeUnmatched": { subject: "transactionRequest", before: ["entry"], text: "requestFeeUnmatched" },
  "holder.paymentCleared": { subject: "holder", after: ["entry", "state", "reason"], text: "paymentCleared" },
  "transactionRequest.unmatched": { subject: "transactionRequest", before: ["entry"], text: "requestUnmatched" },
  "transactionRequest.reconsidered": {
    subject: "transactionRequest",
    before: ["state"],
    after: ["state"],
    text: "requestReconsidered",
  },
  "transactionRequest.expired": { subject: "transactionRequest", text: "requestExpired" },
} as const satisfies Record<string, AuditDeclaration>;
