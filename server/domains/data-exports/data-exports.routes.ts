/** The calls of exports. */
import type { dataExports } from "@portico/api/data-exports.ts";
import type { Handlers } from "../../http/handlers.ts";
import { createExport, downloadExport, endExport, getExport, listExportPage } from "./data-exports.ts";

export const dataExportsRoutes: Handlers<typeof dataExports> = {
  create: (context, { body }) => createExport(context, body),
  list: (context, { query }) => listExportPage(context, query),
  get: (context, { params }) => getExport(context, params.id),
  cancel: (context, { params }) => endExport(context, params.id),
  download: (context, { params }) => downloadExport(context, params.id, params.content),
};
