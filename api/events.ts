/**
 * Events that the server sends to open pages. They carry ids and times, and the page refetches what they make stale;
 * those of a conversation carry the change itself, with its number.
 */
import type { ChatMessage, ChatPresence, ChatReading } from "./chats.ts";
import type { Holder } from "./shapes.ts";
import { staleByConnection } from "./stale-by-connection.ts";
import type { StaleCalls } from "./stale-calls.ts";

export const staffLists = ["proposals", "forms", "imports", "contractBulks", "documentBatches", "funds"] as const;
export type StaffList = (typeof staffLists)[number];

/** Whose open pages receive an event: those of its holder, of all staff, of both, or of one session. */
type Audience = "holder" | "holderAndStaff" | "staff" | "session";

/** Names every field, so that other values of the server's event are not sent; lists are sent as they are. */
type Carried<Fields> = {
  readonly [Field in keyof Fields]-?: NonNullable<Fields[Field]> extends readonly unknown[]
    ? true
    : NonNullable<Fields[Field]> extends object
      ? Carried<NonNullable<Fields[Field]>>
      : true;
};

interface SocketEvent<Fields> {
  to: Fields extends Holder ? Audience : "staff" | "session";
  carries: Carried<Fields>;
  /** The calls whose answers it makes stale, narrowed by the event's fields. */
  stale: (event: Fields) => StaleCalls;
}
const socketEvent = <Fields>(event: SocketEvent<Fields>): SocketEvent<Fields> => event;
const theHolder = { holderType: true, holderId: true } as const;

/** The staff pages about one holder's form. */
const review = (holder: Holder): StaleCalls => ({
  "forms.listRevisions": { params: holder },
  "forms.getRevision": { params: holder },
  "timeline.get": { params: holder },
});

/** A ticket and the lists that show it. */
const ticket = ({ holderType, holderId, ticketId: id }: Holder & { ticketId: number }): StaleCalls => {
  const params = { holderType, holderId };
  return {
    "tickets.list": { params },
    "tickets.get": { params: { ...params, id } },
    "tickets.listComments": { params: { ...params, id } },
    "tickets.listAll": {},
    "timeline.get": { params },
  };
};

/** Profile and list of the holder on the staff side. */
const profile = ({ holderType, holderId: id }: Holder): StaleCalls =>
  holderType === "user"
    ? { "users.get": { params: { id } }, "users.list": { rows: { id } } }
    : { "companies.get": { params: { id } }, "companies.list": { rows: { id } } };

const staleByStaffList: Record<StaffList, StaleCalls> = {
  contractBulks: { "contracts.listBulks": {}, "contracts.getBulk": {} },
  documentBatches: { "documents.listBatches": {}, "documents.getBatch": {} },
  proposals: { "proposals.list": {}, "proposals.get": {} },
  forms: { "forms.list": {} },
  funds: {
    "funds.listAllDefinitions": {},
    "funds.openDefinition": {},
    "funds.listDefinitionIds": {},
    "funds.listFunds": {},
    "funds.openFund": {},
    "funds.listNavUploads": {},
    "funds.getNavUpload": {},
    "funds.listExpiringDocuments": {},
  },
  imports: { "imports.list": {}, "imports.get": {}, "imports.listQuotes": {} },
};

