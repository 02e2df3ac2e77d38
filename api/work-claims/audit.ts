/** What the audit log records of who works on what. */
import type { AuditDeclaration } from "../audit-declaration.ts";

export const auditActions = {
  "work.claimed": { subject: "holder", after: ["kind", "item"], text: "workClaimed" },
  "work.released": { subject: "holder", before: ["kind", "item"], text: "workReleased" },
  "work.given": { subject: "holder", before: ["staffId"], after: ["kind", "item", "staffId"], text: "workGiven" },
} as const satisfies Record<string, AuditDeclaration>;
