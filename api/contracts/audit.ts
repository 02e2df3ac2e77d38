/** What the audit log records of contracts and their templates. */
import type { AuditDeclaration } from "../audit-declaration.ts";

export const auditActions = {
  "contract.sent": {
    subject: "holder",
    after: ["contract", "type", "version", "name", "sha256"],
    text: "contractSent",
  },
  "contract.proposed": {
    subject: "holder",
    after: ["contract", "type", "version", "name", "sha256", "state"],
    text: "contractProposed",
  },
  "contract.opened": { subject: "holder", after: ["contract"], text: "contractOpened" },
  "contract.filled": { subject: "holder", after: ["contract", "fields", "sha256"], text: "contractFilled" },
  "contract.codeRequested": { subject: "holder", after: ["contract", "type", "sha256"], text: "contractCodeRequested" },
  "contract.signed": {
    subject: "holder",
    after: ["contract", "name", "sha256", "state", "shown"],
    text: "contractSigned",
  },
  "contract.completed": { subject: "holder", after: ["contract", "name", "state"], text: "contractCompleted" },
  "contract.countersigned": {
    subject: "holder",
    after: ["contract", "name", "sha256", "shown"],
    text: "contractCountersigned",
  },
  "contract.sealed": {
    subject: "holder",
    after: ["contract", "name", "sha256", "evidencePages", "evidenceOmitted"],
    text: "contractSealed",
  },
  "contract.rejected": { subject: "holder", after: ["contract", "name", "reason", "state"], text: "contractRejected" },
  "contract.withdrawn": { subject: "holder", after: ["contract", "name", "state"], text: "contractWithdrawn" },
  "contract.ended": { subject: "holder", after: ["contract", "name", "expired"], text: "contractEnded" },
  "contract.evidenceReadByStaff": { subject: "holder", after: ["contract", "name"], text: "contractEvidenceRead" },
  "contractTemplate.saved": { subject: "contractTemplate", after: ["version", "edit"], text: "templateSaved" },
  "contractTemplate.used": { subject: "contractTemplate", after: ["version"], text: "templateUsed" },
  "contractTemplate.retired": { subject: "contractTemplate", after: ["version"], text: "templateRetired" },
  "contractTemplate.sent": {
    subject: "contractTemplate",
    after: ["batch", "version", "recipients"],
    text: "templateSent",
  },
  "contractTemplate.sendingChanged": {
    subject: "contractTemplate",
    after: ["batch", "state"],
    text: "templateSendingChanged",
  },
} as const satisfies Record<string, AuditDeclaration>;
