/** Resolving, assigning and closing. */
import type { Answer } from "@portico/api/endpoint.ts";
import type { Holder } from "@portico/api/shapes.ts";
import type { tickets } from "@portico/api/tickets.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { holderOf } from "../../kernel/holder-of.ts";
import { enforce } from "../../kernel/policy.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { isHolder } from "../../kernel/viewer.ts";
import { requireWords } from "../../kernel/words.ts";
import { type Tx, transact } from "../../unit-of-work/transact.ts";
import { requireColleague } from "../colleagues/colleagues.ts";
import { getHolderPeople } from "../holders/holders.ts";
import { handOver, insertComment, listByTitle, lockTicket, moveTicket } from "./changes.queries.ts";
import { notifyColleagues, notifyHolder, notifyStaff } from "./notifications.ts";
import { keepClocks } from "./promises/promises.ts";
import { refusalToMove } from "./tickets.policy.ts";
import type { TicketRecord } from "./tickets.queries.ts";
import { getTicket, readTicket, toTicketStatus } from "./tickets.ts";

const changed = (tx: Tx, row: TicketRecord): void => tx.emit("ticket", { ...holderOf(row), ticketId: row.id });

/** The matter is settled. */
export async function resolveTicket(
  context: Context,
  { id, ...holder }: Holder & { id: number },
): Promise<Answer<typeof tickets.resolve>> {
  const viewer = requireViewer(context);
  const row = await readTicket(context.db, id, holder);
  enforce(refusalToMove(viewer, toTicketStatus(row), "resolve"));
  await transact(context, async (tx) => {
    if (!(await resolve(tx, context, row))) throw new Refusal("stateConflict");
  });
  return getTicket(context, id, { holder });
}

/** Resolves in the caller's transaction; false if the ticket is in another state than was read. */
async function resolve(tx: Tx, context: Context, row: TicketRecord): Promise<boolean> {
  const { userId: by, ...viewer } = requireViewer(context);
  const holder = holderOf(row);
  if (!(await moveTicket(tx, row.id, { from: row.state, to: "resolved" }))) return false;
  const isOwn = isHolder({ ...viewer, userId: by }, holder);
  await keepClocks(tx, row.id, isOwn ? {} : { by });
  tx.audit("ticket.resolved", holder, { after: { ticket: row.id, title: row.title } });
  if (isOwn) await notifyStaff(tx, holder, row, { what: "resolved", by });
  else await notifyHolder(tx, holder, row, { type: "ticket_resolved", by });
  changed(tx, row);
  return true;
}

/**
 * Resolves a ticket whose matter was settled elsewhere, in the caller's transaction. The holder is told of the matter
 * itself by the caller; a ticket that is finished already stays as it is.
 */
export async function settleTicket(tx: Tx, id: number, by: number): Promise<void> {
  const row = await readTicket(tx, id);
  if (row.state !== "open" && row.state !== "assigned") return;
  if (!(await moveTicket(tx, id, { from: row.state, to: "resolved" }))) throw new Refusal("stateConflict");
  await keepClocks(tx, id, { by });
  tx.audit("ticket.resolved", holderOf(row), { after: { ticket: id, title: row.title } });
  changed(tx, row);
}

/** Resolves the holder's unfinished tickets of exactly this title. */
export function resolveByTitle(
  context: Context,
  holder: Holder,
  title: string,
): Promise<Answer<typeof tickets.resolveByTitle>> {
  const viewer = requireViewer(context);
  return transact(context, async (tx) => {
    let resolved = 0;
    for (const { id } of await listByTitle(tx, holder, title)) {
      const row = await readTicket(tx, id, holder);
      if (refusalToMove(viewer, toTicketStatus(row), "resolve") === null && (await resolve(tx, context, row)))
        resolved += 1;
    }
    return { resolved };
  });
}

