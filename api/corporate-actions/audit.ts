/** What the audit log records of corporate actions. */
import type { AuditDeclaration } from "../audit-declaration.ts";

const what = [
  "instrument",
  "type",
  "exDay",
  "recordDay",
  "payDay",
  "terms",
  "defaultOption",
  "deadline",
  "clientDeadline",
  "source",
  "note",
] as const;
const subject = "corporateAction";

export const auditActions = {
  "corporateAction.announced": { subject, after: what, text: "corporateActionAnnounced" },
  "corporateAction.changed": { subject, before: what, after: [...what, "reason"], text: "corporateActionChanged" },
  "corporateAction.confirmed": { subject, after: ["version"], text: "corporateActionConfirmed" },
  "corporateAction.cancelled": { subject, after: ["reason", "elections"], text: "corporateActionCancelled" },
  "corporateAction.previewed": { subject, after: ["run", "kind"], text: "corporateActionPreviewed" },
  "corporateAction.started": { subject, after: ["run", "kind", "holders"], text: "corporateActionStarted" },
  "corporateAction.holderDecided": {
    subject,
    after: ["run", "holder", "decision", "reason"],
    text: "corporateActionHolderDecided",
  },
  "corporateAction.applied": { subject, after: ["run", "holders", "refused"], text: "corporateActionApplied" },
  "corporateAction.undone": { subject, after: ["run", "holders"], text: "corporateActionUndone" },
  /** In the activity of the holder. */
  "corporateAction.booked": {
    subject: "holder",
    after: ["action", "type", "instrument", "units", "entries"],
    text: "corporateActionBooked",
  },
  "corporateAction.reversed": { subject: "holder", after: ["action", "entries"], text: "corporateActionReversed" },
  "corporateAction.elected": {
    subject: "holder",
    after: ["action", "option", "state", "note"],
    text: "corporateActionElected",
  },
  "corporateAction.electionSigned": {
    subject: "holder",
    after: ["action", "option", "state"],
    text: "corporateActionElectionSigned",
  },
  "corporateAction.electionWithdrawn": {
    subject: "holder",
    before: ["action", "option"],
    after: ["note"],
    text: "corporateActionElectionWithdrawn",
  },
} as const satisfies Record<string, AuditDeclaration>;
