/** The calls about conversations. */
import type { chats } from "@portico/api/chats.ts";
import type { Handlers } from "../../http/handlers.ts";
import {
  addChatNote,
  assignChat,
  listChatNotes,
  listChatPage,
  searchAllChats,
  showPresence,
  showTyping,
} from "./chats.desk.service.ts";
import { handOverToTicket } from "./chats.hand-over.service.ts";
import { editMessage, markRead, removeMessage, sendMessage } from "./chats.messages.service.ts";
import { getHours, getUnread, listChanges, listOlder, openChat, searchChat } from "./chats.service.ts";
import { makeTranscript } from "./chats.transcript.service.ts";

export const chatsRoutes: Handlers<typeof chats> = {
  getHours: (context) => getHours(context),
  open: (context, { params }) => openChat(context, params),
  listOlder: (context, { params, query }) => listOlder(context, params, query),
  listChanges: (context, { params, query }) => listChanges(context, params, query.after),
  search: (context, { params, query }) => searchChat(context, params, query),
  getUnread: (context, { params }) => getUnread(context, params),
  getTranscript: (context, { params, query }) => makeTranscript(context, params, query),
  send: (context, { params, body }) => sendMessage(context, params, body),
  edit: (context, { params, body }) => editMessage(context, params, body.text),
  remove: (context, { params }) => removeMessage(context, params),
  markRead: (context, { params, body }) => markRead(context, params, body.number),
  showTyping: (context, { params }) => showTyping(context, params),
  showPresence: (context, { params }) => showPresence(context, params),
  list: (context, { query }) => listChatPage(context, query),
  searchAll: (context, { query }) => searchAllChats(context, query),
  assign: (context, { params, body }) => assignChat(context, params, body.admin_id, body.note),
  handOver: (context, { params, body }) => handOverToTicket(context, params, body),
  listNotes: (context, { params }) => listChatNotes(context, params),
  addNote: (context, { params, body }) => addChatNote(context, params, body),
};
