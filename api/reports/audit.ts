/** What the audit log records of reports. */
import type { AuditDeclaration } from "../audit-declaration.ts";

const which = ["report", "kind", "from", "to", "language"] as const;

const subscription = ["subscription", "kind", "frequency", "language"] as const;
const costs = ["name", "isin", "from", "ongoing", "transactions", "incidental", "oneOff", "thirdParties"] as const;

export const auditActions = {
  "instrument.costsSaved": {
    subject: "instrument",
    before: costs,
    after: [...costs, "fileName"],
    text: "instrumentCostsSaved",
  },
  "instrument.costsWithdrawn": { subject: "instrument", before: costs, text: "instrumentCostsWithdrawn" },
  "report.asked": { subject: "holder", after: [...which, "knownAt"], text: "reportAsked" },
  "report.readByStaff": { subject: "holder", after: ["report", "form"], text: "reportRead" },
  "report.made": { subject: "holder", after: [...which, "dataHash", "replaces"], text: "reportMade" },
  "report.failed": { subject: "holder", after: [...which, "failure"], text: "reportFailed" },
  "report.subscribed": { subject: "holder", after: subscription, text: "reportSubscribed" },
  "report.unsubscribed": { subject: "holder", after: [...subscription, "why"], text: "reportUnsubscribed" },
} as const satisfies Record<string, AuditDeclaration>;
