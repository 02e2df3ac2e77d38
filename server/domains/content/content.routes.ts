/** The calls of the public pages. */
import type { content } from "@portico/api/content.ts";
import type { Handlers } from "../../http/handlers.ts";
import {
  archivePage,
  discardPage,
  getPageVersion,
  listAllPages,
  listPageVersions,
  publishPage,
  restorePage,
  savePage,
} from "./content.ts";
import { getPublicPage, listPublicPages, openPicture } from "./public.ts";

export const contentRoutes: Handlers<typeof content> = {
  list: (context) => listPublicPages(context),
  get: (context, { params, query }) => getPublicPage(context, params.page, query.language),
  getPicture: (context, { params }) => openPicture(context, params.picture),
  listAll: (context) => listAllPages(context),
  listVersions: (context, { params }) => listPageVersions(context, params.page),
  getVersion: (context, { params }) => getPageVersion(context, params.page, params.version),
  save: (context, { params, body }) => savePage(context, params.page, body.texts, body.since),
  publish: (context, { params, body }) => publishPage(context, params.page, body),
  archive: (context, { params, body }) => archivePage(context, params.page, body.version),
  discard: (context, { params, body }) => discardPage(context, params.page, body.since),
  restore: (context, { params, body }) => restorePage(context, params.page, body),
};
