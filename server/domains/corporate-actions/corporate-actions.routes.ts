/** The calls of corporate actions. */
import type { corporateActions } from "@portico/api/corporate-actions.ts";
import type { Handlers } from "../../http/handlers.ts";
import { cancelAction, changeAction, confirmAction, createAction } from "./actions.ts";
import { electByClient, electByStaff, listAllElections } from "./elections.ts";
import { getAction, listAllActions } from "./listing.ts";
import { listOwnActions } from "./own-actions.ts";
import { decideShare, dropRun, listRunHolders, previewRun, startRun } from "./runs.ts";

export const corporateActionsRoutes: Handlers<typeof corporateActions> = {
  list: (context, { query }) => listAllActions(context, query),
  get: (context, { params }) => getAction(context, params.id),
  create: (context, { body }) => createAction(context, body),
  change: (context, { params, body }) => changeAction(context, params.id, body),
  confirm: (context, { params, body }) => confirmAction(context, params.id, body.version),
  cancel: (context, { params, body }) => cancelAction(context, params.id, body.reason),
  preview: (context, { params, body }) => previewRun(context, params.id, body.kind),
  listHolders: (context, { params, query }) => listRunHolders(context, params, query),
  decide: (context, { params, body }) => decideShare(context, params, body),
  start: (context, { params }) => startRun(context, params.id, params.runId),
  drop: (context, { params }) => dropRun(context, params.id, params.runId),
  listElections: (context, { params, query }) => listAllElections(context, params.id, query),
  recordElection: (context, { params, body }) => electByStaff(context, params.id, body),
  listOwn: (context, { holder }) => listOwnActions(context, holder),
  elect: (context, { params, body }) => electByClient(context, params, body),
};
