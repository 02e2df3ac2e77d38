/** What the audit log records of the audit log itself. */
import type { AuditDeclaration } from "../audit-declaration.ts";

export const auditActions = {
  "audit.anchored": { subject: "audit", after: ["heads"], text: "anchored" },
  "audit.verified": { subject: "audit", after: ["entries", "erased", "anchors", "breaks"], text: "auditVerified" },
  "audit.verificationAsked": { subject: "audit", text: "auditVerificationAsked" },
  "audit.read": { subject: "audit", after: ["filter"], text: "auditRead" },
  "audit.proofExported": { subject: "audit", after: ["entries", "sha256", "filter"], text: "auditProofExported" },
} as const satisfies Record<string, AuditDeclaration>;
