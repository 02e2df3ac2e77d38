/** Tickets: what holders and the firm write to each other about one matter, until it is resolved. */
import { z } from "zod";
import { defineEndpoints, holder, signedIn, staff } from "./endpoint.ts";
import { uploadBodyLimit } from "./files.ts";
import { messageMaxLength } from "./rules/limits.ts";
import { lateReasons, ticketLimits, ticketPromiseKinds, ticketQueues, unaddedMailSections } from "./rules/tickets.ts";
import {
  assignedTo,
  bodyId,
  day,
  done,
  holderParams,
  holderType,
  id,
  ofHolder,
  page,
  pageQuery,
  recordedDay,
} from "./shapes.ts";
import {
  ticketAbout,
  ticketClock,
  ticketComment,
  ticketContent,
  ticketDetail,
  ticketPriority,
  ticketPromisesKept,
  ticketRow,
  ticketState,
  ticketTag,
  ticketTitle,
  ticketTopic,
  topicId,
  unaddedMail,
  written,
} from "./tickets/shapes.ts";

export type * from "./tickets/shapes.ts";

const ticketParams = holderParams.extend({ id });
/** `holder`: without what only staff get, for the client's pages that staff look at. */
const asHolder = { as: z.literal("holder").optional() };
/** Days of the firm's calendar, with the last. */
const reportPeriod = { from: recordedDay, to: recordedDay };
const nothing = z.strictObject({}).optional();
const writing = [{ tries: 60, seconds: 600, per: "person" }] as const;

