/** What the audit log records of the shared folder. */
import type { AuditDeclaration } from "../audit-declaration.ts";

export const auditActions = {
  "sharepoint.uploaded": {
    subject: "holder",
    after: ["clientNumber", "path", "size", "sha256", "already"],
    text: "sharepointUploaded",
  },
  "sharepoint.readByStaff": { subject: "holder", after: ["clientNumber", "path"], text: "sharepointRead" },
} as const satisfies Record<string, AuditDeclaration>;
