/** What the audit log records of notifications. */
import type { AuditDeclaration } from "../audit-declaration.ts";

export const auditActions = {
  "holder.notified": { subject: "holder", after: ["type", "text"], text: "notified" },
} as const satisfies Record<string, AuditDeclaration>;
