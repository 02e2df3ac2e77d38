/** The calls about conversations. */
import type { chats } from "@portico/api/chats.ts";
import { beginWith, type Handlers } from "../../http/handlers.ts";
import { chatRow } from "./chats.queries.ts";
import { getHours, getUnread, listChanges, listOlder, openChat, searchChat } from "./chats.ts";
import {
  addChatNote,
  assignChat,
  listChatNotes,
  listChatPage,
  searchAllChats,
  showPresence,
  showTyping,
} from "./desk.ts";
import { handOverToTicket } from "./hand-over.ts";
import { editMessage, markRead, removeMessage, sendMessage } from "./messages.ts";
import { openedRow } from "./opened.queries.ts";
import { makeTranscript } from "./transcript.ts";

export const chatsRoutes: Handlers<typeof chats> = {
  getHours: (context) => getHours(context),
  open: beginWith(openedRow, (context, { holder, row }) => openChat(context, holder, row)),
  listOlder: beginWith(chatRow, (context, { row, query }) => listOlder(context, row, query)),
  listChanges: beginWith(chatRow, (context, { row, query }) => listChanges(context, row, query.after)),
  search: beginWith(chatRow, (context, { row, query }) => searchChat(context, row, query)),
  getUnread: beginWith(chatRow, (context, { holder, row }) => getUnread(context, holder, row)),
  getTranscript: (context, { holder, query }) => makeTranscript(context, holder, query),
  send: (context, { holder, body }) => sendMessage(context, holder, body),
  edit: (context, { params, body }) => editMessage(context, params, body.text),
  remove: (context, { params }) => removeMessage(context, params),
  markRead: (context, { holder, body }) => markRead(context, holder, body.number),
  showTyping: (context, { holder }) => showTyping(context, holder),
  showPresence: (context, { holder }) => showPresence(context, holder),
  list: (context, { query }) => listChatPage(context, query),
  searchAll: (context, { query }) => searchAllChats(context, query),
  assign: (context, { holder, body }) => assignChat(context, holder, body.admin_id, body.note),
  handOver: (context, { holder, body }) => handOverToTicket(context, holder, body),
  listNotes: (context, { holder }) => listChatNotes(context, holder),
  addNote: (context, { holder, body }) => addChatNote(context, holder, body),
};
