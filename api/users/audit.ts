/** What the audit log records of people. */
import type { AuditDeclaration } from "../audit-declaration.ts";

export const auditActions = {
  "user.registered": { subject: "user", after: ["email", "name", "phone"], text: "registered" },
  "user.created": { subject: "user", after: ["role"], text: "created" },
  "user.nameChanged": { subject: "user", before: ["name"], after: ["name", "reason"], text: "name" },
  "user.roleSet": { subject: "user", before: ["role"], after: ["role", "released"], text: "role" },
  "user.clientDataSet": { subject: "user", before: "any", after: "any", text: "clientData" },
  "user.mailReturned": { subject: "user", after: ["mail", "returned", "status"], text: "mailReturned" },
  "user.messageSent": { subject: "user", after: ["taskId", "title"], text: "messageSent", former: true },
  "user.subscriptionSent": { subject: "user", after: ["taskId", "title"], text: "subscriptionSent", former: true },
} as const satisfies Record<string, AuditDeclaration>;
