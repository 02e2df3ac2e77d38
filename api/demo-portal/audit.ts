/** What the audit log records of the demo beside the portal. */
import type { AuditDeclaration } from "../audit-declaration.ts";

export const auditActions = {
  "demoPortal.loaded": { subject: "demoPortal", text: "demoPortalLoaded" },
  "demoPortal.removed": { subject: "demoPortal", text: "demoPortalRemoved" },
} as const satisfies Record<string, AuditDeclaration>;
