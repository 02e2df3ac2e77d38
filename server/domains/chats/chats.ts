/** Reading conversations: newest messages, what changed since, older ones, and what is unread. */
import { type ChatMessage, type ChatReading, chats } from "@portico/api/chats.ts";
import type { Answer } from "@portico/api/endpoint.ts";
import { businessClock } from "@portico/api/rules/business-time.ts";
import { chatPageSize, maxMissedChanges } from "@portico/api/rules/chats.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { readPage } from "../../kernel/cursor.ts";
import { isoOf } from "../../kernel/instants.ts";
import { canOf } from "../../kernel/policy.ts";
import type { RawJson } from "../../kernel/raw-json.ts";
import { Refusal } from "../../kernel/refusal.ts";
import type { Stamped } from "../../kernel/stamped.ts";
import { answerFrom, rowsOf } from "../../kernel/told.ts";
import { isHolder, type Viewer } from "../../kernel/viewer.ts";
import { getSettings } from "../settings/settings.ts";
import { refusalToAssign, refusalToHandOver, refusalToNote, refusalToSend } from "./chats.policy.ts";
import {
  type ChatRecord,
  countUnread,
  listBefore,
  listChangedMessages,
  listReadings,
  type MessageRecord,
  messageMoments,
  type ReadingRecord,
  tellNewest,
} from "./chats.queries.ts";
import type { OpenedRow } from "./opened.queries.ts";
import { searchMessages } from "./search.queries.ts";

/** The reader's side: staff of the firm, unless it is their own conversation. */
export const sideOf = (viewer: Viewer, holder: Holder) => ({
  userId: viewer.userId,
  byStaff: !isHolder(viewer, holder),
});

export const toChatMessage = (row: MessageRecord): ChatMessage => ({
  number: row.number,
  key: row.key,
  change: row.change,
  operator: row.author_id,
  creator_id: row.author_id,
  client: { type: row.holder_type, id: row.holder_id },
  author: row.author,
  by_staff: row.by_staff,
  text: row.text,
  files: row.files,
  reply_to: row.reply_to,
  ticket_id: row.ticket_id,
  created_at: isoOf(row.created_at),
  edited_at: row.edited_at && isoOf(row.edited_at),
  deleted_at: row.deleted_at && isoOf(row.deleted_at),
});

export const toChatReading = ({ user_id, by_staff, number, change }: ReadingRecord): ChatReading => ({
  user_id,
  by_staff,
  number,
  change,
});

/** A page of messages in order, from rows that have the newest first, and one more than the page if there are older ones. */
const toMessagePage = (rows: readonly MessageRecord[], limit: number) => ({
  messages: rows.slice(0, limit).toReversed().map(toChatMessage),
  hasOlder: rows.length > limit,
});

/**
 * The conversation as it is now. The number of the last change is read before the messages, so a message may be newer
 * than it: the page then applies a change that it has already, which changes nothing.
 */
export async function openChat(
  context: Context,
  holder: Holder,
  row: OpenedRow | undefined,
): Promise<Answer<typeof chats.open> | Stamped<RawJson<Answer<typeof chats.open>>>> {
  const viewer = requireViewer(context);
  if (!row || row.name === null) throw new Refusal("notFound");
  const { name, chat } = row;
  const can = canOf({
    send: refusalToSend(viewer, holder),
    assign: refusalToAssign(viewer, holder),
    note: refusalToNote(viewer, holder),
    handOver: refusalToHandOver(viewer, holder),
  });
  if (!chat)
    return { name, change: 0, messages: [], hasOlder: false, readings: [], present: [], assigned_to: null, can };
  const { id, change, assigned_to, assigned_name, readings } = chat;
  const now = context.now().toISOString();
  const present = chat.present.filter(({ until }) => until > now);
  return answerFrom({
    of: ["chat", holder, viewer, name, { ...chat, present }],
    moment: undefined,
    schema: chats.open.answer,
    tell: (known) => tellNewest(context.db, id, chatPageSize + 1, known),
    make: ({ rows }) => ({
      answer: {
        name,
        change,
        ...toMessagePage(rowsOf<MessageRecord>(rows, messageMoments), chatPageSize),
        readings,
        present,
        assigned_to: assigned_to === null ? null : { id: assigned_to, name: assigned_name ?? "" },
        can,
      },
      holdsAt: () => true,
    }),
  });
}

export async function listOlder(
  context: Context,
  chat: ChatRecord | undefined,
  { before, limit }: { before: number; limit: number },
): Promise<Answer<typeof chats.listOlder>> {
  return toMessagePage(chat ? await listBefore(context.db, chat.id, before, limit + 1) : [], limit);
}

/** What changed after a number, in the state in which it is now. */
export async function listChanges(
  context: Context,
  chat: ChatRecord | undefined,
  after: number,
): Promise<Answer<typeof chats.listChanges>> {
  const change = chat?.change ?? 0;
  const isTooMuch = change - after > maxMissedChanges;
  if (!chat || isTooMuch || change <= after) return { change, messages: [], readings: [], isTooMuch };
  const [messages, readings] = await Promise.all([
    listChangedMessages(context.db, chat.id, after, 2 * maxMissedChanges),
    listReadings(context.db, chat.id, after),
  ]);
  return { change, messages: messages.map(toChatMessage), readings: readings.map(toChatReading), isTooMuch };
}

const order = "chat";

export async function searchChat(
  context: Context,
  chat: ChatRecord | undefined,
  { search, cursor, limit }: { search: string; cursor?: string | undefined; limit: number },
): Promise<Answer<typeof chats.search>> {
  if (!chat) return { messages: [], nextCursor: null };
  const { rows, nextCursor } = await readPage(
    { cursor, limit, order },
    (start) => searchMessages(context.db, chat, { search, before: start.after?.id, limit: start.limit }),
    (row) => ["", row.number],
  );
  return { messages: rows.map(toChatMessage), nextCursor };
}

export async function getUnread(
  context: Context,
  holder: Holder,
  chat: ChatRecord | undefined,
): Promise<{ unread: number }> {
  return { unread: chat ? await countUnread(context.db, chat.id, sideOf(requireViewer(context), holder)) : 0 };
}

/** When the firm answers again, by its business hours; null while it is open. */
export async function getHours({ db, now }: Context): Promise<Answer<typeof chats.getHours>> {
  const [{ hours }, { timeZone }] = await getSettings(db, ["ticketRules", "portalRules"]);
  const at = now();
  const opens = businessClock(hours, timeZone).nextOpening(at);
  return { opens_at: opens > at ? opens.toISOString() : null };
}
