/** The calls that are measured, as the screens make them: the staff side and the forms. */

/** Ids that the calls need, from the process that runs the portal. */
export interface Facts {
  users: number;
  tokens: Record<Caller, string>;
  user: number;
  company: number;
  /** A person whose form awaits its second decision, and a person filling in a first one. */
  reviewed: { id: number; revision: number };
  applicant: number;
  staff: number;
  /** A ticket of the user, whose conversation has 100,000 messages. */
  ticket: number;
  userNumber: string;
  email: string;
  companyName: string;
  /** Cursors into the middle of lists. */
  deep: Record<"created" | "name" | "email" | "state" | "company" | "revision" | "contract" | "message", string>;
}
export type Caller = "staff" | "client" | "applicant";

export interface Call {
  what: string;
  as: Caller;
  path: string;
  /** Makes the n-th body from the last answer, for a call that changes something. */
  body?: (n: number, last: { version?: number }) => object;
}

const list = (path: string, query: Record<string, string | number>): string =>
  `${path}?${new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]))}`;

const userLists = ({ staff, userNumber, email, deep }: Facts): Call[] => {
  const call = (what: string, query: Record<string, string | number>): Call => ({
    what: `users, ${what}`,
    as: "staff",
    path: list("/user", { limit: 50, ...query }),
  });
  return [
    call("newest first", {}),
    call("by name", { sort: "name" }),
    call("by e-mail, backwards", { sort: "-email" }),
    call("deep page, newest first", { cursor: deep.created }),
    call("deep page, by name", { sort: "name", cursor: deep.name }),
    call("deep page, by e-mail", { sort: "email", cursor: deep.email }),
    call("clients in a common state", { state: "postKYC" }),
    call("in a common state, deep", { state: "postKYC", cursor: deep.state }),
    call("in a common state, by name", { state: "postKYC", sort: "name" }),
    call("in a rare state", { state: "returnedKYC" }),
    call("in a rare state, by name", { state: "returnedKYC", sort: "name" }),
    call("in a rare state, by e-mail", { state: "rejected", sort: "email" }),
    call("role client", { role: "client" }),
    call("role admin, by name", { role: "admin", sort: "name" }),
    call("of one colleague", { assigned: staff }),
    call("of one colleague, by name", { assigned: staff, sort: "name" }),
    call("of nobody", { assigned: 0, sort: "name" }),
    call("of one colleague, in a rare state", { assigned: staff, state: "returnedKYC" }),
    call("of a group", { group: "Group 1" }),
    call("of the newsletter's group", { group: "Newsletter" }),
    call("of the newsletter's group, by name", { group: "Newsletter", sort: "name" }),
    call("search: an e-mail", { search: email }),
    call("search: a client number", { search: userNumber }),
    call("search: a client number's start", { search: userNumber.slice(0, 5) }),
    call("search: first and last name", { search: "Katarzyna Kowalski" }),
    call("search: a first name that many have", { search: "Maria" }),
    call("search: a first name that many have, by name", { search: "Maria", sort: "name" }),
    call("search: the beginning of an e-mail", { search: email.slice(0, email.indexOf("@") + 3) }),
    call("search: a part of an e-mail", { search: email.slice(3, email.indexOf("@") + 3) }),
    call("search: a last name", { search: "Wisniewicz" }),
    call("search: a last name, by name", { search: "Wisniewicz", sort: "name" }),
    call("search: two letters", { search: "iv" }),
    call("search: two letters that nobody has", { search: "qx" }),
    call("search: nothing found", { search: "Zzyzx Qwortle" }),
    call("search: a first name, in a rare state", { search: "Maria", state: "returnedKYC" }),
    call("one page of an export (200 rows)", { limit: 200, cursor: deep.created }),
  ];
};