/** A member of staff who is not the client looks after the ticket; null: nobody. */
export async function assignTicket(
  context: Context,
  id: number,
  staffId: number | null,
): Promise<Answer<typeof tickets.assign>> {
  const viewer = requireViewer(context);
  const row = await readTicket(context.db, id);
  const holder = holderOf(row);
  enforce(refusalToMove(viewer, toTicketStatus(row), staffId === null ? "release" : "assign"));
  await transact(context, async (tx) => {
    if (staffId !== null) {
      await requireColleague(tx, staffId);
      if ((await getHolderPeople(tx, holder)).some((one) => one.id === staffId)) throw new Refusal("fourEyes");
    }
    if (staffId === row.assigned_to) return;
    const isMoved =
      staffId !== null && row.state === "assigned" && row.assigned_to !== null
        ? await handOver(tx, id, { from: row.assigned_to, to: staffId })
        : await moveTicket(tx, id, {
            from: row.state,
            to: staffId === null ? "open" : "assigned",
            assignedTo: staffId,
          });
    if (!isMoved) throw new Refusal("stateConflict");
    tx.audit("ticket.assigned", holder, {
      before: { staffId: row.assigned_to },
      after: { ticket: id, title: row.title, staffId },
    });
    if (staffId !== null)
      await notifyColleagues(tx, holder, row, { what: "assigned", by: viewer.userId, to: [staffId] });
    changed(tx, row);
  });
  return getTicket(context, id);
}

/**
 * The viewer looks after a ticket that nobody has; repeating it changes nothing. `claimed` if a colleague has it, also one
 * who was first by a moment.
 */
export async function claimTicket(context: Context, id: number): Promise<{ done: true }> {
  const { userId } = requireViewer(context);
  await transact(context, async (tx) => {
    await lockTicket(tx, id);
    const row = await readTicket(tx, id);
    if (row.assigned_to === userId && row.state === "assigned") return;
    if (row.state === "assigned") throw new Refusal("claimed", { by: row.assigned_name ?? "" });
    await assignTicket({ ...context, db: tx }, id, userId);
  });
  return { done: true };
}

/** Whether the client asked something to which nobody of the firm has written a word. */
const isUnanswered = (row: TicketRecord): boolean => row.last_answer === null && !row.by_staff;

/**
 * Closes the ticket for good; the holder is told unless it was resolved before. The message becomes the last answer;
 * `badInput` without one if the client would be left without any.
 */
export async function closeTicket(
  context: Context,
  id: number,
  message: string | undefined,
): Promise<Answer<typeof tickets.close>> {
  const viewer = requireViewer(context);
  const row = await readTicket(context.db, id);
  const holder = holderOf(row);
  enforce(refusalToMove(viewer, toTicketStatus(row), "close"));
  if (isUnanswered(row)) requireWords("message", message);
  await transact(context, async (tx) => {
    if (message) await insertLastAnswer(tx, row, { message, by: viewer.userId });
    if (!(await moveTicket(tx, id, { from: row.state, to: "closed" }))) throw new Refusal("stateConflict");
    await keepClocks(tx, id, { by: viewer.userId });
    tx.audit("ticket.closed", holder, { after: { ticket: id, title: row.title, expired: false } });
    if (row.state !== "resolved" || message)
      await notifyHolder(tx, holder, row, { type: "ticket_closed", text: message, by: viewer.userId });
    changed(tx, row);
  });
  return getTicket(context, id);
}

/** A comment by the firm; the notification of the closing carries its words. */
async function insertLastAnswer(
  tx: Tx,
  row: TicketRecord,
  { message, by }: { message: string; by: number },
): Promise<void> {
  const holder = holderOf(row);
  const comment = await insertComment(tx, {
    holder,
    ticketId: row.id,
    content: message,
    createdBy: by,
    byStaff: true,
    internal: false,
    key: undefined,
  });
  if (comment === undefined) throw new Refusal("stateConflict");
  await keepClocks(tx, row.id, { by, answered: true });
  tx.audit("ticket.answered", holder, { after: { ticket: row.id, title: row.title, comment } });
}
