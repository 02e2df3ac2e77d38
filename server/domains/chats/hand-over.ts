/** Handing messages of a conversation over to a ticket, which the conversation then names. */
import type { chats } from "@portico/api/chats.ts";
import type { Answer, Parsed } from "@portico/api/endpoint.ts";
import { isLongerThan } from "@portico/api/rules/characters.ts";
import { ticketLimits } from "@portico/api/rules/tickets.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { enforce } from "../../kernel/policy.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { transact } from "../../unit-of-work/transact.ts";
import { copyFiles } from "../files/store.ts";
import { getHolder } from "../holders/holders.ts";
import { getSetting } from "../settings/settings.ts";
import type { AskedBefore } from "../tickets/changes.queries.ts";
import { storeTicket } from "../tickets/creation.ts";
import { chooseTopic } from "../tickets/topics/topics.ts";
import { refusalToHandOver } from "./chats.policy.ts";
import { findByKey, findMessages, insertMessage, lockChat, type MessageRecord, nextMessage } from "./chats.queries.ts";
import { toChatMessage } from "./chats.ts";
import { remindLater } from "./digest.ts";
import { emitMessage } from "./messages.ts";
import { quoteMessages } from "./quotes.ts";

type Given = Parsed<typeof chats.handOver>["body"];
type Handed = Answer<typeof chats.handOver>;

const refused = (path: string, code: "unknown" | "tooLong" | "tooBig") =>
  new Refusal("badInput", { fields: [{ path, code }] });

/**
 * Opens a ticket of the holder with the chosen messages and their files, and says so in the conversation, for both sides.
 * The same key again is the same ticket; with another title `keyReused`.
 */
export async function handOverToTicket(
  context: Context,
  holder: Holder,
  { key, title, topic: wanted, messages: numbers }: Given,
): Promise<Handed> {
  const viewer = requireViewer(context);
  enforce(refusalToHandOver(viewer, holder));
  await getHolder(context.db, holder);
  const topic = await chooseTopic(context.db, wanted, { byStaff: true });
  const { timeZone } = await getSetting(context.db, "portalRules");
  return transact(context, async (tx) => {
    const chat = await lockChat(tx, holder);
    const twin = await findByKey(tx, chat.id, { authorId: viewer.userId, key });
    if (twin) return repeated(twin, title);
    const chosen = await findMessages(tx, chat.id, numbers);
    if (chosen.length < new Set(numbers).size) throw refused("messages", "unknown");
    const content = quoteMessages(chosen, timeZone);
    if (isLongerThan(content, ticketLimits.content)) throw refused("messages", "tooLong");
    const attached = chosen.flatMap(({ files }) => files).filter(({ state }) => state !== "refused");
    if (attached.length > ticketLimits.files) throw refused("messages", "tooBig");
    const files = await copyFiles(
      tx,
      holder,
      attached.map(({ id }) => id),
    );
    const ticket = await storeTicket(tx, holder, {
      title,
      content,
      topic,
      createdBy: viewer.userId,
      byStaff: true,
      about: undefined,
      key,
      files,
      asked: askedIn(chosen),
    });
    if (ticket === undefined) throw new Refusal("keyReused");
    const { change, number } = await nextMessage(tx, chat.id, true);
    await insertMessage(tx, {
      holder,
      chatId: chat.id,
      number,
      change,
      key,
      authorId: viewer.userId,
      byStaff: true,
      text: title,
      replyTo: undefined,
      fileIds: [],
      ticketId: ticket,
    });
    tx.audit("chat.handedOver", holder, {
      after: { ticket, title, messages: chosen.map((message) => message.number) },
    });
    await remindLater(tx, holder, context.now());
    return { ticket_id: ticket, message: await emitMessage(tx, holder, chat.id, number) };
  });
}

/** When the client first asked in these messages, and which of them answered; undefined if the client wrote none. */
function askedIn(chosen: readonly MessageRecord[]): AskedBefore | undefined {
  const inOrder = chosen.toSorted((one, other) => one.number - other.number);
  const from = inOrder.findIndex(({ by_staff }) => !by_staff);
  const question = inOrder[from];
  if (!question) return undefined;
  // That a ticket was opened answers nothing.
  const answer = inOrder.slice(from).find(({ by_staff, ticket_id }) => by_staff && ticket_id === null);
  return { at: question.created_at, answered: answer ? { at: answer.created_at, by: answer.author_id } : null };
}

/** The ticket of a key that was used before. */
function repeated(twin: MessageRecord, title: string): Handed {
  if (twin.ticket_id === null || twin.text !== title) throw new Refusal("keyReused");
  return { ticket_id: twin.ticket_id, message: toChatMessage(twin) };
}
