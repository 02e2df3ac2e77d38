/** What the audit log records of clients brought in from files. */
import type { AuditDeclaration } from "../audit-declaration.ts";

export const auditActions = {
  "clientImport.previewed": {
    subject: "clientImport",
    after: ["fileName", "sha256", "lines", "counts"],
    text: "clientImportPreviewed",
  },
  "clientImport.moved": {
    subject: "clientImport",
    after: ["action", "reason", "identified"],
    text: "clientImportMoved",
  },
  "clientImport.decided": { subject: "clientImport", after: ["line", "decision"], text: "clientImportDecided" },
  "clientImport.exported": { subject: "clientImport", after: ["lines"], text: "clientImportExported" },
  "user.broughtIn": {
    subject: "user",
    after: ["import", "line", "email", "name", "phone", "state", "identifiedOn", "reason", "by"],
    text: "userBroughtIn",
  },
  "company.broughtIn": {
    subject: "company",
    after: ["import", "line", "name", "registerNumber", "state", "identifiedOn", "representatives", "reason", "by"],
    text: "companyBroughtIn",
  },
  "user.bringingInUndone": { subject: "user", before: ["email", "name"], after: ["import"], text: "userUndone" },
  "company.bringingInUndone": { subject: "company", before: ["name"], after: ["import"], text: "companyUndone" },
  "user.invited": { subject: "user", after: ["email", "expiresOn", "sends"], text: "userInvited" },
  "user.invitationTakenBack": { subject: "user", text: "userInvitationTakenBack" },
  "user.emailCorrected": { subject: "user", before: ["email"], after: ["email"], text: "userEmailCorrected" },
} as const satisfies Record<string, AuditDeclaration>;
