/** What the audit log records of the firm's jobs. */
import type { AuditDeclaration } from "../audit-declaration.ts";

export const auditActions = {
  "job.started": { subject: "job", text: "jobStarted" },
} as const satisfies Record<string, AuditDeclaration>;
