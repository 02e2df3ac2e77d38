/** What the audit log records of delegations. */
import type { AuditDeclaration } from "../audit-declaration.ts";

const which = ["delegation", "email", "parts", "validTo"] as const;

export const auditActions = {
  "delegation.invited": { subject: "holder", after: which, text: "delegateInvited" },
  "delegation.accepted": { subject: "holder", after: [...which, "userId"], text: "delegateAccepted" },
  "delegation.ended": { subject: "holder", after: [...which, "by"], text: "delegateEnded" },
  "delegation.undelivered": { subject: "holder", after: which, text: "delegateUndelivered" },
} as const satisfies Record<string, AuditDeclaration>;
