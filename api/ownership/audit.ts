/** What the audit log records of shares in companies. */
import type { AuditDeclaration } from "../audit-declaration.ts";

const share = ["share", "person", "percent", "from", "until"] as const;

export const auditActions = {
  "ownership.confirmed": { subject: "holder", after: [...share, "revision"], text: "ownershipConfirmed" },
  "ownership.corrected": { subject: "holder", before: share, after: share, text: "ownershipCorrected" },
  "ownership.removed": { subject: "holder", before: share, text: "ownershipRemoved" },
} as const satisfies Record<string, AuditDeclaration>;
