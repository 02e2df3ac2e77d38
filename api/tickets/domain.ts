/** Tickets of a holder, and mails that may become comments. */
import {
  type Changes,
  type Notifications,
  nothing,
  type StaleBySetting,
  socketEvent,
  theHolder,
} from "../declaration.ts";
import type { Holder } from "../shapes.ts";
import type { ReadingCall, StaleCalls } from "../stale-calls.ts";

/** A ticket and the lists that show it. */
const ticket = ({ holderType, holderId, ticketId: id }: Holder & { ticketId: number }): StaleCalls => {
  const params = { holderType, holderId };
  return {
    "tickets.list": { params },
    "tickets.get": { params: { ...params, id } },
    "tickets.listComments": { params: { ...params, id } },
    "tickets.listAll": {},
    "workload.getDesk": {},
    "timeline.get": { params },
  };
};
const ticketLists: StaleCalls = { "tickets.listAll": {}, "workload.getDesk": {}, "timeline.get": {} };
/** The tickets of a holder. */
export const toStaleTicketCalls = ({ holderType, holderId }: Holder): StaleCalls => {
  const params = { holderType, holderId };
  return { "tickets.list": { params }, "tickets.get": { params }, "tickets.listComments": { params }, ...ticketLists };
};
/** For calls that open a ticket of the person they name. */
export const toStaleNewTicketCalls = (userId: number): StaleCalls => ({
  "tickets.list": { params: { holderType: "user", holderId: userId } },
  ...ticketLists,
});
const changed = ({ params }: { params: Holder }): StaleCalls => toStaleTicketCalls(params);
/** Of calls that name only the ticket. */
const anyTicket = (): StaleCalls => ({
  "tickets.list": {},
  "tickets.get": {},
  "tickets.listComments": {},
  ...ticketLists,
});

export const events = {
  /** A ticket of the holder was opened, answered, assigned, resolved or closed. */
  ticket: socketEvent<Holder & { ticketId: number }>({
    to: "holderAndStaff",
    carries: { ...theHolder, ticketId: true },
    stale: ticket,
  }),
  /** Staff noted something on a ticket, or arranged it; the holder is never told. */
  "ticket:noted": socketEvent<Holder & { ticketId: number }>({
    to: "staff",
    carries: { ...theHolder, ticketId: true },
    stale: ticket,
  }),
  /** A colleague is writing in a ticket; the holder is never told. */
  "ticket:typing": socketEvent<Holder & { ticketId: number; user_id: number; name: string }>({
    to: "staff",
    carries: { ...theHolder, ticketId: true, user_id: true, name: true },
    stale: nothing,
  }),
};

export const changes = {
  create: changed,
  resolve: changed,
  resolveByTitle: changed,
  addComment: changed,
  assign: anyTicket,
  claim: anyTicket,
  close: anyTicket,
  arrange: () => ({ ...anyTicket(), "tickets.listTags": {} }),
  merge: anyTicket,
  unmerge: anyTicket,
  addMail: () => ({ ...anyTicket(), "tickets.listMails": {} }),
  finishMail: () => ({ "tickets.listMails": {} }),
  watch: () => ({ "tickets.get": {}, "tickets.listAll": {} }),
  showTyping: nothing,
} satisfies Changes<"tickets">;

// Not the report on promises, which no event changes and which takes seconds for a year.
export const afterReconnect: readonly ReadingCall[] = [
  "tickets.get",
  "tickets.list",
  "tickets.listAll",
  "tickets.listComments",
  "tickets.listTags",
  "tickets.listTopics",
];

export const staleBySetting: StaleBySetting = {
  ticketRules: { "tickets.listTopics": {}, "tickets.listAll": {}, "tickets.get": {} },
};

export const notifications = {
  ticket_opened: "holderAndMail",
  ticket_answered: "holderAndMail",
  ticket_resolved: "holderAndMail",
  ticket_closed: "holderAndMail",
  // With the ticket's id in `params.ticket`.
  client_ticket: "staffAboutClient",
} as const satisfies Notifications;
