/** What the audit log records of invitations of colleagues. */
import type { AuditDeclaration } from "../audit-declaration.ts";

export const auditActions = {
  "staff.invited": { subject: "user", after: ["email", "role", "reason"], text: "staffInvited" },
  "staff.invitationRepeated": { subject: "user", after: ["email"], text: "staffInvitationRepeated" },
  "staff.invitationRevoked": { subject: "user", before: ["email", "role"], text: "staffInvitationRevoked" },
} as const satisfies Record<string, AuditDeclaration>;
