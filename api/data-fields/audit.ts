/** What the audit log records of the firm's own fields. */
import type { AuditDeclaration } from "../audit-declaration.ts";

export const auditActions = {
  "dataField.created": { subject: "dataField", after: ["label"], text: "fieldCreated" },
  "dataField.archived": { subject: "dataField", before: ["label"], after: ["clients"], text: "fieldArchived" },
  "dataField.restored": { subject: "dataField", after: ["label"], text: "fieldRestored" },
  "dataField.removed": {
    subject: "dataField",
    before: ["label"],
    after: ["clients"],
    text: "fieldRemoved",
    former: true,
  },
} as const satisfies Record<string, AuditDeclaration>;
