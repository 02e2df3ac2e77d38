/** What the audit log records of setting up, beside the settings that are saved. */
import type { AuditDeclaration } from "../audit-declaration.ts";

export const auditActions = {
  "setUp.backupNoted": { subject: "operatorNote", text: "backupNoted" },
  "setUp.restoreNoted": { subject: "operatorNote", text: "restoreNoted" },
  "setUp.keyCopyRead": { subject: "operatorNote", text: "keyCopyRead" },
  "setUp.textKept": { subject: "startingText", text: "textKept" },
  "setUp.mailArrived": { subject: "mailTest", text: "setUpMailArrived" },
} as const satisfies Record<string, AuditDeclaration>;
