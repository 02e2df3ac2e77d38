/** The calls of screening. */
import type { screening } from "@portico/api/screening.ts";
import type { Handlers } from "../../http/handlers.ts";
import { decide, getCandidate, getOfHolder, listCandidates } from "./candidates/candidates.ts";
import { discardList, getList, listLists, previewList, takeList } from "./lists/lists.ts";
import { downloadOriginal } from "./lists/originals.ts";
import { screenNow } from "./runs/asked.ts";

export const screeningRoutes: Handlers<typeof screening> = {
  listCandidates: (context, { query }) => listCandidates(context, query),
  getCandidate: (context, { params }) => getCandidate(context, params.id),
  decide: (context, { params, body }) => decide(context, params.id, body),
  ofHolder: (context, { holder }) => getOfHolder(context, holder),
  screenNow: (context, { holder }) => screenNow(context, holder),
  listLists: (context, { query }) => listLists(context, query),
  previewList: (context, { body }) => previewList(context, body),
  getList: (context, { params }) => getList(context, params.id),
  downloadList: (context, { params }) => downloadOriginal(context, params.id),
  takeList: (context, { params, body }) => takeList(context, params.id, body),
  discardList: (context, { params }) => discardList(context, params.id),
};
