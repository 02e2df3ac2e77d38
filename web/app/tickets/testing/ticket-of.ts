/** Tickets for the tests of their pages. */
import type { TicketComment, TicketDetail } from "@portico/api/tickets.ts";

type More = Partial<Omit<TicketDetail, "can">> & { can?: Partial<TicketDetail["can"]> };

const nothing = {
  comment: false,
  note: false,
  attach: false,
  resolve: false,
  assign: false,
  close: false,
  arrange: false,
  merge: false,
};

/** An open one of Ivan Petrov, with what staff get; nothing may be done with it but `can`. */
export const ticketOf = ({ can, ...more }: More = {}): TicketDetail => ({
  id: 7,
  holder_type: "user",
  holder_id: 4,
  holder_name: "Ivan Petrov",
  title: "A statement is missing",
  content: "The one of June.",
  files: [],
  service: null,
  topic: "statements",
  state: "open",
  creator_type: "user",
  creator_id: 4,
  creator_name: "Ivan Petrov",
  by_staff: false,
  created_at: "2026-11-26T12:00:00.000Z",
  changed_at: "2026-11-26T12:00:00.000Z",
  assigned_name: null,
  waiting_since: "2026-11-26T12:00:00.000Z",
  due: null,
  closes_at: null,
  merged_into: null,
  comments: 0,
  last_answer: null,
  staff: { priority: "normal", assigned_to: null, tags: [], watched: false },
  about: null,
  clocks: [],
  watchers: [],
  merged: [],
  continues: null,
  ...more,
  can: { ...nothing, ...can },
});

export const commentOf = (id: number, more: Partial<TicketComment> = {}): TicketComment => ({
  id,
  content: `Comment ${id}`,
  files: [],
  creator_type: "user",
  creator_id: 4,
  creator_name: "Ivan Petrov",
  by_staff: false,
  internal: false,
  from_ticket: null,
  created_at: "2026-11-26T13:00:00.000Z",
  is_part_of_mail: false,
  refused_files: [],
  mailed_at: null,
  ...more,
});

const inAll = (name: string) => ({ bg: name, en: name, pl: name });
/** As the calls list them. */
export const topics = [
  { id: "statements", name: inAll("Statements"), clientsChoose: true, archived: false },
  { id: "fees", name: inAll("Fees"), clientsChoose: true, archived: false },
];
