/** The calls about files that staff upload. */
import type { imports } from "@portico/api/imports.ts";
import type { Handlers } from "../../http/handlers.ts";
import { confirmImport } from "./imports.confirm.ts";
import { discardImport, getImport, listImports, previewImport } from "./imports.service.ts";

export const importsRoutes: Handlers<typeof imports> = {
  preview: (context, { body }) => previewImport(context, body),
  confirm: (context, { params }) => confirmImport(context, params.id),
  discard: (context, { params }) => discardImport(context, params.id),
  get: (context, { params }) => getImport(context, params.id),
  list: (context, { query }) => listImports(context, query),
};
