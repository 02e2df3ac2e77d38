/** What the audit log records of cash. */
import type { AuditDeclaration } from "../audit-declaration.ts";

export const auditActions = {
  "holder.withdrawalSignersSet": { subject: "holder", before: ["rule"], after: ["rule"], text: "withdrawalSigners" },
} as const satisfies Record<string, AuditDeclaration>;
