/** What the audit log records of the audit log itself. */
import type { AuditDeclaration } from "../audit-declaration.ts";

export const auditActions = {
  "audit.anchored": { subject: "audit", after: ["heads"], text: "anchored" },
} as const satisfies Record<string, AuditDeclaration>;
