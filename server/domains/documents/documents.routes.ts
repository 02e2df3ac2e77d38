/** The calls about documents. */
import type { documents } from "@portico/api/documents.ts";
import type { Handlers } from "../../http/handlers.ts";
import { getSetting } from "../settings/settings.service.ts";
import { confirmBatch, discardBatch, excludeFromBatch, getBatch, listBatches, startBatch } from "./batches.service.ts";
import { addDocuments, addVersion } from "./documents.add.service.ts";
import { removeDocument, restoreDocument } from "./documents.bin.service.ts";
import { correctDocument } from "./documents.corrections.service.ts";
import { askForDocument, closeRequest, listRequests } from "./documents.requests.service.ts";
import { getDocument, listHolderDocuments, markOpened } from "./documents.service.ts";
import { readThumbnail } from "./documents.thumbnails.service.ts";
import { zipDocuments } from "./documents.zip.service.ts";

export const documentsRoutes: Handlers<typeof documents> = {
  listTypes: async ({ db }) => (await getSetting(db, "documentTypes")).types,
  add: (context, { params, body }) => addDocuments(context, params, body),
  get: (context, { params }) => getDocument(context, params, params.docId),
  list: (context, { params, query }) => listHolderDocuments(context, params, { ...query, type: params.type }),
  zip: (context, { params, query }) => zipDocuments(context, params, query.ids),
  getThumbnail: (context, { params }) => readThumbnail(context, params, params),
  addVersion: (context, { params, body }) => addVersion(context, params, params.docId, body),
  correct: (context, { params, body }) => correctDocument(context, params, params.docId, body),
  markOpened: (context, { params }) => markOpened(context, params, params.docId),
  remove: (context, { params }) => removeDocument(context, params.id),
  restore: (context, { params }) => restoreDocument(context, params.id),
  listRequests: (context, { params }) => listRequests(context, params),
  ask: (context, { params, body }) => askForDocument(context, params, body),
  startBatch: (context, { body }) => startBatch(context, body),
  listBatches: (context) => listBatches(context),
  getBatch: (context, { params }) => getBatch(context, params.batchId),
  excludeFromBatch: (context, { params, body }) => excludeFromBatch(context, params.batchId, body),
  confirmBatch: (context, { params, body }) => confirmBatch(context, params.batchId, body.seen),
  discardBatch: (context, { params }) => discardBatch(context, params.batchId),
  closeRequest: (context, { params, body }) => closeRequest(context, params, params.requestId, body),
};
