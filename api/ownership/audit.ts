/** What the audit log records of shares in companies. */
import type { AuditDeclaration } from "../audit-declaration.ts";

const share = ["share", "person", "percent", "from", "until"] as const;

export const auditActions = {
  "ownership.confirmed": { subject: "holder", after: [...share, "revision"], text: "ownershipConfirmed" },
  "ownership.corrected": { subject: "holder", before: share, after: share, text: "ownershipCorrected" },
  "ownership.removed": { subject: "holder", before: share, text: "ownershipRemoved" },
  /** In the activity of the person whose share it is. */
  "ownership.set": { subject: "holder", after: ["company", "percent", "from", "until"], text: "ownershipSet" },
  "ownership.ended": { subject: "holder", before: ["company", "percent", "from", "until"], text: "ownershipEnded" },
} as const satisfies Record<string, AuditDeclaration>;
