/** What the audit log records of canned answers. */
import type { AuditDeclaration } from "../audit-declaration.ts";

export const auditActions = {
  "cannedAnswer.created": {
    subject: "cannedAnswer",
    after: ["title", "texts", "use", "fields"],
    text: "cannedCreated",
  },
  "cannedAnswer.changed": {
    subject: "cannedAnswer",
    before: ["title", "texts", "use", "fields"],
    after: ["title", "texts", "use", "fields"],
    text: "cannedChanged",
  },
  "cannedAnswer.removed": {
    subject: "cannedAnswer",
    before: ["title", "texts", "use", "fields"],
    text: "cannedRemoved",
  },
} as const satisfies Record<string, AuditDeclaration>;
