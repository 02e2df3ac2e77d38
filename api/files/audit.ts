/** What the audit log records of files. */
import type { AuditDeclaration } from "../audit-declaration.ts";

export const auditActions = {
  "file.uploaded": { subject: "holder", after: ["id", "name", "size", "sha256"], text: "fileUploaded" },
  "file.readByStaff": { subject: "holder", after: ["id", "name"], text: "fileRead" },
  "file.readByDelegate": { subject: "holder", after: ["id", "name"], text: "fileReadByDelegate" },
  "file.removed": { subject: "holder", after: ["id", "name"], text: "fileRemoved" },
  "file.foundClean": { subject: "holder", after: ["id", "name"], text: "fileClean" },
  "file.foundInfected": { subject: "holder", after: ["id", "name", "signature"], text: "fileInfected" },
} as const satisfies Record<string, AuditDeclaration>;
