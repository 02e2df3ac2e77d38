/** What the audit log records of bank accounts. */
import type { AuditDeclaration } from "../audit-declaration.ts";

const account = [
  "account",
  "number",
  "currency",
  "owner",
  "name",
  "bic",
  "bank",
  "country",
  "isDefault",
  "state",
  "usableFrom",
  "nameCheck",
  "form",
] as const;

export const auditActions = {
  "bankAccount.added": { subject: "holder", after: account, text: "accountAdded" },
  "bankAccount.changed": { subject: "holder", before: account, after: account, text: "accountChanged" },
  "bankAccount.removed": { subject: "holder", before: account, text: "accountRemoved" },
  "bankAccount.decided": {
    subject: "holder",
    before: ["account", "state"],
    after: ["account", "number", "state", "reason"],
    text: "accountDecided",
  },
} as const satisfies Record<string, AuditDeclaration>;