export const tickets = defineEndpoints({
  listTopics: {
    method: "GET",
    path: "/ticket/topics",
    summary: "The topics of tickets, with their names in three languages.",
    access: signedIn,
    machine: true,
    readTogether: true,
    /** Archived ones were removed from the setting while tickets had them. */
    answer: z.array(ticketTopic.extend({ archived: z.boolean() })),
  },
  listTags: {
    method: "GET",
    path: "/ticket/tags",
    summary: "Tags of the last tickets that have any, the most frequent first.",
    access: staff("internal"),
    answer: z.array(z.string()),
  },
  create: {
    method: "POST",
    path: "/ticket/:holderType/:holderId",
    summary:
      "Opens a ticket; staff for the holder, who is then told. The same key by the same person is the same ticket.",
    access: holder("internal"),
    machine: true,
    params: holderParams,
    body: z.strictObject({
      ...written,
      title: ticketTitle,
      content: ticketContent,
      /** The first of the topics that the caller may choose if missing. */
      topic: topicId.optional(),
      about: ticketAbout.optional(),
    }),
    answer: ticketDetail,
    errors: ["contradictsSession", "keyReused", "fileRefused", "tooManyRequests", "forbidden"],
    bodyLimit: uploadBodyLimit,
    rateLimits: writing,
  },
  list: {
    method: "GET",
    path: "/ticket/:holderType/:holderId",
    summary: "The holder's tickets, the newest first.",
    access: holder("internal"),
    readTogether: true,
    params: holderParams,
    query: z.object({ ...pageQuery, ...asHolder, state: ticketState.optional() }),
    answer: page({
      tickets: z.array(ticketRow),
      /** In how many it is the holder's turn, at most a hundred. */
      awaiting: z.number().int(),
      /** What the reader may do besides. */
      can: z.object({ create: z.boolean(), attach: z.boolean() }),
    }),
  },
  listAll: {
    method: "GET",
    path: "/ticket",
    summary:
      "Tickets of all holders: those that wait longest first, (`soon`, `late`) those due first, or (`all`) the newest first.",
    access: staff("internal"),
    fromReplica: true,
    query: z.object({
      ...pageQuery,
      ...ofHolder,
      queue: z.enum(ticketQueues).default("all"),
      state: ticketState.optional(),
      topic: topicId.optional(),
      priority: ticketPriority.optional(),
      tag: ticketTag.optional(),
      /** The colleague who looks after it; 0: nobody. */
      assigned: z.coerce.number().int().min(0).optional(),
      /** Neither late nor about to be. */
      due: z.literal("later").optional(),
      /** Only those that are late, for this reason. */
      why: z.enum(lateReasons).optional(),
      /** Opened on these days of the firm. */
      from: recordedDay.optional(),
      to: recordedDay.optional(),
      /** Words of title, text, comments or (of all holders) the holder's name, each by its beginning; a client number; or the number. */
      search: z.string().trim().max(120).optional(),
    }),
    answer: page({
      tickets: z.array(ticketRow),
      /** How many there are, at most a thousand (of a search a hundred); only on the first page. */
      count: z.number().int().nullable(),
      /** How many tickets each queue has, at most a thousand; only on the first page. */
      queues: z
        .object({
          mine: z.number().int(),
          unassigned: z.number().int(),
          waiting: z.number().int(),
          soon: z.number().int(),
          late: z.number().int(),
        })
        .nullable(),
    }),
  },
  report: {
    method: "GET",
    path: "/staff/ticket-report",
    summary: "Promises kept and not kept by the tickets opened in a period of up to a year.",
    access: staff("admin"),
    fromReplica: true,
    query: z.object(reportPeriod),
    answer: z.object({
      all: ticketPromisesKept,
      topics: z.array(ticketPromisesKept.extend({ topic: z.string() })),
      /** By who answered first, and who looks after it; null: nobody. */
      people: z.array(ticketPromisesKept.extend({ person: id.nullable(), name: z.string().nullable() })),
      /** By the Monday of the week in which they were opened, the newest first. */
      weeks: z.array(
        ticketPromisesKept.extend({ week: day, /** All that were opened in it. */ opened: z.number().int() }),
      ),
    }),
  },
  listLate: {
    method: "GET",
    path: "/staff/ticket-report/late",
    summary:
      "Tickets of the report that were late or are, the newest first, each with what its due time followed from.",
    access: staff("admin"),
    fromReplica: true,
    query: z.object({
      ...pageQuery,
      ...reportPeriod,
      kind: z.enum(ticketPromiseKinds),
      topic: topicId.optional(),
      /** 0: nobody. */
      person: z.coerce.number().int().min(0).optional(),
      /** A Monday. */
      week: day.optional(),
    }),
    answer: page({ tickets: z.array(z.object({ ticket: ticketRow, clock: ticketClock })) }),
  },
  get: {
    method: "GET",
    path: "/ticket/:holderType/:holderId/:id",
    summary: "A ticket with its text and its files.",
    access: holder("internal"),
    params: ticketParams,
    query: z.object(asHolder),
    answer: ticketDetail,
  },
  resolve: {
    method: "PATCH",
    path: "/ticket/:holderType/:holderId/:id/resolve",
    summary: "The matter is settled; a comment of the holder opens the ticket again.",
    access: holder("internal"),
    machine: true,
    params: ticketParams,
    body: nothing,
    answer: ticketDetail,
    errors: ["stateConflict"],
  },
  resolveByTitle: {
    method: "PATCH",
    path: "/ticket/:holderType/:holderId/resolve-by-title",
    summary: "Resolves the holder's open tickets of exactly this title; answers to how many.",
    access: holder("internal"),
    params: holderParams,
    body: z.strictObject({ title: ticketTitle }),
    answer: z.object({ resolved: z.number().int() }),
  },
  assign: {
    method: "PATCH",
    path: "/ticket/:id/assign",
    summary: "A member of staff looks after the ticket; null: nobody.",
    access: staff("office"),
    machine: true,
    params: z.object({ id }),
    body: assignedTo,
    answer: ticketDetail,
    errors: ["stateConflict", "fourEyes"],
  },
  claim: {
    method: "PATCH",
    path: "/ticket/:id/claim",
    summary:
      "The caller looks after a ticket that nobody has; `claimed`, with the name in `by`, if a colleague has it.",
    access: staff("office"),
    params: z.object({ id }),
    body: nothing,
    answer: done,
    errors: ["claimed", "stateConflict", "fourEyes"],
  },
  close: {
    method: "PATCH",
    path: "/ticket/:id/close",
    summary:
      "Closes the ticket for good. `message` is the last answer to the client; without it `badInput` if nobody ever answered them.",
    access: staff("internal"),
    machine: true,
    params: z.object({ id }),
    body: z.strictObject({ message: z.string().trim().max(messageMaxLength).optional() }).optional(),
    answer: ticketDetail,
    errors: ["stateConflict", "fourEyes"],
  },
  arrange: {
    method: "PATCH",
    path: "/ticket/:id/arrange",
    summary: "Sets topic and priority, adds and removes tags; what is not named stays.",
    access: staff("internal"),
    machine: true,
    params: z.object({ id }),
    body: z.strictObject({
      topic: topicId.optional(),
      priority: ticketPriority.optional(),
      add_tags: z.array(ticketTag).max(ticketLimits.tags).default([]),
      remove_tags: z.array(ticketTag).max(ticketLimits.tags).default([]),
    }),
    answer: ticketDetail,
    errors: ["stateConflict", "fourEyes"],
  },
  merge: {
    method: "PATCH",
    path: "/ticket/:id/merge",
    summary: "Merges the ticket into another unfinished one of the same holder; answers to that one.",
    access: staff("internal"),
    params: z.object({ id }),
    body: z.strictObject({ into: bodyId }),
    answer: ticketDetail,
    errors: ["stateConflict", "fourEyes"],
  },
  unmerge: {
    method: "PATCH",
    path: "/ticket/:id/unmerge",
    summary: "Undoes a merge of the last day; the ticket is as it was, what was written in the other one stays there.",
    access: staff("internal"),
    params: z.object({ id }),
    body: nothing,
    answer: ticketDetail,
    errors: ["stateConflict", "fourEyes"],
  },
  watch: {
    method: "PATCH",
    path: "/ticket/:id/watch",
    summary: "The caller is notified of what the client writes, or no longer.",
    access: staff("internal"),
    params: z.object({ id }),
    body: z.strictObject({ watching: z.boolean() }),
    answer: done,
    errors: ["fourEyes"],
  },
  showTyping: {
    method: "POST",
    path: "/ticket/:id/typing",
    summary: "The caller is writing; shown to colleagues for six seconds, and stored nowhere.",
    access: staff("internal"),
    params: z.object({ id }),
    body: nothing,
    answer: done,
    errors: ["fourEyes"],
  },
  addComment: {
    method: "POST",
    path: "/ticket/:holderType/:holderId/:id/comments",
    summary:
      "Writes to the other side, or (`internal`) a note for staff. The same key by the same person is the same comment.",
    access: holder("internal"),
    machine: true,
    params: ticketParams,
    body: z.strictObject({
      ...written,
      content: ticketContent,
      internal: z.boolean().default(false),
      /**
       * Staff: the last public answer of the firm that the sender has seen, 0 for none. A later one of a colleague refuses
       * the call; without this it is not looked for.
       */
      seen: z.int().min(0).optional(),
    }),
    answer: ticketComment,
    errors: [
      "stateConflict",
      "contradictsSession",
      "keyReused",
      "newerAnswer",
      "ticketMerged",
      "fileRefused",
      "tooManyRequests",
      "forbidden",
      "fourEyes",
    ],
    bodyLimit: uploadBodyLimit,
    rateLimits: writing,
  },
  listComments: {
    method: "GET",
    path: "/ticket/:holderType/:holderId/:id/comments",
    summary: "The comments of a ticket, the oldest first; notes of staff for staff alone.",
    access: holder("internal"),
    params: ticketParams,
    query: z.object({ ...pageQuery, ...asHolder }),
    answer: page({ comments: z.array(ticketComment) }),
  },
  getMail: {
    method: "GET",
    path: "/ticket/:holderType/:holderId/:id/comments/:commentId/mail",
    summary: "All of the mail of which the comment is a part, with what it quotes.",
    access: holder("internal"),
    params: ticketParams.extend({ commentId: id }),
    query: z.object(asHolder),
    answer: z.object({
      text: z.string(),
      /** The mail is longer than what is kept here. */
      is_cut: z.boolean(),
    }),
  },
  listMails: {
    method: "GET",
    path: "/staff/ticket-mail",
    summary: "Mails to the firm's mailbox that became no comment, with the reason, the newest first.",
    access: staff("internal"),
    query: z.object({ ...pageQuery, section: z.enum(unaddedMailSections).default("open") }),
    answer: page({
      mails: z.array(unaddedMail),
      /** How many each section has, at most a thousand; only on the first page. */
      counts: z.object({ open: z.number().int(), machines: z.number().int() }).nullable(),
    }),
  },
  addMail: {
    method: "POST",
    path: "/staff/ticket-mail/:id/add",
    summary: "Adds the mail's text to a ticket: as the client's if the sender is proved to be theirs, else as a note.",
    access: staff("internal"),
    params: z.object({ id }),
    body: z.strictObject({ ticket: bodyId }),
    answer: z.object({ holder_type: holderType, holder_id: id, ticket: id, internal: z.boolean() }),
    errors: ["stateConflict", "fourEyes", "ticketMerged"],
  },
  finishMail: {
    method: "PATCH",
    path: "/staff/ticket-mail/:id/finish",
    summary: "Somebody dealt with the mail in another way.",
    access: staff("internal"),
    params: z.object({ id }),
    body: nothing,
    answer: done,
    errors: ["stateConflict"],
  },
});