const companyLists = ({ staff, companyName, deep }: Facts): Call[] => {
  const call = (what: string, query: Record<string, string | number>): Call => ({
    what: `companies, ${what}`,
    as: "staff",
    path: list("/company", { limit: 50, ...query }),
  });
  return [
    call("newest first", {}),
    call("by name", { sort: "name" }),
    call("deep page, by name", { sort: "name", cursor: deep.company }),
    call("in a common state, by name", { state: "postKYC", sort: "-name" }),
    call("in a rare state, by name", { state: "returnedKYC", sort: "name" }),
    call("of one colleague", { assigned: staff }),
    call("of nobody, by name", { assigned: 0, sort: "name" }),
    call("search: a whole name", { search: companyName }),
    call("search: a client number", { search: "C000777" }),
    call("search: a word that many have", { search: "Engineering" }),
    call("search: nothing found", { search: "Zzyzx Qwortle" }),
  ];
};

const staffLists = ({ staff, deep }: Facts): Call[] => [
  { what: "reviews, what waits", as: "staff", path: list("/form/KYC", { limit: 50 }) },
  { what: "reviews, what waits of one colleague", as: "staff", path: list("/form/KYC", { assigned: staff }) },
  { what: "reviews, what waits of nobody", as: "staff", path: list("/form/KYC", { assigned: 0 }) },
  { what: "reviews, all", as: "staff", path: list("/form/KYC", { show: "all" }) },
  { what: "reviews, all, deep page", as: "staff", path: list("/form/KYC", { show: "all", cursor: deep.revision }) },
  { what: "reviews, all of one colleague", as: "staff", path: list("/form/KYC", { show: "all", assigned: staff }) },
  { what: "reviews, companies that wait", as: "staff", path: list("/form/companyKYC", {}) },
  { what: "reviews, all companies", as: "staff", path: list("/form/companyKYC", { show: "all" }) },
  { what: "proposals, open", as: "staff", path: list("/staff/proposals", { limit: 30 }) },
  { what: "proposals, decided", as: "staff", path: list("/staff/proposals", { limit: 30, state: "decided" }) },
  { what: "colleagues with how many clients each has", as: "staff", path: "/staff/colleagues" },
  { what: "groups with their sizes", as: "staff", path: "/user/dist_groups" },
  { what: "saved views", as: "staff", path: "/staff/views/users" },
  { what: "what waits, by colleague", as: "staff", path: "/staff/workload" },
];

/** The search over all records, which reads all kinds at once. */
const searches = ({ userNumber, email, companyName }: Facts): Call[] => {
  const call = (what: string, query: string): Call => ({
    what: `search over all: ${what}`,
    as: "staff",
    path: list("/staff/search", { query }),
  });
  return [
    call("first and last name", "Katarzyna Kowalski"),
    call("a first name that many have", "Maria"),
    call("a last name", "Wisniewicz"),
    call("a last name with a wrong letter", "Wisnieiwcz"),
    call("a first name that many have, with a wrong letter", "Mraia"),
    call("a company", companyName),
    call("two letters", "iv"),
    call("an e-mail", email),
    call("a client number, in parts", `${userNumber.slice(0, 4)} ${userNumber.slice(4)}`),
    call("a phone", "+359 88 050 0123"),
    call("nothing found", "Zzyzx Qwortle"),
  ];
};

const contractLists = ({ staff, user, company, deep }: Facts): Call[] => {
  const call = (what: string, query: Record<string, string | number>): Call => ({
    what: `contracts, ${what}`,
    as: "staff",
    path: list("/contract", { limit: 50, ...query }),
  });
  return [
    call("all, longest in their state first", {}),
    call("all, deep page", { cursor: deep.contract }),
    call("that await the firm", { state: "awaitingAdmin" }),
    call("that await the client", { state: "awaitingClient" }),
    call("in a common state", { state: "approved" }),
    call("of a rare type", { type: "rare" }),
    call("of a rare type that await the client", { type: "rare", state: "awaitingClient" }),
    call("of one colleague", { assigned: staff }),
    call("of one colleague, that await the firm", { assigned: staff, state: "awaitingAdmin" }),
    call("of nobody", { assigned: 0 }),
    { what: "contracts of a company with many", as: "staff", path: list(`/contract/company/${company}/all`, {}) },
    { what: "own contracts", as: "client", path: list(`/contract/user/${user}/all`, {}) },
  ];
};