/** Every socket event. Services emit them by these names (server/kernel/events.ts), except those to one session. */
export const socketEvents = {
  /** Ledger, prices or rates of the holder changed: refetch before the five minutes are over. */
  "portfolio:changed": socketEvent<Holder & { version: string }>({
    to: "holderAndStaff",
    carries: { ...theHolder, version: true },
    stale: ({ holderType, holderId }) => {
      const ofHolder = { params: { holderType, holderId } };
      return {
        "portfolios.getPortfolio": ofHolder,
        "portfolios.listOrders": ofHolder,
        "portfolios.listTransactions": ofHolder,
        "portfolios.getPerformance": ofHolder,
        "portfolios.getProof": ofHolder,
        "money.get": ofHolder,
        "money.listMovements": ofHolder,
        "portfolios.listCandidates": {},
      };
    },
  }),
  /** The daily values were recalculated, shortly after a change of the portfolio: its history, not its holdings. */
  "performance:changed": socketEvent<Holder>({
    to: "holderAndStaff",
    carries: theHolder,
    stale: (params) => ({ "portfolios.getPerformance": { params } }),
  }),
  /** A request of the holder changed its state. */
  "request:changed": socketEvent<Holder & { requestId: number }>({
    to: "holderAndStaff",
    carries: { ...theHolder, requestId: true },
    stale: ({ holderType, holderId }) => ({
      "portfolios.listOrders": { params: { holderType, holderId } },
      "portfolios.listRequests": {},
      "portfolios.listCandidates": {},
      "money.get": { params: { holderType, holderId } },
    }),
  }),
  /** Cash, or who must confirm the holder's withdrawals, changed. */
  "money:changed": socketEvent<Holder>({
    to: "holderAndStaff",
    carries: theHolder,
    stale: ({ holderType, holderId }) => ({
      "money.get": { params: { holderType, holderId } },
      "portfolios.listRequests": {},
    }),
  }),
  /** The holder asked to join a definition, took it back or left, or staff decided. */
  "target:joined": socketEvent<Holder>({
    to: "holderAndStaff",
    carries: theHolder,
    stale: ({ holderType, holderId }) => ({
      "funds.listJoins": { params: { holderType, holderId } },
      "funds.getFit": { params: { holderType, holderId } },
      "funds.listAllJoins": {},
    }),
  }),
  /** A bank account of the holder was added, changed, removed, confirmed or refused. */
  "accounts:changed": socketEvent<Holder>({
    to: "holderAndStaff",
    carries: theHolder,
    stale: ({ holderType, holderId }) => ({
      "bankAccounts.list": { params: { holderType, holderId } },
      "bankAccounts.listNew": {},
      "timeline.get": { params: { holderType, holderId } },
    }),
  }),
  /** A notification was added, or removed from the list (also on another device). */
  notification: socketEvent<Holder & { notificationId: number }>({
    to: "holder",
    carries: { ...theHolder, notificationId: true },
    stale: ({ holderType, holderId: id }) =>
      holderType === "user"
        ? { "notifications.listOfUser": { params: { id } } }
        : { "notifications.listOfCompanies": {} },
  }),
  /** A person has seen notifications, on one of their devices. */
  "notification:seen": socketEvent<Holder>({
    to: "holder",
    carries: theHolder,
    stale: ({ holderId: id }) => ({
      "notifications.listOfUser": { params: { id } },
      "notifications.listOfCompanies": { params: { userId: id } },
    }),
  }),
  /** A form was saved (then with the draft's version) or submitted. */
  "form:changed": socketEvent<Holder & { formType: string; version?: number }>({
    to: "holderAndStaff",
    carries: { ...theHolder, formType: true, version: true },
    stale: ({ holderType, holderId, version }) => {
      const holder = { holderType, holderId };
      return {
        "forms.getStanding": { params: holder },
        ...review(holder),
        // A submitted renewal keeps its state; a saved draft has a version, and no list shows it.
        ...(version === undefined && profile(holder)),
      };
    },
  }),
  /** A document of the holder was added, opened or removed, or the firm's request for one changed. */
  "documents:changed": socketEvent<Holder>({
    to: "holderAndStaff",
    carries: theHolder,
    stale: ({ holderType, holderId }) => {
      const params = { holderType, holderId };
      return {
        "documents.list": { params },
        "documents.get": { params },
        "documents.listRequests": { params },
        "uploads.getRoom": { params },
        "timeline.get": { params },
      };
    },
  }),
  /** The thumbnail of a document of the holder was drawn. */
  "documents:drawn": socketEvent<Holder>({
    to: "holderAndStaff",
    carries: theHolder,
    stale: ({ holderType, holderId }) => ({ "documents.list": { params: { holderType, holderId } } }),
  }),
  /** A contract of the holder was made, filled in, signed, sealed, rejected or withdrawn, or it expired. */
  contract: socketEvent<Holder>({
    to: "holderAndStaff",
    carries: theHolder,
    stale: ({ holderType, holderId }) => {
      const params = { holderType, holderId };
      return {
        "contracts.list": { params },
        "contracts.get": { params },
        "contracts.listAll": {},
        // An approval may require it.
        "forms.getStanding": { params },
        ...review(params),
      };
    },
  }),
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
    stale: () => ({}),
  }),
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
    stale: ({ holderType, holderId }) => ({
      "chats.getUnread": { params: { holderType, holderId } },
      "chats.list": {},
    }),
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
    stale: () => ({}),
  }),
  /** Somebody has the conversation open. */
  presence: socketEvent<Holder & ChatPresence>({
    to: "holderAndStaff",
    carries: { ...theHolder, user_id: true, name: true, by_staff: true, until: true },
    stale: () => ({}),
  }),
  /** Staff assigned the conversation, or noted something beside it. */
  "chat:changed": socketEvent<Holder>({
    to: "staff",
    carries: theHolder,
    stale: ({ holderType, holderId }) => ({
      "chats.list": {},
      // Who is in charge; its messages follow the numbered changes.
      "chats.open": { params: { holderType, holderId } },
      "chats.listNotes": { params: { holderType, holderId } },
      "timeline.get": { params: { holderType, holderId } },
    }),
  }),
  /** A draft of public content was saved, or what is public changed. */
  "content:changed": socketEvent<{ kind: string }>({
    to: "staff",
    carries: { kind: true },
    stale: ({ kind }) =>
      kind === "page" ? { "content.listAll": {}, "content.listVersions": {}, "content.getVersion": {} } : {},
  }),
  /** A setting of the firm was saved. */
  "setting:changed": socketEvent<{ name: string }>({
    to: "staff",
    carries: { name: true },
    stale: ({ name }) => ({
      "settings.get": { params: { name } },
      ...(name === "documentTypes" && { "documents.listTypes": {} }),
      ...(name === "documentLimits" && { "uploads.getRoom": {} }),
      ...(name === "ticketRules" && { "tickets.listTopics": {}, "tickets.listAll": {}, "tickets.get": {} }),
      ...(name === "requiredContracts" && { "forms.getRevision": {} }),
      ...(name === "brand" && { "settings.getStoredBrand": {} }),
      ...((name === "depositInstructions" || name === "withdrawalRules") && { "money.get": {} }),
      // An open proposal says whether it can still be confirmed.
      ...(name === "depositInstructions" && { "proposals.list": {}, "proposals.get": {} }),
      "settings.listVersions": { params: { name: name as "amountBands" } },
    }),
  }),
  /**
   * A proposal, a submission, an import or a run for many was added or handled; with `holder`, a submission got a remark or an
   * acceptance.
   */
  "staffList:changed": socketEvent<{ part: StaffList; holder?: Holder }>({
    to: "staff",
    carries: { part: true, holder: theHolder },
    stale: ({ part, holder }) => ({ ...staleByStaffList[part], ...(holder && review(holder)) }),
  }),
  /** The holder's state, role, name or client number changed. */
  "holder:state": socketEvent<Holder>({
    to: "holderAndStaff",
    carries: theHolder,
    stale: (holder) => {
      const { holderType, holderId: id } = holder;
      return {
        "forms.getStanding": { params: holder },
        ...review(holder),
        ...profile(holder),
        ...(holderType === "user" && { "users.getState": { params: { id } } }),
        "companies.listOwn": holderType === "user" ? { params: { userId: id } } : { rows: { id } },
        "companies.getStartedState": {},
        // A proposal also shows the current value.
        ...staleByStaffList.proposals,
        "forms.list": { left: true },
        "portfolios.listRequests": { left: true },
      };
    },
  }),
  /** This session has ended: sign out. Follows from the server's `sessionsRevoked`, which names sessions. */
  "session:revoked": socketEvent<{ reason: "signedOut" | "ended" | "passwordChanged" | "disabled" }>({
    to: "session",
    carries: { reason: true },
    stale: () => ({}),
  }),
  /** This page has just connected, and may have missed events before. */
  "connection:missed": socketEvent<Record<string, never>>({
    to: "session",
    carries: {},
    stale: () => Object.fromEntries(staleByConnection.map((call) => [call, {}])),
  }),
};

export type ServerEventName = keyof typeof socketEvents;
/** The fields of each event. */
export type ServerEventFields = {
  [Name in ServerEventName]: (typeof socketEvents)[Name] extends SocketEvent<infer Fields> ? Fields : never;
};
export type ServerEvents = { [Name in ServerEventName]: (event: ServerEventFields[Name]) => void };

/** What an event makes stale, by its name. */
export const staleByEvent = <Name extends ServerEventName>(name: Name, event: ServerEventFields[Name]): StaleCalls =>
  (socketEvents[name].stale as (event: ServerEventFields[Name]) => StaleCalls)(event);
