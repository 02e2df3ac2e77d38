/** What the audit log records of payments: bank accounts, who confirms withdrawals, and requests for transactions. */
import type { AuditDeclaration } from "../audit-declaration.ts";

const account = [
  "account",
  "number",
  "currency",
  "owner",
  "name",
  "bic",
  "bank",
  "country",
  "isDefault",
  "state",
  "usableFrom",
  "nameCheck",
  "form",
] as const;

const paymentFile = ["messageId", "payments", "total", "currency", "sha256"] as const;

export const auditActions = {
  "bankAccount.added": { subject: "holder", after: account, text: "accountAdded" },
  "bankAccount.changed": { subject: "holder", before: account, after: account, text: "accountChanged" },
  "bankAccount.removed": { subject: "holder", before: account, text: "accountRemoved" },
  "bankAccount.decided": {
    subject: "holder",
    before: ["account", "state"],
    after: ["account", "number", "state", "reason"],
    text: "accountDecided",
  },
  "holder.withdrawalSignersSet": { subject: "holder", before: ["rule"], after: ["rule"], text: "withdrawalSigners" },
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
  "transactionRequest.returned": { subject: "transactionRequest", after: ["entry"], text: "requestReturned" },
  "holder.bankEntryAssigned": { subject: "holder", after: ["entry", "reason"], text: "bankEntryAssigned" },
  "holder.bankEntryUndone": { subject: "holder", after: ["entry", "reason"], text: "bankEntryUndone" },
  "paymentFile.prepared": { subject: "paymentFile", after: paymentFile, text: "paymentFilePrepared" },
  "paymentFile.released": { subject: "paymentFile", after: paymentFile, text: "paymentFileReleased" },
  "paymentFile.cancelled": { subject: "paymentFile", after: paymentFile, text: "paymentFileCancelled" },
  "bankEntry.kept": { subject: "bankEntry", after: ["reason"], text: "bankEntryKept" },
  "bankEntry.reopened": { subject: "bankEntry", after: ["reason"], text: "bankEntryReopened" },
  "transactionRequest.unmatched": { subject: "transactionRequest", before: ["entry"], text: "requestUnmatched" },
  "transactionRequest.reconsidered": {
    subject: "transactionRequest",
    before: ["state"],
    after: ["state"],
    text: "requestReconsidered",
  },
  "transactionRequest.expired": { subject: "transactionRequest", text: "requestExpired" },
} as const satisfies Record<string, AuditDeclaration>;
