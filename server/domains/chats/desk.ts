/** What staff do with conversations: their list, search over all, assignment and notes; and who is there and writes. */
import { randomUUID } from "node:crypto";
import type { chats } from "@portico/api/chats.ts";
import type { Answer, Parsed } from "@portico/api/endpoint.ts";
import { presenceSeconds } from "@portico/api/rules/chats.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { decodeCursor, encodeCursor, readPage } from "../../kernel/cursor.ts";
import { enforce } from "../../kernel/policy.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { transact } from "../../unit-of-work/transact.ts";
import { requireColleague } from "../colleagues/colleagues.ts";
import { getCompanyNames, getHolder, getHolderPeople, getUserNames } from "../holders/holders.ts";
import { refusalToAssign, refusalToNote } from "./chats.policy.ts";
import { findChat, lockChat, noteStaffRead } from "./chats.queries.ts";
import { sideOf, toChatMessage } from "./chats.ts";
import { countWaiting, insertNote, listChats, listNotes, storePresence, updateAssigned } from "./desk.queries.ts";
import { type Place, searchEverywhere } from "./search.queries.ts";

export async function listChatPage(
  context: Context,
  { part, holder_type, holder_id, assigned, cursor, limit }: Parsed<typeof chats.list>["query"],
): Promise<Answer<typeof chats.list>> {
  const { userId } = requireViewer(context);
  const holder = holder_type && holder_id ? { holderType: holder_type, holderId: holder_id } : undefined;
  const [{ rows, nextCursor }, waiting] = await Promise.all([
    readPage(
      { cursor, limit, order: part, key: "moment" },
      (start) => listChats(context.db, { part, userId, holder, assigned, ...start }),
      (row) => [(part === "waiting" && row.waiting_since) || row.last_message_at, row.id],
    ),
    countWaiting(context.db),
  ]);
  return {
    conversations: rows.map((row) => ({
      holder_type: row.holder_type,
      holder_id: row.holder_id,
      name: row.name,
      client_number: row.client_number,
      assigned_to: row.assigned_to === null ? null : { id: row.assigned_to, name: row.assigned_name ?? "" },
      waiting_since: row.waiting_since?.toISOString() ?? null,
      last_message_at: row.last_message_at.toISOString(),
      last:
        row.last_text === null
          ? null
          : {
              by_staff: row.last_by_staff ?? false,
              author: row.last_author ?? "",
              text: row.last_text,
              deleted: row.last_deleted ?? false,
            },
      unread: row.unread,
    })),
    waiting,
    nextCursor,
  };
}

const foundOrder = "chats.found";

/** The conversation and the number are of the message at which the page before ended. */
function foundPlace(cursor: string): Place {
  const { value, id } = decodeCursor(cursor, foundOrder);
  const [moment = "", number = ""] = value.split(" ");
  const createdAt = new Date(moment);
  if (Number.isNaN(createdAt.getTime()) || !/^\d{1,9}$/.test(number))
    throw new Refusal("badInput", { fields: [{ path: "cursor", code: "badFormat" }] });
  return { createdAt, chatId: id, number: Number(number) };
}

/** Messages of all conversations that match, the newest first. */
export async function searchAllChats(
  context: Context,
  { search, cursor, limit }: { search: string; cursor?: string | undefined; limit: number },
): Promise<Answer<typeof chats.searchAll>> {
  const before = cursor === undefined ? undefined : foundPlace(cursor);
  const { rows, until } = await searchEverywhere(context.db, { search, before, limit });
  const idsOf = (type: Holder["holderType"]) =>
    rows.filter(({ holder_type }) => holder_type === type).map(({ holder_id }) => holder_id);
  const names = {
    user: await getUserNames(context.db, idsOf("user")),
    company: await getCompanyNames(context.db, idsOf("company")),
  };
  return {
    messages: rows.map((row) => ({ ...toChatMessage(row), name: names[row.holder_type].get(row.holder_id) ?? "" })),
    nextCursor: until && encodeCursor(foundOrder, `${until.createdAt.toISOString()} ${until.number}`, until.chatId),
  };
}

