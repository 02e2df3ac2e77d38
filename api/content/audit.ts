/** What the audit log records of public pages. */
import type { AuditDeclaration } from "../audit-declaration.ts";

export const auditActions = {
  "content.saved": { subject: "content", after: ["version", "edit"], text: "contentSaved" },
  "content.published": { subject: "content", after: ["version"], text: "contentPublished" },
  "content.archived": { subject: "content", after: ["version"], text: "contentArchived" },
  "content.discarded": { subject: "content", after: ["version"], text: "contentDiscarded" },
  "content.restored": { subject: "content", after: ["version", "from"], text: "contentRestored" },
} as const satisfies Record<string, AuditDeclaration>;
