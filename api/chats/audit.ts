/** What the audit log records of conversations. */
import type { AuditDeclaration } from "../audit-declaration.ts";

export const auditActions = {
  "chat.messageEdited": { subject: "holder", after: ["number"], text: "chatMessageEdited" },
  "chat.messageDeleted": { subject: "holder", after: ["number"], text: "chatMessageDeleted" },
  "chat.assigned": { subject: "holder", before: ["assignedTo"], after: ["assignedTo"], text: "chatAssigned" },
  "chat.handedOver": { subject: "holder", after: ["ticket", "title", "messages"], text: "chatHandedOver" },
  "chat.transcriptReadByStaff": { subject: "holder", after: ["from", "to"], text: "chatTranscriptRead" },
  "chat.noted": { subject: "holder", after: ["note"], text: "chatNoted" },
} as const satisfies Record<string, AuditDeclaration>;
