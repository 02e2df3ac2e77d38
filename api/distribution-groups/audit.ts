/** What the audit log records of distribution groups. */
import type { AuditDeclaration } from "../audit-declaration.ts";

export const auditActions = {
  "user.groupsSet": { subject: "user", before: ["groups"], after: ["groups"], text: "groups" },
  "group.renamed": { subject: "group", before: ["name"], after: ["name"], text: "groupRenamed" },
  "group.deleted": { subject: "group", before: ["name"], text: "groupDeleted" },
  "group.notified": { subject: "group", after: ["type", "text", "members"], text: "groupNotified" },
} as const satisfies Record<string, AuditDeclaration>;
