/** What the audit log records of documents. */
import type { AuditDeclaration } from "../audit-declaration.ts";

export const auditActions = {
  "document.added": { subject: "holder", after: ["id", "type", "title", "sha256"], text: "documentAdded" },
  "document.versionAdded": {
    subject: "holder",
    after: ["id", "title", "version", "sha256"],
    text: "documentVersionAdded",
  },
  "document.corrected": {
    subject: "holder",
    before: ["id", "title", "validUntil"],
    after: ["id", "title", "validUntil"],
    text: "documentCorrected",
  },
  "document.opened": { subject: "holder", after: ["id", "title", "version"], text: "documentOpened" },
  "document.removed": { subject: "holder", after: ["id", "title"], text: "documentRemoved" },
  "document.restored": { subject: "holder", after: ["id", "title"], text: "documentRestored" },
  "document.erased": { subject: "holder", after: ["id", "title", "files"], text: "documentErased" },
  "document.periodEnded": { subject: "holder", after: ["id", "title", "files"], text: "documentPeriodEnded" },
  "document.asked": { subject: "holder", after: ["id", "type", "text", "due", "round"], text: "documentAsked" },
  "document.askingUndone": { subject: "holder", before: ["id", "type"], text: "documentAskingUndone" },
  "document.requestClosed": { subject: "holder", after: ["id", "type", "outcome"], text: "documentRequestClosed" },
  "documentBatch.started": {
    subject: "documentBatch",
    after: ["type", "title", "fileName", "size"],
    text: "batchStarted",
  },
  "documentBatch.confirmed": {
    subject: "documentBatch",
    after: ["type", "title", "documents", "excluded"],
    text: "batchConfirmed",
  },
  "documentBatch.discarded": { subject: "documentBatch", after: ["type", "title"], text: "batchDiscarded" },
} as const satisfies Record<string, AuditDeclaration>;
