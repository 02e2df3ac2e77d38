/** The calls about the rights of people whose data is kept. */
import type { dataRights } from "@portico/api/data-rights.ts";
import type { Handlers } from "../../http/handlers.ts";
import { askArchive, downloadArchive } from "./archives/archives.ts";
import { askErasure, previewErasure } from "./erasures/erasures.ts";
import { listEveryHold } from "./holds/all-holds.ts";
import { liftHold, placeHold } from "./holds/holds.ts";
import { readDataRights } from "./overview.ts";

export const dataRightsRoutes: Handlers<typeof dataRights> = {
  get: (context, { holder }) => readDataRights(context, holder),
  listHolds: (context, { query }) => listEveryHold(context, query),
  placeHold: (context, { holder, body }) => placeHold(context, holder, body),
  liftHold: (context, { holder, params, body }) => liftHold(context, holder, { holdId: params.holdId, ...body }),
  askArchive: (context, { holder, body }) => askArchive(context, holder, body.reason),
  previewErasure: (context, { holder }) => previewErasure(context, holder),
  askErasure: (context, { holder, body }) => askErasure(context, holder, body),
  downloadArchive: (context, { holder, params }) => downloadArchive(context, holder, params.archiveId),
};
