/** What the audit log records of tickets. */
import type { AuditDeclaration } from "../audit-declaration.ts";

export const auditActions = {
  "task.done": { subject: "user", after: ["taskId", "title"], text: "taskDone", former: true },
  "task.reopened": { subject: "user", after: ["taskId", "title"], text: "taskReopened", former: true },
  "ticket.opened": { subject: "holder", after: ["ticket", "title", "topic"], text: "ticketOpened" },
  "ticket.answered": { subject: "holder", after: ["ticket", "title", "comment"], text: "ticketAnswered" },
  "ticket.commented": {
    subject: "holder",
    after: ["ticket", "title", "comment", "reopened", "byMail"],
    text: "ticketCommented",
  },
  "ticket.noted": { subject: "holder", after: ["ticket", "title", "comment"], text: "ticketNoted" },
  "ticket.assigned": {
    subject: "holder",
    before: ["staffId"],
    after: ["ticket", "title", "staffId"],
    text: "ticketAssigned",
  },
  "ticket.resolved": { subject: "holder", after: ["ticket", "title"], text: "ticketResolved" },
  "ticket.closed": { subject: "holder", after: ["ticket", "title", "expired"], text: "ticketClosed" },
  "ticket.arranged": {
    subject: "holder",
    before: ["topic", "priority", "tags"],
    after: ["ticket", "title", "topic", "priority", "tags"],
    text: "ticketArranged",
  },
  "ticket.merged": { subject: "holder", after: ["ticket", "title", "into"], text: "ticketMerged" },
  "ticket.unmerged": { subject: "holder", after: ["ticket", "title", "from"], text: "ticketUnmerged" },
  "ticket.mailAdded": {
    subject: "holder",
    after: ["ticket", "title", "comment", "mail", "sender"],
    text: "ticketMailAdded",
  },
  "mail.finished": { subject: "mail", after: ["reason", "sender", "subject"], text: "mailFinished" },
  "ticket.watched": { subject: "holder", after: ["ticket", "title", "watching"], text: "ticketWatched" },
} as const satisfies Record<string, AuditDeclaration>;
