/** What the audit log records of a holder's state, number, colleague and representatives. */
import type { AuditDeclaration } from "../audit-declaration.ts";

export const auditActions = {
  "holder.stateChanged": {
    subject: "holder",
    before: ["state"],
    after: [
      "state",
      "action",
      "revision",
      "reason",
      "clientNumber",
      "released",
      "handedOver",
      "renew",
      "requiredContract",
    ],
    text: "state",
  },
  "holder.clientNumberSet": { subject: "holder", before: ["clientNumber"], after: ["clientNumber"], text: "number" },
  "holder.assigned": { subject: "holder", before: ["staffId"], after: ["staffId"], text: "assigned" },
  "holder.representationChanged": { subject: "holder", before: ["ids"], after: ["ids"], text: "representation" },
  "holder.accessedByStaff": { subject: "holder", after: ["call", "viewAsId"], text: "accessed" },
  "holder.accessedByDelegate": { subject: "holder", after: ["call", "report"], text: "accessedByDelegate" },
} as const satisfies Record<string, AuditDeclaration>;
