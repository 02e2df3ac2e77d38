/** What the audit log records of exports for accounting and analysis. */
import type { AuditDeclaration } from "../audit-declaration.ts";

export const auditActions = {
  "export.created": {
    subject: "dataExport",
    after: ["contents", "format", "from", "to", "positions", "scope", "group", "custodian"],
    text: "exportCreated",
  },
  "export.made": { subject: "dataExport", after: ["rows", "holders", "knownAt"], text: "exportMade" },
  "export.failed": { subject: "dataExport", after: ["failure"], text: "exportFailed" },
  "export.cancelled": { subject: "dataExport", after: ["state"], text: "exportCancelled" },
  "export.downloaded": { subject: "dataExport", after: ["content"], text: "exportDownloaded" },
  "export.expired": { subject: "dataExport", after: ["state"], text: "exportExpired" },
} as const satisfies Record<string, AuditDeclaration>;
