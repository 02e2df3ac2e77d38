/** The calls of reconciliation. */
import type { reconciliation } from "@portico/api/reconciliation.ts";
import type { Handlers } from "../../http/handlers.ts";
import { explainBreak, noteBreak, takeBreak } from "./breaks.ts";
import { listAgreed, listBreaks, listDays } from "./lists.ts";

export const reconciliationRoutes: Handlers<typeof reconciliation> = {
  listDays: (context, { query }) => listDays(context, query),
  listBreaks: (context, { query }) => listBreaks(context, query),
  takeBreak: (context, { params, body }) => takeBreak(context, params.id, body),
  noteBreak: (context, { params, body }) => noteBreak(context, params.id, body),
  explainBreak: (context, { params, body }) => explainBreak(context, params.id, body),
  listAgreed: (context, { holder }) => listAgreed(context, holder),
};
