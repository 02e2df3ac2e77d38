/** What the audit log records of runs of reports. */
import type { AuditDeclaration } from "../audit-declaration.ts";

const which = ["report", "kind", "from", "to", "language", "run"] as const;

export const auditActions = {
  "reportRun.created": {
    subject: "reportRun",
    after: ["kind", "from", "to", "scope", "group", "definition", "holders", "language", "atOnce", "schedule", "state"],
    text: "reportRunCreated",
  },
  "reportRun.moved": { subject: "reportRun", after: ["action", "state", "addressees"], text: "reportRunMoved" },
  "reportRun.retried": { subject: "reportRun", after: ["addressees"], text: "reportRunRetried" },
  "reportRun.gapsAllowed": {
    subject: "reportRun",
    after: ["addressee", "addressees", "reason"],
    text: "reportRunGapsAllowed",
  },
  "reportRun.proofExported": {
    subject: "reportPeriod",
    after: ["kind", "reports", "without"],
    text: "reportRunProofExported",
  },
  "reportSchedule.created": {
    subject: "reportSchedule",
    after: [
      "kind",
      "repeats",
      "scope",
      "group",
      "definition",
      "language",
      "atOnce",
      "businessDays",
      "startsItself",
      "nextTo",
    ],
    text: "reportScheduleCreated",
  },
  "reportSchedule.switched": {
    subject: "reportSchedule",
    after: ["enabled", "nextTo"],
    text: "reportScheduleSwitched",
  },
  "report.published": { subject: "holder", after: [...which, "replaces", "gapsAllowed"], text: "reportPublished" },
} as const satisfies Record<string, AuditDeclaration>;
