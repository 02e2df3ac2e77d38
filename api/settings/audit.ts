/** What the audit log records of settings. */
import type { AuditDeclaration } from "../audit-declaration.ts";

export const auditActions = {
  "setting.saved": { subject: "setting", before: "any", after: "any", text: "settingSaved" },
  "setting.logoUploaded": { subject: "setting", after: ["logo", "width", "height"], text: "logoUploaded" },
  "setting.testMailSent": { subject: "setting", after: ["mail", "language"], text: "testMailSent" },
} as const satisfies Record<string, AuditDeclaration>;
