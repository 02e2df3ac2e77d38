/** What the audit log records of canned answers. */
import type { AuditDeclaration } from "../audit-declaration.ts";

export const auditActions = {
  "cannedAnswer.created": { subject: "cannedAnswer", after: ["title", "texts"], text: "cannedCreated" },
  "cannedAnswer.changed": {
    subject: "cannedAnswer",
    before: ["title", "texts"],
    after: ["title", "texts"],
    text: "cannedChanged",
  },
  "cannedAnswer.removed": { subject: "cannedAnswer", before: ["title", "texts"], text: "cannedRemoved" },
} as const satisfies Record<string, AuditDeclaration>;
