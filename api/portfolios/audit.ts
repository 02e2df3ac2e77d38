/** What the audit log records of the instruments in portfolios. */
import type { AuditDeclaration } from "../audit-declaration.ts";

const facts = ["name", "isin", "country", "sector", "legalForm", "venue"] as const;

export const auditActions = {
  "instrument.factsSaved": { subject: "instrument", before: facts, after: facts, text: "instrumentFactsSaved" },
} as const satisfies Record<string, AuditDeclaration>;
