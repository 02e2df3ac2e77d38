/** What the audit log records of custodians and their accounts. */
import type { AuditDeclaration } from "../audit-declaration.ts";

const account = ["custodian", "number", "currency", "reason"] as const;

export const auditActions = {
  "custodian.created": { subject: "custodian", after: "any", text: "custodianCreated" },
  "custodian.saved": { subject: "custodian", before: "any", after: "any", text: "custodianSaved" },
  "custodian.ended": { subject: "custodian", before: ["name"], text: "custodianEnded" },
  "custodian.restored": { subject: "custodian", after: ["name"], text: "custodianRestored" },
  "custodian.codeMapped": {
    subject: "custodian",
    before: ["code", "kind"],
    after: ["code", "kind"],
    text: "custodianCodeMapped",
  },
  "custodian.accountMarked": {
    subject: "custodian",
    before: ["purpose"],
    after: [...account, "purpose"],
    text: "custodianAccountMarked",
  },
  "custodian.accountEnded": { subject: "custodian", before: account, after: ["reason"], text: "custodianAccountEnded" },
  "holder.accountLinked": { subject: "holder", after: account, text: "holderAccountLinked" },
  "holder.accountUnlinked": {
    subject: "holder",
    before: account,
    after: ["custodian", "number", "reason"],
    text: "holderAccountUnlinked",
  },
} as const satisfies Record<string, AuditDeclaration>;
