/** What the audit log records of reconciliation. */
import type { AuditDeclaration } from "../audit-declaration.ts";

const about = ["custodian", "name", "day", "difference"] as const;

export const auditActions = {
  "holder.breakTaken": { subject: "holder", after: [...about, "owner"], text: "breakTaken" },
  "holder.breakNoted": { subject: "holder", before: ["note"], after: [...about, "note"], text: "breakNoted" },
  "holder.breakExplained": { subject: "holder", after: [...about, "reason"], text: "breakExplained" },
  "holder.breakReopened": { subject: "holder", before: ["reason"], after: about, text: "breakReopened" },
} as const satisfies Record<string, AuditDeclaration>;
