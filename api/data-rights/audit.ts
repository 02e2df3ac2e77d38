/** What the audit log records of legal holds, archives of a person's data, and erasures. */
import type { AuditDeclaration } from "../audit-declaration.ts";

export const auditActions = {
  "hold.placed": { subject: "holder", after: ["hold", "reason", "endsOn"], text: "holdPlaced" },
  "hold.lifted": { subject: "holder", before: ["hold", "reason", "endsOn"], after: ["reason"], text: "holdLifted" },
  "hold.ended": { subject: "holder", after: ["hold", "endsOn"], text: "holdEnded" },
  "archive.confirmed": { subject: "holder", after: ["archive", "reason"], text: "archiveConfirmed" },
  "archive.made": { subject: "holder", after: ["archive", "rows", "files"], text: "archiveMade" },
  "archive.failed": { subject: "holder", after: ["archive"], text: "archiveFailed" },
  "archive.downloaded": { subject: "holder", after: ["archive"], text: "archiveDownloaded" },
  "archive.expired": { subject: "holder", after: ["archive"], text: "archiveExpired" },
  "erasure.confirmed": { subject: "holder", after: ["erasure", "classes", "reason"], text: "erasureConfirmed" },
  "erasure.refused": { subject: "holder", after: ["erasure", "refusal"], text: "erasureRefused" },
  "erasure.done": { subject: "holder", after: ["erasure", "classes", "rows"], text: "erasureDone" },
} as const satisfies Record<string, AuditDeclaration>;
