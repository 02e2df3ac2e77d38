/** What the audit log records of categories, mandates, flags of positions and notices of falls. */
import type { AuditDeclaration } from "../audit-declaration.ts";

const mandate = [
  "record",
  "day",
  "category",
  "service",
  "leverage",
  "benchmark",
  "frequency",
  "singleConfirmations",
] as const;
const flag = ["flag", "kind", "what", "quantity", "day", "to", "note"] as const;

export const auditActions = {
  "mandate.recorded": {
    subject: "holder",
    before: mandate,
    after: [...mandate, "reason", "fileName"],
    text: "mandateRecorded",
  },
  "mandate.withdrawn": { subject: "holder", before: mandate, after: ["reason"], text: "mandateWithdrawn" },
  "flag.recorded": { subject: "holder", before: flag, after: [...flag, "reason", "fileName"], text: "flagRecorded" },
  "flag.withdrawn": { subject: "holder", before: flag, after: ["reason"], text: "flagWithdrawn" },
  "fall.told": {
    subject: "holder",
    after: ["notice", "instrument", "threshold", "reached", "due", "base", "value", "currency"],
    text: "fallTold",
  },
  "instrument.leverageSet": {
    subject: "instrument",
    before: ["leveraged"],
    after: ["name", "isin", "leveraged"],
    text: "leverageSet",
  },
} as const satisfies Record<string, AuditDeclaration>;
