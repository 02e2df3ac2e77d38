/** What the audit log records of mappings of files. */
import type { AuditDeclaration } from "../audit-declaration.ts";

export const auditActions = {
  "importMapping.created": { subject: "importMapping", after: ["name", "version", "mapping"], text: "mappingCreated" },
  "importMapping.changed": {
    subject: "importMapping",
    before: ["name", "version", "mapping"],
    after: ["name", "version", "mapping"],
    text: "mappingChanged",
  },
  "importMapping.retired": { subject: "importMapping", before: ["name"], text: "mappingRetired" },
  "importMapping.restored": { subject: "importMapping", after: ["name"], text: "mappingRestored" },
} as const satisfies Record<string, AuditDeclaration>;
