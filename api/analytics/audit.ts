/** What the audit log records of analytics. */
import type { AuditDeclaration } from "../audit-declaration.ts";

export const auditActions = {
  "analytics.exported": { subject: "analytics", after: ["rows", "capped", "filter"], text: "signInsExported" },
} as const satisfies Record<string, AuditDeclaration>;
