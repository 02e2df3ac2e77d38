/** What the audit log records of the firm's own fields. */
import type { AuditDeclaration } from "../audit-declaration.ts";

export const auditActions = {
  "dataField.created": { subject: "dataField", after: ["label"], text: "fieldCreated" },
  "dataField.removed": { subject: "dataField", before: ["label"], after: ["clients"], text: "fieldRemoved" },
} as const satisfies Record<string, AuditDeclaration>;
