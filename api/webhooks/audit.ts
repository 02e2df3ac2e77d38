/** What the audit log records of webhooks; who receives what is in the history of the setting. */
import type { AuditDeclaration } from "../audit-declaration.ts";

const subject = "webhook";
const which = ["name"] as const;

export const auditActions = {
  "webhook.secretMade": { subject, after: [...which, "formerUntil"], text: "webhookSecretMade" },
  "webhook.formerSecretEnded": { subject, after: which, text: "webhookFormerSecretEnded" },
  "webhook.paused": { subject, after: which, text: "webhookPaused" },
  "webhook.resumed": { subject, before: ["reason"], after: which, text: "webhookResumed" },
  "webhook.disabled": { subject, after: [...which, "reason"], text: "webhookDisabled" },
  "webhook.waitingDropped": { subject, after: [...which, "count"], text: "webhookWaitingDropped" },
  "webhook.tested": { subject, after: which, text: "webhookTested" },
  "webhook.sentAgain": { subject, after: [...which, "message"], text: "webhookSentAgain" },
} as const satisfies Record<string, AuditDeclaration>;
