/** Writing to each other: the holder and the firm, or notes between staff. */
import type { Answer, Parsed } from "@portico/api/endpoint.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { isFinal, ticketTransition } from "@portico/api/ticket-states.ts";
import type { tickets } from "@portico/api/tickets.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { holderOf } from "../../kernel/holder-of.ts";
import { enforce } from "../../kernel/policy.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { isHolder, type Viewer } from "../../kernel/viewer.ts";
import { type Tx, transact } from "../../unit-of-work/transact.ts";
import { attachFiles, receiveDocuments, requireOwnName, withDocuments } from "./attachments.ts";
import { findCommentByKey, insertComment, lockTicket, moveTicket, noteWritten } from "./changes.queries.ts";
import { notifyHolder, notifyStaff } from "./notifications.ts";
import { keepClocks } from "./promises/promises.ts";
import { refusalToComment, refusalToMove, refusalToNote, refusalToShowTyping } from "./tickets.policy.ts";
import { findComment, type TicketRecord } from "./tickets.queries.ts";
import { describeComments, readTicket, toTicketStatus } from "./tickets.ts";

type Body = Parsed<typeof tickets.addComment>["body"];

/**
 * Adds a comment; a repeated key returns the first one, or `keyReused` if the text differs. An answer of staff over a
 * colleague's that they have not seen is refused (`newerAnswer`).
 */
export async function addComment(
  context: Context,
  { id, ...holder }: Holder & { id: number },
  body: Body,
): Promise<Answer<typeof tickets.addComment>> {
  const viewer = requireViewer(context);
  const { content, files, internal, key } = body;
  const byStaff = !isHolder(viewer, holder);
  requireOwnName(viewer, holder, body);
  const received = await receiveDocuments(context, holder, body);
  const commentId = await withDocuments(context, holder, received, async (tx, addFiles) => {
    await lockTicket(tx, id);
    const row = await readTicket(tx, id, holder);
    // Before the rules: what was written with the key may have changed what they allow.
    const known = await findSame(tx, viewer.userId, id, body);
    if (known !== undefined) return known;
    if (row.merged_into !== null) throw new Refusal("ticketMerged", { ticket: row.merged_into });
    enforce((internal ? refusalToNote : refusalToComment)(viewer, toTicketStatus(row)));
    if (byStaff && !internal) requireSeen(row, body.seen, viewer.userId);
    const made = await insertComment(tx, {
      holder,
      ticketId: id,
      content,
      createdBy: viewer.userId,
      byStaff,
      internal,
      key,
    });
    // The key is of a comment on another ticket, made at the same moment.
    if (made === undefined) throw new Refusal("keyReused");
    const sent = [...files, ...(await addFiles({ internal }))];
    await attachFiles(tx, holder, { ticketId: id, commentId: made, internal }, sent);
    if (internal) note(tx, row, made);
    else if (byStaff) {
      await claim(tx, row, viewer);
      await answer(tx, row, made, { text: content, by: viewer.userId });
    } else await ask(tx, row, made, { by: viewer.userId });
    return made;
  });
  const [comment] = await describeComments(context.db, { id, holder }, [await findComment(context.db, commentId)]);
  if (!comment) throw new Refusal("notFound");
  return comment;
}

/**
 * Locks the ticket that a mail continues: who answers an old mail cannot know that the ticket was merged since. Only one is
 * locked: a merge locks two in order.
 */
async function lockAddressed(tx: Tx, addressed: number): ReturnType<typeof readTicket> {
  const id = (await readTicket(tx, addressed)).merged_into ?? addressed;
  await lockTicket(tx, id);
  return readTicket(tx, id);
}

/**
 * Adds what one of the holder's people wrote by mail, to the ticket in which a merged one continues; a repeated key changes
 * nothing. `stateConflict` if the ticket is closed. Part of the caller's transaction, which has checked who wrote.
 */
export async function commentByMail(
  tx: Tx,
  {
    ticketId: addressed,
    userId,
    content,
    files,
    key,
  }: {
    ticketId: number;
    userId: number;
    content: string;
    files: readonly number[];
    key: string;
  },
): Promise<{ comment: number; ticket: number }> {
  const row = await lockAddressed(tx, addressed);
  const { id: ticketId } = row;
  const known = await findCommentByKey(tx, userId, key);
  if (known) return { comment: known.id, ticket: ticketId };
  // Merged between the reading and the lock: the caller tries again later.
  if (row.merged_into !== null) throw new Refusal("ticketMerged", { ticket: row.merged_into });
  if (isFinal(row.state)) throw new Refusal("stateConflict");
  const made = await insertComment(tx, {
    holder: holderOf(row),
    ticketId,
    content,
    createdBy: userId,
    byStaff: false,
    internal: false,
    key,
  });
  if (made === undefined) throw new Refusal("keyReused");
  await attachFiles(tx, holderOf(row), { ticketId, commentId: made, internal: false }, files);
  await ask(tx, row, made, { by: userId, byMail: true });
  return { comment: made, ticket: ticketId };
}

