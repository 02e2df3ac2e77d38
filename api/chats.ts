/** The conversation of each holder with the firm: numbered changes, read marks, presence, and notes of staff. */
import { z } from "zod";
import { defineEndpoints, download, holder, signedIn, staff } from "./endpoint.ts";
import { storedFile } from "./files.ts";
import { chatMaxFiles, chatMaxHandedOver, chatPageSize, chatParts } from "./rules/chats.ts";
import { messageMaxLength } from "./rules/limits.ts";
import { isBlank } from "./rules/visible-text.ts";
import {
  bodyId,
  bodyOrdinal,
  done,
  highestOrdinal,
  holderParams,
  holderType,
  id,
  idAndName,
  instant,
  language,
  ofColleague,
  ofHolder,
  ordinal,
  page,
  pageQuery,
  recordedDay,
} from "./shapes.ts";
import { ticketTitle, topicId } from "./tickets/shapes.ts";
import { textUpTo, writtenText } from "./written-text.ts";

const change = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

export const chatMessage = z.object({
  /** Place in the conversation, from 1 without a gap. */
  number: z.number().int(),
  /** Made by the sender's page. */
  key: z.uuid(),
  /** The last change of it. */
  change,
  /** The user who wrote it. */
  operator: id,
  creator_id: id,
  /** Whose conversation it is. */
  client: z.object({ type: holderType, id }),
  /** The writer's name. */
  author: z.string(),
  by_staff: z.boolean(),
  /** Empty if it was deleted. */
  text: z.string(),
  files: z.array(storedFile),
  /** The number of the message that it answers. */
  reply_to: z.number().int().nullable(),
  /** Staff handed messages over to this ticket; the text is its title. */
  ticket_id: id.nullable(),
  created_at: instant,
  edited_at: instant.nullable(),
  deleted_at: instant.nullable(),
});
export type ChatMessage = z.infer<typeof chatMessage>;

/** Up to which message somebody has read. */
export const chatReading = z.object({
  user_id: id,
  by_staff: z.boolean(),
  number: z.number().int(),
  change,
});
export type ChatReading = z.infer<typeof chatReading>;

/** Somebody who has the conversation open, until they are said to be gone. */
const presence = z.object({ user_id: id, name: z.string(), by_staff: z.boolean(), until: instant });
export type ChatPresence = z.infer<typeof presence>;

const text = textUpTo(messageMaxLength);
const key = z.uuid();

const note = z.object({ id, author: z.string(), text: z.string(), created_at: instant });

const conversation = z.object({
  holder_type: holderType,
  holder_id: id,
  name: z.string(),
  client_number: z.string().nullable(),
  assigned_to: idAndName.nullable(),
  waiting_since: instant.nullable(),
  last_message_at: instant,
  /** The last message: who wrote it, and its beginning, or the names of its files; empty if it was deleted. */
  last: z.object({ by_staff: z.boolean(), author: z.string(), text: z.string(), deleted: z.boolean() }).nullable(),
  /** Messages that the reader has not read, at most 100; in the part `unread`, that nobody in charge has read. */
  unread: z.number().int(),
});

