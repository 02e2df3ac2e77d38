/** What the audit log records of the firm's own fields. */
import type { AuditDeclaration } from "../audit-declaration.ts";

export const auditActions = {
  "dataField.created": {
    subject: "dataField",
    after: ["label", "type", "names", "choices"],
    text: "fieldCreated",
  },
  "dataField.changed": {
    subject: "dataField",
    before: ["label", "type", "names", "choices"],
    after: ["label", "type", "names", "choices", "clients"],
    text: "fieldChanged",
  },
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
