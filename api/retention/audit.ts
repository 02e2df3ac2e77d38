/** What the audit log records of deleting what need not be kept. */
import type { AuditDeclaration } from "../audit-declaration.ts";

const erased = ["rows", "auditEntries", "files"] as const;

export const auditActions = {
  "user.accountErased": { subject: "user", after: erased, text: "accountErased" },
  "holder.recordsErased": { subject: "holder", after: erased, text: "recordsErased" },
  "retention.signInsErased": { subject: "retention", after: ["table", "rows", "before"], text: "signInsErased" },
} as const satisfies Record<string, AuditDeclaration>;
