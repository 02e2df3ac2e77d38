/** What the audit log records of legal holds, archives of a person's data, and erasures. */
import type { AuditDeclaration } from "../audit-declaration.ts";

export const auditActions = {
  "hold.placed": { subject: "holder", after: ["hold", "reason", "endsOn"], text: "holdPlaced" },
  "hold.lifted": { subject: "holder", before: ["hold", "reason", "endsOn"], after: ["reason"], text: "holdLifted" },
  "hold.ended": { subject: "holder", after: ["hold", "endsOn"], text: "holdEnded" },
} as const satisfies Record<string, AuditDeclaration>;
