/** Mails that became no comment: staff read them, add them to a ticket, or deal with them in another way. */
import { countCap } from "@portico/api/counts.ts";
import type { Answer, Parsed } from "@portico/api/endpoint.ts";
import { firstCharacters, isLongerThan } from "@portico/api/rules/characters.ts";
import { mailLimits, ticketLimits } from "@portico/api/rules/tickets.ts";
import type { Holder } from "@portico/api/shapes.ts";
import type { tickets, UnaddedMail } from "@portico/api/tickets.ts";
import { type Context, requireViewer } from "../../../kernel/context.ts";
import { readPage } from "../../../kernel/cursor.ts";
import { holderOf } from "../../../kernel/holder-of.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import { type Tx, transact } from "../../../unit-of-work/transact.ts";
import { getHolderPeople } from "../../holders/holders.ts";
import { addNoteFromMail, commentByMail, requireNote } from "../comments.ts";
import { findComment, findTicket } from "../tickets.queries.ts";
import { insertTicketMail } from "./by-mail.queries.ts";
import { findSentMails } from "./sent-mails.ts";
import { answerIn } from "./take-reply.ts";
import { countUnadded, findUnadded, finishUnadded, listUnadded, type UnaddedRecord } from "./unadded.queries.ts";

const newestFirst = "tickets.mails";

function described(row: UnaddedRecord): UnaddedMail {
  const { ticket_id: id, title, holder_type, holder_id } = row;
  return {
    id: row.id,
    reason: row.reason,
    received_at: row.received_at.toISOString(),
    sender: row.sender,
    subject: row.subject,
    text: firstCharacters(row.words, mailLimits.listed),
    is_cut: isLongerThan(row.words, mailLimits.listed),
    files: row.file_names,
    ticket:
      id === null || title === null || holder_type === null || holder_id === null
        ? null
        : { id, title, service: row.service, holder_type, holder_id, holder_name: row.holder_name ?? "" },
    is_of_client: row.user_id !== null,
    done_at: row.done_at?.toISOString() ?? null,
    done_by: row.done_by,
    is_added: row.comment_id !== null,
  };
}

/** A page of them. */
export async function listMails(
  { db }: Context,
  { section, cursor, limit }: Parsed<typeof tickets.listMails>["query"],
): Promise<Answer<typeof tickets.listMails>> {
  const [{ rows, nextCursor }, counts] = await Promise.all([
    readPage(
      { cursor, limit, order: newestFirst },
      (start) => listUnadded(db, { section, before: start.after?.id, limit: start.limit }),
      ({ id }) => [String(id), id],
    ),
    cursor === undefined ? countUnadded(db, countCap) : null,
  ]);
  return { mails: rows.map(described), counts, nextCursor };
}

/** A UUID of version 8, so that a repeated call makes one comment. */
const keyOf = (id: number): string => `00000000-0000-8000-a000-${id.toString(16).padStart(12, "0")}`;

/**
 * Adds the text to a ticket. It is the client's only if the address proves who wrote, and they act for the ticket's
 * holder; else it is a note that names the sender. `stateConflict` if somebody dealt with the mail, or the ticket is closed.
 */
export async function addMail(context: Context, id: number, ticketId: number): Promise<Answer<typeof tickets.addMail>> {
  const viewer = requireViewer(context);
  const [mail, row] = await Promise.all([findUnadded(context.db, id), findTicket(context.db, ticketId)]);
  if (!mail || !row) throw new Refusal("notFound");
  if (mail.done_at !== null || mail.words.trim() === "") throw new Refusal("stateConflict");
  requireNote(viewer, row);
  const holder = holderOf(row);
  const people = await getHolderPeople(context.db, holder);
  const writer = people.find((person) => person.id === mail.user_id);
  const names = people.map(({ name }) => name);
  const sent = await findSentMails(context, row, { text: mail.words, names });
  const words = answerIn(mail.words, sent);
  const content = firstCharacters(writer ? words : noted(mail, words), ticketLimits.content);
  const added = await transact(context, async (tx) => {
    const { comment, ticket } = writer
      ? await commentByMail(tx, { ticketId, userId: writer.id, content, files: [], key: keyOf(id) })
      : await addNoteFromMail(tx, viewer, { ticketId, content, key: keyOf(id) });
    if (!content.includes(mail.words) || mail.file_names.length > 0)
      await keepWhole(tx, { holder, mail, content, comment, userId: writer?.id ?? viewer.userId });
    if (!(await finishUnadded(tx, id, { by: viewer.userId, added: { ticketId: ticket, commentId: comment } })))
      throw new Refusal("stateConflict");
    tx.audit("ticket.mailAdded", holder, {
      after: { ticket, title: row.title, comment, mail: id, sender: mail.sender },
    });
    return ticket;
  });
  return {
    holder_type: row.holder_type,
    holder_id: row.holder_id,
    ticket: added,
    internal: writer === undefined,
  };
}

/** The text with who sent it, which the note's own author did not. */
const noted = ({ sender, subject }: UnaddedRecord, words: string): string => [sender, subject, "", words].join("\n");

/** The mail's own record stays; this one is that of the comment. */
async function keepWhole(
  tx: Tx,
  {
    holder,
    mail,
    content,
    comment,
    userId,
  }: { holder: Holder; mail: UnaddedRecord; content: string; comment: number; userId: number },
): Promise<void> {
  const { ticket_id: ticketId } = await findComment(tx, comment);
  await insertTicketMail(tx, {
    holder,
    key: `added ${mail.id}`,
    ticketId,
    userId,
    outcome: "added",
    commentId: comment,
    isAnswered: false,
    whole: content.includes(mail.words) ? null : mail.words,
    refused: mail.file_names,
    arrivedAt: mail.received_at,
  });
}

/** Marks it as dealt with; `stateConflict` if somebody did before. */
export async function finishMail(context: Context, id: number): Promise<{ done: true }> {
  const { userId } = requireViewer(context);
  const mail = await findUnadded(context.db, id);
  if (!mail) throw new Refusal("notFound");
  await transact(context, async (tx) => {
    if (!(await finishUnadded(tx, id, { by: userId }))) throw new Refusal("stateConflict");
    tx.audit("mail.finished", id, { after: { reason: mail.reason, sender: mail.sender, subject: mail.subject } });
  });
  return { done: true };
}