const documentLists = ({ user, company }: Facts): Call[] => {
  const call = (what: string, query: Record<string, string | number>): Call => ({
    what: `documents, ${what}`,
    as: "client",
    path: list(`/doc/user/${user}/by-type/all`, query),
  });
  return [
    call("newest first", {}),
    call("of a year", { from: "2025-01-01", to: "2025-12-31" }),
    call("search: a word of the title", { search: "yearly" }),
    call("search: a word of the text", { search: "dividends" }),
    call("search: nothing found", { search: "zzyzx" }),
    { what: "documents of one type", as: "client", path: list(`/doc/user/${user}/by-type/taxReport`, {}) },
    { what: "documents of a company", as: "staff", path: list(`/doc/company/${company}/by-type/all`, {}) },
  ];
};

/** The days of the last month until today. */
function lastMonth(): { from: string; to: string } {
  const day = (ago: number): string => new Date(Date.now() - ago * 24 * 3600 * 1000).toISOString().slice(0, 10);
  return { from: day(30), to: day(0) };
}

const ticketLists = ({ users, user, ticket }: Facts): Call[] => {
  const call = (what: string, query: Record<string, string | number>): Call => ({
    what: `tickets, ${what}`,
    as: "staff",
    path: list("/ticket", { limit: 50, ...query }),
  });
  return [
    call("all, newest first", { queue: "all" }),
    call("that wait longest", { queue: "waiting" }),
    call("unassigned", { queue: "unassigned" }),
    call("mine", { queue: "mine" }),
    call("late", { queue: "late" }),
    call("due soon", { queue: "soon" }),
    call("resolved", { queue: "all", state: "resolved" }),
    call("of a topic", { queue: "all", topic: "payments" }),
    call("urgent ones that wait", { queue: "waiting", priority: "urgent" }),
    call("with a tag", { queue: "all", tag: "complaint" }),
    call("search: a number", { queue: "all", search: String(ticket) }),
    call("search: a rare word", { queue: "all", search: String(users - 4) }),
    call("search: a rare word and a common one", { queue: "all", search: `statement ${users - 4}` }),
    call("search: a word that one in a thousand has", { queue: "all", search: "295" }),
    call("search: a word that one in a hundred has", { queue: "all", search: "29" }),
    call("search: a word that many have", { queue: "all", search: "custody" }),
    call("search: common words that none has together", { queue: "all", search: "custody przelew" }),
    call("search: a holder's name", { queue: "all", search: "Wisniewicz" }),
    call("search: a holder's name that many have", { queue: "all", search: "Maria" }),
    call("search in what waits: a word that many have", { queue: "waiting", search: "custody" }),
    call("search in what waits: a rare word", { queue: "waiting", search: `statement ${users - 4}` }),
    call("search: nothing found", { queue: "all", search: "zzyzx" }),
    { what: "tickets, tags in use", as: "staff", path: "/ticket/tags" },
    {
      what: "tickets that were late, of a month",
      as: "staff",
      path: list("/staff/ticket-report/late", { ...lastMonth(), kind: "resolution" }),
    },
    { what: "tickets of a client", as: "client", path: list(`/ticket/user/${user}`, {}) },
    { what: "ticket with its text", as: "staff", path: `/ticket/user/${user}/${ticket}` },
    { what: "ticket's comments", as: "staff", path: list(`/ticket/user/${user}/${ticket}/comments`, {}) },
  ];
};

