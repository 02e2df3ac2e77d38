/** What the audit log records of announcements. */
import type { AuditDeclaration } from "../audit-declaration.ts";

const file = ["fileName", "state", "rows", "newRows", "knownRows", "correctedRows", "refusedRows"] as const;
const what = ["instrument", "kind", "exDay", "payDay", "currency", "amount"] as const;

export const auditActions = {
  "announcement.filePreviewed": {
    subject: "announcementFile",
    after: [...file, "sha256"],
    text: "announcementFilePreviewed",
  },
  "announcement.fileConfirmed": {
    subject: "announcementFile",
    after: [...file, "marked"],
    text: "announcementFileConfirmed",
  },
  "announcement.fileDiscarded": { subject: "announcementFile", after: file, text: "announcementFileDiscarded" },
  "announcement.withdrawn": {
    subject: "announcement",
    before: what,
    after: ["reason"],
    text: "announcementWithdrawn",
  },
} as const satisfies Record<string, AuditDeclaration>;
