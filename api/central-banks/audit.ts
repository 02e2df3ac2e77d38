/** What the audit log records of central banks' rates. */
import type { AuditDeclaration } from "../audit-declaration.ts";

const file = ["upload", "fileName", "state", "rows", "newRows", "knownRows", "correctedRows", "refusedRows"] as const;

export const auditActions = {
  "centralBank.archivePreviewed": { subject: "centralBank", after: [...file, "sha256"], text: "centralBankPreviewed" },
  "centralBank.archiveConfirmed": { subject: "centralBank", after: [...file, "marked"], text: "centralBankConfirmed" },
  "centralBank.archiveDiscarded": { subject: "centralBank", after: file, text: "centralBankDiscarded" },
  "centralBank.fetched": { subject: "centralBankBatch", after: ["from", "to", "rates"], text: "centralBankFetched" },
} as const satisfies Record<string, AuditDeclaration>;
