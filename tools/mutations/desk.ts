/** Wrong changes in tickets and conversations that the tests must notice. */
import type { Mutation } from "./mutation.ts";

const tickets = ["server/domains/tickets/tickets.test.ts"];
const byMail = ["server/domains/tickets/by-mail/by-mail.test.ts"];
const chats = ["server/domains/chats/chats.test.ts"];
const lawOfPages = ["web/app/chats/chat-session.law.test.ts"];

export const deskMutations: readonly Mutation[] = [
  {
    name: "tickets: an answer is sent over a colleague's that was not seen",
    file: "server/domains/tickets/tickets.commenting.ts",
    search: "seen !== undefined && last && last.id > seen",
    replace: "seen !== undefined && last && last.id < 0",
    units: tickets,
  },
  {
    name: "tickets: a request sent twice is two tickets",
    file: "server/domains/tickets/tickets.changes.queries.ts",
    search: "created_at > now() - interval '1 minute'",
    replace: "created_at > now() + interval '1 minute'",
    units: ["server/domains/tickets/tickets.requests.test.ts"],
  },
  {
    name: "tickets: the firm can do without the topics of requests",
    file: "api/settings.ts",
    search: "if (!Object.values(requestTopics).every((id) => ids.has(id)))",
    replace: "if (ids.size === 0)",
    units: ["server/domains/tickets/tickets.requests.test.ts"],
  },
  {
    name: "tickets: what was a task is late at once",
    file: "server/migrations/0029-requests-as-tickets.sql",
    search: "then array[now()::timestamptz(3)] else",
    replace: "then array[task.created_at] else",
    units: ["server/domains/tickets/requests-as-tickets.test.ts"],
  },
  {
    name: "tickets: the client gets the notes of staff",
    file: "server/domains/tickets/tickets.queries.ts",
    search: ".$if(!withNotes, (query)",
    replace: ".$if(!withNotes && ticketId < 0, (query)",
    units: tickets,
  },
  {
    name: "tickets: a merged ticket is still answered",
    file: "server/domains/tickets/tickets.commenting.ts",
    search: "    if (row.merged_into !== null) throw new",
    replace: "    if (row.merged_into === 0) throw new",
    units: ["server/domains/tickets/tickets.merging.test.ts"],
  },
  {
    name: "tickets: a reply by mail counts whoever sent it",
    file: "server/domains/tickets/by-mail/receive.ts",
    search: "person?.validated && person.email.toLowerCase() === from ? person : null",
    replace: 'person?.validated && from !== "" ? person : null',
    units: byMail,
  },
  {
    name: "tickets: an address for replies is believed without its code",
    file: "server/adapters/mailbox/reply-address.ts",
    search: "timingSafeEqual(Buffer.from(given), Buffer.from(signature(firmKey, target))) ? target : null",
    replace: "given.length === signature(firmKey, target).length ? target : null",
    units: byMail,
  },
  {
    name: "tickets: a reply by mail counts after its sender's mandate has ended",
    file: "server/domains/tickets/by-mail/receive.ts",
    search: "if (!(await getPeopleOf(services.db, holder)).some(({ id }) => id === sender.id))",
    replace: "if (!(await getPeopleOf(services.db, holder)).some(({ id }) => id > 0))",
    units: byMail,
  },
  {
    name: "tickets: a mail that cannot be handled holds up all later ones",
    file: "server/domains/tickets/by-mail/tries.ts",
    search: "if (tries < maxTries) {",
    replace: "if (tries > 0) {",
    units: byMail,
  },
  {
    name: "tickets: whoever saves tags last undoes what a colleague did",
    file: "server/domains/tickets/tickets.arranging.ts",
    search: "new Set([...tags, ...added])",
    replace: "new Set([...tags.slice(0, 2), ...added])",
    units: tickets,
  },
  {
    name: "chats: a change after a gap is applied",
    file: "api/rules/chat-state.ts",
    search: 'if (change > state.change + 1) return "hole";',
    replace: "",
    units: ["server/domains/chats/chats.law.test.ts"],
  },
  {
    name: "chats: a change after a gap is applied to a page",
    file: "api/rules/chat-state.ts",
    search: "if (change > state.change + 1)",
    replace: "if (change > state.change + 2)",
    units: lawOfPages,
  },
  {
    name: "chats: an event that is applied already is applied again",
    file: "api/rules/chat-state.ts",
    search: "if (change <= state.change) return state;",
    replace: "",
    units: lawOfPages,
  },
  {
    name: "chats: nobody fetches the changes of a hole",
    file: "web/app/chats/chat-session.ts",
    search: 'if (next === "hole") void catchUp();',
    replace: 'if (next === "hole") return;',
    units: lawOfPages,
  },
  {
    name: "chats: a page that is fetching does not fetch again for a later hole",
    file: "web/app/chats/chat-session.ts",
    search: "while (isAskedAgain);",
    replace: "while (false);",
    units: lawOfPages,
  },
  {
    name: "chats: a late answer takes a page back",
    file: "api/rules/chat-state.ts",
    search: "change: Math.max(state.change, change),",
    replace: "change,",
    units: lawOfPages,
  },
  {
    name: "chats: an older read mark replaces a newer one",
    file: "api/rules/chat-state.ts",
    search: "known.change >= reading.change",
    replace: "known.change === reading.change",
    units: lawOfPages,
  },
  {
    name: "chats: a change is numbered before it is told, but not stored with its number",
    file: "server/domains/chats/chats.queries.ts",
    search: ".set({ change, ...(text === undefined",
    replace: ".set({ ...(text === undefined",
    units: ["server/domains/chats/chats.law.test.ts"],
  },
  {
    name: "chats: an older state of a message replaces a newer one",
    file: "api/rules/chat-state.ts",
    search: "known.number === message.number && known.change < message.change",
    replace: "known.number === message.number",
    units: ["api/rules/chat-state.test.ts"],
  },
  {
    name: "chats: somebody else's message is edited",
    file: "server/domains/chats/chats.policy.ts",
    search: 'if (author_id !== viewer.userId) return "forbidden";',
    replace: "",
    units: chats,
  },
  {
    name: "chats: what was deleted counts as unread",
    file: "server/domains/chats/chats.queries.ts",
    search: "by_staff <> ${byStaff} and deleted_at is null",
    replace: "by_staff <> ${byStaff}",
    units: [...chats, "server/domains/chats/chats.unread.test.ts"],
  },
];
