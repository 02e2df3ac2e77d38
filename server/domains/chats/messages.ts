/** Changes of a conversation: messages, edits, deletions, read marks. Each gets the next number in its transaction. */
import type { ChatMessage } from "@portico/api/chats.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { enforce } from "../../kernel/policy.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { type Tx, transact } from "../../unit-of-work/transact.ts";
import { insertAdded, type ReceivedFile, receiveFile, storeFiles } from "../documents/files.ts";
import { withdrawFile } from "../files/store.ts";
import { getHolder } from "../holders/holders.ts";
import { takeUpload, unknownUpload } from "../uploads/uploads.ts";
import { refusalToChange, refusalToSend } from "./chats.policy.ts";
import {
  countUnread,
  findByKey,
  findChat,
  findMessage,
  findReading,
  insertMessage,
  listFileIds,
  lockChat,
  nextChange,
  nextMessage,
  noteRemoved,
  noteStaffRead,
  replaceMessage,
  storeReading,
} from "./chats.queries.ts";
import { sideOf, toChatMessage } from "./chats.ts";
import { remindLater } from "./digest.ts";

interface Sent {
  key: string;
  text: string;
  uploads: readonly number[];
  reply_to?: number | undefined;
}

/** The message as it is now, to every page that shows the conversation. */
export async function emitMessage(tx: Tx, holder: Holder, chatId: number, number: number): Promise<ChatMessage> {
  const row = await findMessage(tx, chatId, number);
  if (!row) throw new Error(`chat ${chatId} has no message ${number}`);
  const message = toChatMessage(row);
  const { holderType, holderId } = holder;
  tx.emit("message", { holderType, holderId, change: message.change, message });
  return message;
}

/** Sends a message; the same key again answers with the message that is there, whatever else it says. */
export async function sendMessage(context: Context, holder: Holder, sent: Sent): Promise<ChatMessage> {
  const viewer = requireViewer(context);
  enforce(refusalToSend(viewer, holder));
  await getHolder(context.db, holder);
  const known = await knownMessage(context, holder, sent.key);
  if (known) return known;
  return store(context, holder, sent).catch(async (error: unknown) => {
    // The same message may have been stored meanwhile, and have used up the uploads.
    const twin = error instanceof Refusal ? await knownMessage(context, holder, sent.key) : undefined;
    if (twin) return twin;
    throw error;
  });
}

/** A message that was sent before with this key. */
async function knownMessage({ db, viewer }: Context, holder: Holder, key: string): Promise<ChatMessage | undefined> {
  const chat = await findChat(db, holder);
  const row = chat && viewer ? await findByKey(db, chat.id, { authorId: viewer.userId, key }) : undefined;
  return row && toChatMessage(row);
}

async function store(
  context: Context,
  holder: Holder,
  { key, text, uploads, reply_to: replyTo }: Sent,
): Promise<ChatMessage> {
  const { userId, byStaff } = sideOf(requireViewer(context), holder);
  const files = await receiveFiles(context, holder, uploads);
  return storeFiles(context, files, async (tx, added) => {
    const chat = await lockChat(tx, holder);
    const twin = await findByKey(tx, chat.id, { authorId: userId, key });
    if (twin) return toChatMessage(twin);
    if (replyTo !== undefined && replyTo > chat.messages)
      throw new Refusal("badInput", { fields: [{ path: "reply_to", code: "unknown" }] });
    const fileIds: number[] = [];
    for (const one of added) {
      const { file } = one;
      const id = "upload" in file ? file.upload : 0;
      if (!(await takeUpload(tx, holder, { id, userId }))) throw unknownUpload(file.path);
      fileIds.push(await insertAdded(tx, context, holder, one));
    }
    const { change, number } = await nextMessage(tx, chat.id, byStaff);
    await insertMessage(tx, {
      holder,
      chatId: chat.id,
      number,
      change,
      key,
      authorId: userId,
      byStaff,
      text,
      replyTo,
      fileIds,
    });
    await remindLater(tx, holder, context.now());
    return emitMessage(tx, holder, chat.id, number);
  });
}

/** The files of finished uploads; a refusal names all that are unknown, in their order, so that the rest can be sent at once. */
async function receiveFiles(context: Context, holder: Holder, uploads: readonly number[]): Promise<ReceivedFile[]> {
  const outcomes = await Promise.all(
    uploads.map((upload, place) =>
      receiveFile(context, holder, { upload }, `uploads.${place}.`).catch((error: unknown) => {
        if (!(error instanceof Refusal)) throw error;
        return error;
      }),
    ),
  );
  const fields = outcomes.flatMap((outcome) => (outcome instanceof Refusal ? outcome.fields : []));
  if (fields.length > 0) throw new Refusal("badInput", { fields });
  return outcomes.flatMap((outcome) => (outcome instanceof Refusal ? [] : [outcome]));
}

/** Changes the text of one's own message, or deletes it if there is none. */
async function change(context: Context, holder: Holder, number: number, text?: string): Promise<ChatMessage> {
  const viewer = requireViewer(context);
  return transact(context, async (tx) => {
    const chat = await lockChat(tx, holder);
    const row = await findMessage(tx, chat.id, number);
    if (!row) throw new Refusal("notFound");
    const isRepeated = text === undefined ? row.deleted_at !== null : row.text === text;
    if (isRepeated && row.author_id === viewer.userId) return toChatMessage(row);
    enforce(refusalToChange(viewer, row, context.now()));
    await replaceMessage(tx, {
      chatId: chat.id,
      number,
      change: await nextChange(tx, chat.id),
      ...(text !== undefined && { text }),
    });
    if (text === undefined) {
      await noteRemoved(tx, chat.id);
      for (const id of await listFileIds(tx, chat.id, number)) await withdrawFile(tx, id);
    }
    tx.audit(text === undefined ? "chat.messageDeleted" : "chat.messageEdited", holder, { after: { number } });
    return emitMessage(tx, holder, chat.id, number);
  });
}

export const editMessage = (
  context: Context,
  { number, ...holder }: Holder & { number: number },
  text: string,
): Promise<ChatMessage> => change(context, holder, number, text);

/** The place of the message stays; its files are withdrawn. */
export const removeMessage = (
  context: Context,
  { number, ...holder }: Holder & { number: number },
): Promise<ChatMessage> => change(context, holder, number);

/** The caller has read up to a message that there is; an earlier one changes nothing. */
export async function markRead(context: Context, holder: Holder, number: number): Promise<{ unread: number }> {
  const viewer = requireViewer(context);
  const side = sideOf(viewer, holder);
  const known = await findChat(context.db, holder);
  // Another device of the reader was there before; marks never go back, so this needs no lock.
  if (known && number <= ((await findReading(context.db, known.id, viewer.userId))?.number ?? 0))
    return { unread: await countUnread(context.db, known.id, side) };
  return transact(context, async (tx) => {
    const chat = await lockChat(tx, holder);
    if (number > chat.messages) throw new Refusal("badInput", { fields: [{ path: "number", code: "unknown" }] });
    const before = (await findReading(tx, chat.id, viewer.userId))?.number ?? 0;
    if (number > before) {
      const reading = { number, change: await nextChange(tx, chat.id) };
      await storeReading(tx, holder, { chatId: chat.id, ...side, ...reading });
      await noteStaffRead(tx, chat.id);
      tx.emit("message:read", {
        ...holder,
        change: reading.change,
        reading: { user_id: viewer.userId, by_staff: side.byStaff, ...reading },
      });
    }
    return { unread: await countUnread(tx, chat.id, side) };
  });
}
