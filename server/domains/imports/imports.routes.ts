/** The calls about files uploaded by staff. */
import type { imports } from "@portico/api/imports.ts";
import type { Handlers } from "../../http/handlers.ts";
import {
  answerImport,
  confirmImport,
  discardImport,
  getImport,
  listImports,
  previewArchive,
  previewImport,
} from "./imports.ts";
import { acceptMarked, listQuotes } from "./quotes/quotes.ts";

export const importsRoutes: Handlers<typeof imports> = {
  preview: (context, { body }) => previewImport(context, body),
  previewArchive: (context, { body }) => previewArchive(context, body),
  confirm: (context, { params }) => confirmImport(context, params.id),
  answer: (context, { params, body }) => answerImport(context, params.id, body),
  discard: (context, { params }) => discardImport(context, params.id),
  listQuotes: (context, { params, query }) => listQuotes(context, params.id, query),
  acceptQuotes: (context, { params, body }) => acceptMarked(context, params.id, body),
  get: (context, { params }) => getImport(context, params.id),
  list: (context, { query }) => listImports(context, query),
};
