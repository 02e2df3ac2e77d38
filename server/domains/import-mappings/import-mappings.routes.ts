/** The calls of mappings of files. */
import type { importMappings } from "@portico/api/import-mappings.ts";
import type { Handlers } from "../../http/handlers.ts";
import { changeMapping, createMapping, endMapping, getMapping, listMappings, tryMapping } from "./import-mappings.ts";

export const importMappingsRoutes: Handlers<typeof importMappings> = {
  list: (context) => listMappings(context),
  get: (context, { params }) => getMapping(context, params.id),
  create: (context, { body }) => createMapping(context, body),
  change: (context, { params, body }) => changeMapping(context, params.id, body),
  retire: (context, { params }) => endMapping(context, params.id, "retire"),
  restore: (context, { params }) => endMapping(context, params.id, "restore"),
  try: (context, { body }) => tryMapping(context, body),
};