const chatCalls = ({ users, user, deep }: Facts): Call[] => {
  const own = `/chat/user/${user}`;
  const call = (what: string, query: Record<string, string | number>): Call => ({
    what: `chats, ${what}`,
    as: "staff",
    path: list("/chat/", query),
  });
  const everywhere = (what: string, search: string, query = {}): Call => ({
    what: `chats, search in all: ${what}`,
    as: "staff",
    path: list("/chat/search", { search, ...query }),
  });
  const within = (what: string, search: string): Call => ({
    what: `chat of 100,000 messages, search: ${what}`,
    as: "client",
    path: list(`${own}/search`, { search }),
  });
  return [
    call("all, latest first", { part: "all" }),
    call("mine", { part: "mine" }),
    call("that wait", { part: "waiting" }),
    call("not read", { part: "unread" }),
    call("nobody's", { part: "unassigned" }),
    everywhere("a rare word", String(users - 4)),
    everywhere("a rare word and a common one", `statement ${users - 4}`),
    everywhere("a word that one in a thousand has", "295"),
    everywhere("a word that one in a hundred has", "29"),
    everywhere("a common word", "statement"),
    everywhere("common words that none has together", "statement przelew"),
    everywhere("the same, older messages", "statement przelew", { cursor: deep.message }),
    everywhere("nothing found", "zzyzx"),
    { what: "chat of 100,000 messages, opened", as: "client", path: own },
    { what: "chat of 100,000 messages, its last", as: "client", path: list(`${own}/messages`, {}) },
    {
      what: "chat of 100,000 messages, in the middle",
      as: "client",
      path: list(`${own}/messages`, { before: 50_000 }),
    },
    {
      what: "chat of 100,000 messages, what was missed",
      as: "client",
      path: list(`${own}/changes`, { after: 99_900 }),
    },
    { what: "chat of 100,000 messages, unread", as: "client", path: `${own}/unread` },
    within("a rare word", "4711"),
    within("a word that one in a hundred has", "47"),
    within("a common word", "statement"),
    within("common words that none has together", "statement przelew"),
    within("nothing found", "zzyzx"),
  ];
};

const profiles = ({ user, company, reviewed }: Facts): Call[] => {
  const review = `/form/user/${reviewed.id}/KYC/revisions`;
  return [
    { what: "profile of a user", as: "staff", path: `/user/${user}` },
    { what: "profile: companies of a user", as: "staff", path: `/company/${user}/companies` },
    { what: "profile: groups of a user", as: "staff", path: `/user/${user}/dist_groups` },
    { what: "profile of a company", as: "staff", path: `/company/${company}` },
    { what: "timeline of a much-read user", as: "staff", path: list(`/staff/timeline/user/${user}`, { limit: 30 }) },
    { what: "revisions of a form", as: "staff", path: review },
    { what: "review of a revision beside the one before", as: "staff", path: `${review}/${reviewed.revision}` },
  ];
};

const clientCalls = ({ user, company, applicant }: Facts): Call[] => {
  const form = `/form/user/${applicant}/KYC`;
  return [
    { what: "session check and state", as: "client", path: `/user/${user}/state` },
    { what: "own profile", as: "client", path: `/user/${user}` },
    { what: "notifications of a user (200)", as: "client", path: `/notif/user/${user}` },
    { what: "notifications of companies", as: "client", path: `/notif/${user}/user_companies` },
    { what: "own companies", as: "client", path: `/company/${user}/companies` },
    { what: "state of a company", as: "client", path: `/company/${company}/state` },
    { what: "who looked", as: "client", path: list(`/user/${user}/accesses`, { limit: 30 }) },
    { what: "the form as it stands", as: "applicant", path: form },
    {
      what: "autosave of one field",
      as: "applicant",
      path: form,
      body: (n, { version = 1 }) => ({
        version,
        changes: [{ step: "work", field: "employer", value: `Balkan Engineering ${n}` }],
      }),
    },
  ];
};

export const callsOf = (facts: Facts): Call[] =>
  [
    userLists,
    companyLists,
    staffLists,
    searches,
    contractLists,
    documentLists,
    ticketLists,
    chatCalls,
    profiles,
    clientCalls,
  ].flatMap((make) => make(facts));
