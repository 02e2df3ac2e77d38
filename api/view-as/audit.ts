/** What the audit log records of looking at the portal as a client. */
import type { AuditDeclaration } from "../audit-declaration.ts";

export const auditActions = {
  "holder.viewedAs": { subject: "holder", after: ["viewAsId", "reason"], text: "viewedAs" },
} as const satisfies Record<string, AuditDeclaration>;
