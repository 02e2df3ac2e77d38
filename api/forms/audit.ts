/** What the audit log records of KYC forms. */
import type { AuditDeclaration } from "../audit-declaration.ts";

const remark = ["revision", "remark", "path", "audience"] as const;

export const auditActions = {
  "form.submitted": {
    subject: "holder",
    before: ["state"],
    after: ["state", "form", "revision", "contentHash", "byStaff"],
    text: "formSubmitted",
  },
  "form.remarked": { subject: "holder", after: remark, text: "remark" },
  "form.remarkWithdrawn": { subject: "holder", before: remark, text: "remarkWithdrawn" },
  "form.stepAccepted": { subject: "holder", after: ["revision", "step"], text: "stepAccepted" },
  "form.stepReopened": { subject: "holder", after: ["revision", "step"], text: "stepReopened" },
  "form.documentExpiring": { subject: "holder", after: ["expires", "renew"], text: "documentExpiring" },
} as const satisfies Record<string, AuditDeclaration>;
