/** The calls of tickets. */
import type { tickets } from "@portico/api/tickets.ts";
import { beginWith, type Handlers } from "../../http/handlers.ts";
import { getMail } from "./by-mail/received.ts";
import { addMail, finishMail, listMails } from "./by-mail/unadded.ts";
import { addComment, showTyping } from "./comments.ts";
import { openTicket } from "./creation.ts";
import { mergeTicket, unmergeTicket } from "./merging/merging.ts";
import { listLate, reportTickets } from "./promises/report.ts";
import { listAllTickets } from "./queues/queues.ts";
import { arrange, listKnownTags, watchTicket } from "./queues/triage.ts";
import { clockRow, ticketsRow } from "./tickets.queries.ts";
import { getTicket, listHolderTickets, listTicketComments } from "./tickets.ts";
import { listTopics } from "./topics/topics.ts";
import { assignTicket, claimTicket, closeTicket, resolveByTitle, resolveTicket } from "./transitions.ts";

export const ticketsRoutes: Handlers<typeof tickets> = {
  listTopics: ({ db }) => listTopics(db),
  listTags: (context) => listKnownTags(context),
  create: (context, { holder, body }) => openTicket(context, holder, body),
  list: beginWith(ticketsRow, (context, { holder, query, row }) => listHolderTickets(context, holder, query, row)),
  listAll: beginWith(clockRow, (context, { query, row }) => listAllTickets(context, query, row)),
  report: (context, { query }) => reportTickets(context, query),
  listLate: (context, { query }) => listLate(context, query),
  get: beginWith(clockRow, (context, { holder, params, query, row }) =>
    getTicket(context, params.id, { holder, as: query.as, row }),
  ),
  resolve: (context, { params }) => resolveTicket(context, params),
  resolveByTitle: (context, { holder, body }) => resolveByTitle(context, holder, body.title),
  assign: (context, { params, body }) => assignTicket(context, params.id, body.admin_id),
  claim: (context, { params }) => claimTicket(context, params.id),
  close: (context, { params, body }) => closeTicket(context, params.id, body?.message),
  arrange: (context, { params, body }) => arrange(context, params.id, body),
  merge: (context, { params, body }) => mergeTicket(context, params.id, body.into),
  unmerge: (context, { params }) => unmergeTicket(context, params.id),
  watch: (context, { params, body }) => watchTicket(context, params.id, body.watching),
  showTyping: (context, { params }) => showTyping(context, params.id),
  addComment: (context, { params, body }) => addComment(context, params, body),
  listComments: (context, { params, query }) => listTicketComments(context, params, query),
  getMail: (context, { params, query }) => getMail(context, params, query.as),
  listMails: (context, { query }) => listMails(context, query),
  addMail: (context, { params, body }) => addMail(context, params.id, body.ticket),
  finishMail: (context, { params }) => finishMail(context, params.id),
};
