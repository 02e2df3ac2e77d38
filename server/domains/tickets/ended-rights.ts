/** Tickets in the hands of people who may no longer look after them: they are open again, for every colleague. */

import { holderOf } from "../../kernel/holder-of.ts";
import type { Reconsider } from "../../unit-of-work/transact.ts";
import { lockLeft, moveTicket } from "./changes.queries.ts";
import { readTicket } from "./tickets.ts";

/** Releases what is assigned to former staff, disabled people, and people who act for the ticket's holder. */
export const reconsiderTickets: Reconsider = async (tx, { userIds }) => {
  for (const id of await lockLeft(tx, userIds)) {
    const row = await readTicket(tx, id);
    const holder = holderOf(row);
    if (!(await moveTicket(tx, id, { from: "assigned", to: "open", assignedTo: null }))) continue;
    tx.audit("ticket.assigned", holder, {
      before: { staffId: row.assigned_to },
      after: { ticket: id, title: row.title, staffId: null },
    });
    tx.emit("ticket", { ...holder, ticketId: id });
  }
};