/** Throws why the viewer may not note something on the ticket. */
export const requireNote = (viewer: Viewer, row: TicketRecord): void =>
  enforce(refusalToNote(viewer, toTicketStatus(row)));

/** Adds a mail that is not proved to be the client's as a note, under the same conditions. */
export async function addNoteFromMail(
  tx: Tx,
  viewer: Viewer,
  { ticketId: addressed, content, key }: { ticketId: number; content: string; key: string },
): Promise<{ comment: number; ticket: number }> {
  const row = await lockAddressed(tx, addressed);
  const { id: ticketId } = row;
  if (row.merged_into !== null) throw new Refusal("ticketMerged", { ticket: row.merged_into });
  requireNote(viewer, row);
  const made = await insertComment(tx, {
    holder: holderOf(row),
    ticketId,
    content,
    createdBy: viewer.userId,
    byStaff: true,
    internal: true,
    key,
  });
  if (made === undefined) throw new Refusal("stateConflict");
  note(tx, row, made);
  return { comment: made, ticket: ticketId };
}

/** The comment that the person made with the key; `keyReused` if it says something else. */
async function findSame(
  tx: Tx,
  userId: number,
  ticketId: number,
  { key, content, internal }: Pick<Body, "key" | "content" | "internal">,
): Promise<number | undefined> {
  const known = key === undefined ? undefined : await findCommentByKey(tx, userId, key);
  if (known && (known.ticket_id !== ticketId || known.content !== content || known.internal !== internal))
    throw new Refusal("keyReused");
  return known?.id;
}

function requireSeen(last: TicketRecord, seen: number | undefined, userId: number): void {
  if (seen !== undefined && (last.last_answer ?? 0) > seen && last.last_answer_by !== userId)
    throw new Refusal("newerAnswer", { by: last.last_answer_name ?? "" });
}

const recorded = ({ id, title }: TicketRecord, comment: number) => ({ ticket: id, title, comment });

function note(tx: Tx, row: TicketRecord, comment: number): void {
  tx.audit("ticket.noted", holderOf(row), { after: recorded(row, comment) });
  tx.emit("ticket:noted", { ...holderOf(row), ticketId: row.id });
}

/** Who answers a ticket that nobody looks after, looks after it, if they may. */
async function claim(tx: Tx, row: TicketRecord, viewer: Viewer): Promise<void> {
  if (row.state !== "open" || refusalToMove(viewer, toTicketStatus(row), "assign") !== null) return;
  if (!(await moveTicket(tx, row.id, { from: "open", to: "assigned", assignedTo: viewer.userId }))) return;
  tx.audit("ticket.assigned", holderOf(row), {
    before: { staffId: null },
    after: { ticket: row.id, title: row.title, staffId: viewer.userId },
  });
}

/** The firm's: from now on it is the client's turn. */
async function answer(
  tx: Tx,
  row: TicketRecord,
  comment: number,
  { text, by }: { text: string; by: number },
): Promise<void> {
  const holder = holderOf(row);
  await noteWritten(tx, row.id, { waits: false });
  await keepClocks(tx, row.id, { by, answered: true });
  tx.audit("ticket.answered", holder, { after: recorded(row, comment) });
  await notifyHolder(tx, holder, row, { type: "ticket_answered", text, by });
  tx.emit("ticket", { ...holder, ticketId: row.id });
}

/** The holder's: the client waits for the firm, and a resolved ticket is open again. */
async function ask(
  tx: Tx,
  row: TicketRecord,
  comment: number,
  { by, byMail = false }: { by: number; byMail?: boolean },
): Promise<void> {
  const holder = holderOf(row);
  const reopening = ticketTransition(row.state, "reopen", "holder");
  if (reopening) {
    const to = reopening.to({ isAssigned: row.assigned_to !== null });
    if (!(await moveTicket(tx, row.id, { from: row.state, to }))) throw new Refusal("stateConflict");
  }
  await noteWritten(tx, row.id, { waits: true });
  await keepClocks(tx, row.id);
  tx.audit("ticket.commented", holder, {
    after: { ...recorded(row, comment), ...(reopening && { reopened: true }), ...(byMail && { byMail }) },
    // Nobody is signed in.
    ...(byMail && { actor: { userId: by } }),
  });
  await notifyStaff(tx, holder, row, { what: "commented", by });
  tx.emit("ticket", { ...holder, ticketId: row.id });
}

/** The caller is writing: told to colleagues' open pages and stored nowhere. */
export async function showTyping(context: Context, ticketId: number): Promise<{ done: true }> {
  const viewer = requireViewer(context);
  const holder = holderOf(await readTicket(context.db, ticketId));
  enforce(refusalToShowTyping(viewer, holder));
  await transact(context, async (tx) =>
    tx.emit("ticket:typing", { ...holder, ticketId, user_id: viewer.userId, name: viewer.name }),
  );
  return { done: true };
}
