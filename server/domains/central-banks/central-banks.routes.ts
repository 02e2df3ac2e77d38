/** The calls of central banks' rates. */
import type { centralBanks } from "@portico/api/central-banks.ts";
import type { Handlers } from "../../http/handlers.ts";
import { listHeldYears } from "./held.ts";
import { confirmArchive, discardArchive, getArchive, listArchives, previewArchive } from "./upload.ts";

export const centralBanksRoutes: Handlers<typeof centralBanks> = {
  list: (context) => listHeldYears(context),
  previewArchive: (context, { body }) => previewArchive(context, body),
  listUploads: (context, { query }) => listArchives(context, query),
  getUpload: (context, { params }) => getArchive(context, params.id),
  confirmArchive: (context, { params, body }) => confirmArchive(context, params.id, body.acceptMarked),
  discardArchive: (context, { params }) => discardArchive(context, params.id),
};
