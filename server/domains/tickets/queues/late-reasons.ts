/** SQL of why tickets are late. */
import type { LateReason } from "@portico/api/rules/tickets.ts";
import { type RawBuilder, type SqlBool, sql } from "kysely";

const isUnanswered = (now: Date) =>
  sql`coalesce(ticket.first_answered_at is null and ticket.first_answer_due_at < ${now}, false)`;

/** The reason of a ticket of the queue `late`. */
export const lateReasonOf = (now: Date): RawBuilder<LateReason> =>
  sql`case when ticket.assigned_to is null then 'nobody' when ${isUnanswered(now)} then 'firstAnswer' else 'resolution' end`;

/** Whether a ticket is late for the reason. While the client has the turn, nothing is due: the promise had passed before. */
export const isLateFor = (why: LateReason, now: Date): RawBuilder<SqlBool> =>
  why === "client"
    ? sql`ticket.waiting_since is null and ticket.state in ('open', 'assigned') and ticket.resolution_due_at < ${now}`
    : sql`ticket.next_due_at < ${now} and ${lateReasonOf(now)} = ${why}`;
