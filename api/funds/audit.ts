/** What the audit log records of target funds. */
import type { AuditDeclaration } from "../audit-declaration.ts";

const navFile = [
  "upload",
  "fileName",
  "state",
  "rows",
  "newRows",
  "knownRows",
  "refusedRows",
  "correctedRows",
] as const;

export const auditActions = {
  "definition.created": { subject: "definition", after: ["name"], text: "definitionCreated" },
  "definition.featured": {
    subject: "definition",
    before: ["featured"],
    after: ["featured"],
    text: "definitionFeatured",
  },
  "definition.removed": { subject: "definition", before: ["name"], text: "definitionRemoved" },
  "definition.ordered": {
    subject: "definition",
    before: ["ids"],
    after: ["ids", "orderVersion"],
    text: "definitionsOrdered",
  },
  "fund.created": { subject: "fund", after: "any", text: "fundCreated" },
  "fund.saved": { subject: "fund", before: "any", after: "any", text: "fundSaved" },
  "fund.documentAdded": {
    subject: "fund",
    after: ["id", "kind", "language", "validFrom", "validUntil", "sha256"],
    text: "fundDocumentAdded",
  },
  "fund.documentRemoved": {
    subject: "fund",
    before: ["id", "kind", "language", "validFrom", "validUntil", "sha256"],
    text: "fundDocumentRemoved",
  },
  "fund.navCorrected": {
    subject: "fund",
    before: ["day", "value", "source"],
    after: ["day", "value", "reason", "upload"],
    text: "navCorrected",
  },
  "fund.navsPreviewed": { subject: "fund", after: [...navFile, "sha256"], text: "navsPreviewed" },
  "fund.navsConfirmed": { subject: "fund", after: [...navFile, "marked"], text: "navsConfirmed" },
  "fund.navsDiscarded": { subject: "fund", after: navFile, text: "navsDiscarded" },
  "target.asked": {
    subject: "holder",
    after: ["join", "definition", "name", "amount", "currency"],
    text: "targetAsked",
  },
  "target.withdrawn": { subject: "holder", after: ["join", "definition", "name"], text: "targetWithdrawn" },
  "target.left": { subject: "holder", after: ["join", "definition", "name", "message"], text: "targetLeft" },
  "target.joined": { subject: "holder", after: ["join", "definition", "name", "message"], text: "targetJoined" },
  "target.declined": { subject: "holder", after: ["join", "definition", "name", "message"], text: "targetDeclined" },
} as const satisfies Record<string, AuditDeclaration>;
