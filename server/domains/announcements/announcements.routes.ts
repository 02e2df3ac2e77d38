/** The calls of announcements. */
import type { announcements } from "@portico/api/announcements.ts";
import type { Handlers } from "../../http/handlers.ts";
import { listAnnouncements, withdrawAnnouncement } from "./announcements.ts";
import { confirmUpload, discardUpload, getUpload, listUploads, previewFile } from "./upload.ts";

export const announcementsRoutes: Handlers<typeof announcements> = {
  list: (context, { query }) => listAnnouncements(context, query),
  preview: (context, { body }) => previewFile(context, body),
  listUploads: (context, { query }) => listUploads(context, query),
  getUpload: (context, { params }) => getUpload(context, params.id),
  confirm: (context, { params, body }) => confirmUpload(context, params.id, body.acceptMarked),
  discard: (context, { params }) => discardUpload(context, params.id),
  withdraw: (context, { params, body }) => withdrawAnnouncement(context, params.id, body.reason),
};
