/** What the audit log records of companies. */
import type { AuditDeclaration } from "../audit-declaration.ts";

export const auditActions = {
  "company.begun": { subject: "company", after: ["creator"], text: "companyBegun" },
  "company.discarded": { subject: "company", before: ["creator"], text: "companyDiscarded" },
} as const satisfies Record<string, AuditDeclaration>;