export const chats = defineEndpoints({
  getHours: {
    method: "GET",
    path: "/chat/hours",
    summary: "When the firm answers again, outside of its business hours; null within them.",
    access: signedIn,
    readTogether: true,
    answer: z.object({ opens_at: instant.nullable() }),
  },
  open: {
    method: "GET",
    path: "/chat/:holderType/:holderId",
    summary:
      "The conversation of a holder: its newest messages, read marks, who is there, and the number of the last change.",
    access: holder("internal"),
    params: holderParams,
    answer: z.object({
      /** The holder's. */
      name: z.string(),
      change,
      messages: z.array(chatMessage),
      /** There are messages before these. */
      hasOlder: z.boolean(),
      readings: z.array(chatReading),
      present: z.array(presence),
      assigned_to: idAndName.nullable(),
      /** What the reader may do in it. */
      can: z.object({ send: z.boolean(), assign: z.boolean(), note: z.boolean(), handOver: z.boolean() }),
    }),
  },
  listOlder: {
    method: "GET",
    path: "/chat/:holderType/:holderId/messages",
    summary: "Messages before a number, in order.",
    access: holder("internal"),
    params: holderParams,
    query: z.object({
      before: ordinal.default(highestOrdinal),
      limit: z.coerce.number().int().min(1).max(200).default(chatPageSize),
    }),
    answer: z.object({ messages: z.array(chatMessage), hasOlder: z.boolean() }),
  },
  listChanges: {
    method: "GET",
    path: "/chat/:holderType/:holderId/changes",
    summary: "What changed after a number; after more than 1,000 changes, that the conversation is to be loaded anew.",
    access: holder("internal"),
    params: holderParams,
    query: z.object({ after: change.default(0) }),
    answer: z.object({
      change,
      messages: z.array(chatMessage),
      readings: z.array(chatReading),
      /** Too much changed: nothing is listed. */
      isTooMuch: z.boolean(),
    }),
  },
  search: {
    method: "GET",
    path: "/chat/:holderType/:holderId/search",
    summary: "Messages of a conversation that contain every word, or one that begins with it, newest first.",
    access: holder("internal"),
    params: holderParams,
    query: z.object({ ...pageQuery, search: z.string().trim().max(200).default("") }),
    answer: page({ messages: z.array(chatMessage) }),
  },
  getUnread: {
    method: "GET",
    path: "/chat/:holderType/:holderId/unread",
    summary: "How many messages of the conversation the caller has not read, at most 100.",
    access: holder("internal"),
    readTogether: true,
    params: holderParams,
    answer: z.object({ unread: z.number().int() }),
  },
  getTranscript: {
    method: "GET",
    path: "/chat/:holderType/:holderId/transcript",
    summary:
      "The conversation of some days as PDF: authors, times in the firm's time zone, names of files; without notes of staff.",
    access: holder("internal"),
    fromReplica: true,
    params: holderParams,
    query: z.object({ from: recordedDay, to: recordedDay, language: language.default("en") }),
    answer: download,
    binary: true,
    rateLimits: [{ tries: 30, seconds: 600, per: "person" }],
  },
  send: {
    method: "POST",
    path: "/chat/:holderType/:holderId/messages",
    summary: "Sends a message. The same key again is the same message, and is answered with it.",
    access: holder("internal"),
    params: holderParams,
    body: z
      .strictObject({
        key,
        text,
        /** Ids of finished uploads, which are used up. */
        uploads: z.array(bodyId).max(chatMaxFiles).default([]),
        reply_to: bodyOrdinal.optional(),
      })
      .refine((sent) => !isBlank(sent.text) || sent.uploads.length > 0, { path: ["text"] }),
    answer: chatMessage,
    rateLimits: [{ tries: 600, seconds: 60, per: "person" }],
  },
  edit: {
    method: "PATCH",
    path: "/chat/:holderType/:holderId/messages/:number",
    summary: "Changes the text of one's own message, for 15 minutes.",
    access: holder("internal"),
    params: holderParams.extend({ number: ordinal }),
    body: z.strictObject({ text: writtenText(messageMaxLength) }),
    answer: chatMessage,
  },
  remove: {
    method: "DELETE",
    path: "/chat/:holderType/:holderId/messages/:number",
    summary: "Deletes one's own message, for 15 minutes; its place stays. Doing it twice is no error.",
    access: holder("internal"),
    params: holderParams.extend({ number: ordinal }),
    answer: chatMessage,
  },
  markRead: {
    method: "PATCH",
    path: "/chat/:holderType/:holderId/read",
    summary: "The caller has read up to a message; an earlier one changes nothing.",
    access: holder("internal"),
    params: holderParams,
    body: z.strictObject({ number: bodyOrdinal }),
    answer: z.object({ unread: z.number().int() }),
  },
  showTyping: {
    method: "POST",
    path: "/chat/:holderType/:holderId/typing",
    summary: "The caller is writing; it is shown for six seconds.",
    access: holder("internal"),
    params: holderParams,
    body: z.strictObject({}),
    answer: done,
  },
  showPresence: {
    method: "POST",
    path: "/chat/:holderType/:holderId/presence",
    summary: "The caller has the conversation open; said again every 20 seconds.",
    access: holder("internal"),
    params: holderParams,
    body: z.strictObject({}),
    answer: done,
  },
  list: {
    method: "GET",
    path: "/chat/",
    summary:
      "Conversations: those that wait for the firm, the longest wait first, or others, the newest message first; of one holder alone where the query names them.",
    access: staff("internal"),
    query: z.object({ ...ofHolder, ...ofColleague, ...pageQuery, part: z.enum(chatParts).default("waiting") }),
    answer: page({ conversations: z.array(conversation), waiting: z.number().int() }),
  },
  searchAll: {
    method: "GET",
    path: "/chat/search",
    summary:
      "Messages of all conversations that contain every word, or one that begins with it, newest first. A page that is not full may have a next one: older messages were not searched yet.",
    access: staff("internal"),
    query: z.object({ ...pageQuery, search: z.string().trim().min(1).max(200) }),
    answer: page({ messages: z.array(chatMessage.extend({ name: z.string() })) }),
  },
  assign: {
    method: "PATCH",
    path: "/chat/:holderType/:holderId/assign",
    summary: "Gives the conversation to a colleague, who is told, or to nobody; with a note for the colleague.",
    access: staff("office"),
    params: holderParams,
    body: z.strictObject({
      admin_id: bodyId.nullable(),
      /** Added to the internal notes. Not with a conversation that the colleague has already. */
      note: writtenText(messageMaxLength).optional(),
    }),
    answer: done,
    errors: ["fourEyes"],
  },
  handOver: {
    method: "POST",
    path: "/chat/:holderType/:holderId/ticket",
    summary:
      "Opens a ticket of the holder with the chosen messages and their files, and says so in the conversation. The same key again is the same ticket.",
    access: staff("internal"),
    params: holderParams,
    body: z.strictObject({
      key,
      title: ticketTitle,
      /** The first topic if missing. */
      topic: topicId.optional(),
      /** Numbers of messages that are not deleted. */
      messages: z.array(bodyOrdinal).min(1).max(chatMaxHandedOver),
    }),
    answer: z.object({ ticket_id: id, message: chatMessage }),
    errors: ["keyReused", "fourEyes"],
  },
  listNotes: {
    method: "GET",
    path: "/chat/:holderType/:holderId/notes",
    summary: "What staff noted beside the conversation, oldest first, at most 200.",
    access: staff("internal"),
    params: holderParams,
    answer: z.array(note),
  },
  addNote: {
    method: "POST",
    path: "/chat/:holderType/:holderId/notes",
    summary: "Notes something beside the conversation, for staff alone. The same key again is the same note.",
    access: staff("internal"),
    params: holderParams,
    body: z.strictObject({ key, text: writtenText(messageMaxLength) }),
    answer: note,
  },
});
