/** Tickets that are given to a colleague together. */
import type { BulkChangeOf } from "@portico/api/bulk-changes.ts";
import { requireViewer } from "../../../kernel/context.ts";
import { holderOf } from "../../../kernel/holder-of.ts";
import type { BulkKind } from "../../bulk-changes/kind.ts";
import { mayHaveAgain } from "../../colleagues/bulk-assign.ts";
import { lockTicket, putBackAssignment } from "../changes.queries.ts";
import { refusalToMove } from "../tickets.policy.ts";
import { readTicket, toTicketStatus } from "../tickets.ts";
import { assignTicket } from "../transitions.ts";
import { listFound } from "./queues.queries.ts";
import { findQueued } from "./queues.ts";

type Change = BulkChangeOf<"assignTickets">;

export const assignTickets: BulkKind<Change> = {
  find: findQueued,
  lock: lockTicket,
  async read(context, ids, { to }) {
    const viewer = requireViewer(context);
    const rows = await listFound(context.db, { queue: "all", readerId: viewer.userId }, ids);
    return rows.map((row) => ({
      id: row.id,
      name: row.title,
      from: row.assigned_name,
      before: { state: row.state, staffId: row.assigned_to },
      refusal:
        row.assigned_to === to
          ? "unchanged"
          : refusalToMove(viewer, toTicketStatus(row), to === null ? "release" : "assign"),
    }));
  },
  carryOut: (context, id, { to }) => assignTicket(context, id, to),
  async putBack(tx, { id, before }, { to }) {
    const staffId = before["staffId"] as number | null;
    if (!(await mayHaveAgain(tx, staffId))) return false;
    const former = { state: before["state"] as "open" | "assigned", staffId };
    if (!(await putBackAssignment(tx, id, { from: to, former }))) return false;
    const row = await readTicket(tx, id);
    const holder = holderOf(row);
    tx.audit("ticket.assigned", holder, {
      before: { staffId: to },
      after: { ticket: id, title: row.title, staffId },
    });
    tx.emit("ticket", { ...holder, ticketId: id });
    return true;
  },
};
