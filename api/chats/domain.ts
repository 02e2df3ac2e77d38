/** The conversation of each holder with the firm. */

import type { ChatMessage, ChatPresence, ChatReading } from "../chats.ts";
import { type Changes, type Notifications, nothing, socketEvent, theHolder } from "../declaration.ts";
import type { Holder } from "../shapes.ts";
import type { ReadingCall, StaleCalls } from "../stale-calls.ts";
import { toStaleTicketCalls } from "../tickets/domain.ts";

const chatOf = ({ holderType, holderId }: Holder): StaleCalls => ({
  "chats.getUnread": { params: { holderType, holderId } },
  "chats.list": {},
  "workload.getDesk": {},
});
const deskOf = ({ holderType, holderId }: Holder): StaleCalls => ({
  "chats.list": {},
  "workload.getDesk": {},
  // Who is in charge; its messages follow the numbered changes.
  "chats.open": { params: { holderType, holderId } },
  "chats.listNotes": { params: { holderType, holderId } },
  "timeline.get": { params: { holderType, holderId } },
});
const written = ({ params }: { params: Holder }): StaleCalls => chatOf(params);
const arranged = ({ params }: { params: Holder }): StaleCalls => deskOf(params);

export const events = {
  /** A message was sent, edited or deleted: the next change of its holder's conversation. */
  message: socketEvent<Holder & { change: number; message: ChatMessage }>({
    to: "holderAndStaff",
    carries: {
      ...theHolder,
      change: true,
      message: {
        number: true,
        key: true,
        change: true,
        operator: true,
        creator_id: true,
        client: { type: true, id: true },
        author: true,
        by_staff: true,
        text: true,
        files: true,
        reply_to: true,
        ticket_id: true,
        created_at: true,
        edited_at: true,
        deleted_at: true,
      },
    },
    stale: chatOf,
  }),
  /** Somebody read up to a message: the next change of the conversation. */
  "message:read": socketEvent<Holder & { change: number; reading: ChatReading }>({
    to: "holderAndStaff",
    carries: { ...theHolder, change: true, reading: { user_id: true, by_staff: true, number: true, change: true } },
    stale: ({ holderType, holderId, reading }) => ({
      "chats.getUnread": { params: { holderType, holderId } },
      // What is unread there is counted by the marks of staff alone.
      ...(reading.by_staff && { "chats.list": {} }),
    }),
  }),
  /** Somebody writes at the moment. */
  typing: socketEvent<Holder & Omit<ChatPresence, "until">>({
    to: "holderAndStaff",
    carries: { ...theHolder, user_id: true, name: true, by_staff: true },
    stale: nothing,
  }),
  /** Somebody has the conversation open. */
  presence: socketEvent<Holder & ChatPresence>({
    to: "holderAndStaff",
    carries: { ...theHolder, user_id: true, name: true, by_staff: true, until: true },
    stale: nothing,
  }),
  /** Staff assigned the conversation, or noted something beside it. */
  "chat:changed": socketEvent<Holder>({ to: "staff", carries: theHolder, stale: deskOf }),
};

export const changes = {
  send: written,
  edit: written,
  remove: written,
  markRead: written,
  assign: arranged,
  addNote: arranged,
  handOver: ({ params }) => ({ ...chatOf(params), ...toStaleTicketCalls(params) }),
  showTyping: nothing,
  showPresence: nothing,
} satisfies Changes<"chats">;

export const afterReconnect: readonly ReadingCall[] = [
  "chats.getHours",
  "chats.getUnread",
  "chats.list",
  "chats.listNotes",
  "chats.open",
];

export const notifications = { client_chat: "staffAboutClient" } as const satisfies Notifications;