/**
 * Gives the conversation to a colleague, who is told, or to nobody. The note is one of the internal notes; the colleague's
 * notification shows it too. Nothing happens if the colleague has the conversation already.
 */
export async function assignChat(
  context: Context,
  holder: Holder,
  staffId: number | null,
  text?: string,
): Promise<{ done: true }> {
  const viewer = requireViewer(context);
  enforce(refusalToAssign(viewer, holder));
  const { name } = await getHolder(context.db, holder);
  await transact(context, async (tx) => {
    if (staffId !== null) {
      await requireColleague(tx, staffId);
      // They would read what colleagues note about them.
      if ((await getHolderPeople(tx, holder)).some((one) => one.id === staffId)) throw new Refusal("fourEyes");
    }
    const chat = await lockChat(tx, holder);
    if (chat.assigned_to === staffId) return;
    await updateAssigned(tx, chat.id, staffId);
    await noteStaffRead(tx, chat.id);
    tx.audit("chat.assigned", holder, {
      before: { assignedTo: chat.assigned_to },
      after: { assignedTo: staffId },
    });
    if (text !== undefined) {
      const { note } = await insertNote(tx, holder, {
        chatId: chat.id,
        key: randomUUID(),
        authorId: viewer.userId,
        text,
      });
      tx.audit("chat.noted", holder, { after: { note: note.id } });
    }
    if (staffId !== null)
      await tx.notifyStaff(holder, {
        type: "client_chat",
        params: { name, profile: holder.holderType, by: viewer.name, ...(text !== undefined && { note: text }) },
        created_by: viewer.userId,
        to: [staffId],
      });
    tx.emit("chat:changed", holder);
  });
  return { done: true };
}

const notesAtMost = 200;

const toNote = ({ id, author, text, created_at }: { id: number; author: string; text: string; created_at: Date }) => ({
  id,
  author,
  text,
  created_at: created_at.toISOString(),
});

/** The newest notes, in order. */
export async function listChatNotes(context: Context, holder: Holder): Promise<Answer<typeof chats.listNotes>> {
  enforce(refusalToNote(requireViewer(context), holder));
  const chat = await findChat(context.db, holder);
  return chat ? (await listNotes(context.db, chat.id, notesAtMost)).toReversed().map(toNote) : [];
}

export async function addChatNote(
  context: Context,
  holder: Holder,
  { key, text }: { key: string; text: string },
): Promise<Answer<typeof chats.addNote>> {
  const viewer = requireViewer(context);
  enforce(refusalToNote(viewer, holder));
  await getHolder(context.db, holder);
  return transact(context, async (tx) => {
    const chat = await lockChat(tx, holder);
    const { note, isNew } = await insertNote(tx, holder, { chatId: chat.id, key, authorId: viewer.userId, text });
    if (note.chat_id !== chat.id) throw new Refusal("stateConflict");
    if (isNew) {
      tx.audit("chat.noted", holder, { after: { note: note.id } });
      tx.emit("chat:changed", holder);
    }
    return toNote(note);
  });
}

/** The caller is writing: told to open pages and stored nowhere. */
export async function showTyping(context: Context, holder: Holder): Promise<{ done: true }> {
  const viewer = requireViewer(context);
  const { userId, byStaff } = sideOf(viewer, holder);
  await transact(context, async (tx) =>
    tx.emit("typing", { ...holder, user_id: userId, name: viewer.name, by_staff: byStaff }),
  );
  return { done: true };
}

/** The caller has the conversation open; before its first message there is nobody to see them. */
export async function showPresence(context: Context, holder: Holder): Promise<{ done: true }> {
  const viewer = requireViewer(context);
  const { userId, byStaff } = sideOf(viewer, holder);
  const until = new Date(context.now().getTime() + presenceSeconds * 1000);
  await transact(context, async (tx) => {
    const chat = await findChat(tx, holder);
    if (!chat) return;
    await storePresence(tx, holder, { chatId: chat.id, userId, byStaff, until });
    tx.emit("presence", {
      ...holder,
      user_id: userId,
      name: viewer.name,
      by_staff: byStaff,
      until: until.toISOString(),
    });
  });
  return { done: true };
}
