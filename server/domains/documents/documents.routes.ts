/** The calls about documents. */
import type { documents } from "@portico/api/documents.ts";
import { beginWith, type Handlers } from "../../http/handlers.ts";
import { getSetting } from "../settings/settings.ts";
import { addDocuments, addVersion } from "./adding.ts";
import { confirmBatch, discardBatch, excludeFromBatch, getBatch, listBatches, startBatch } from "./batches/batches.ts";
import { correctDocument } from "./corrections.ts";
import { documentsRow } from "./documents.queries.ts";
import { getDocument, listHolderDocuments, markOpened } from "./documents.ts";
import { readThumbnail } from "./processing/thumbnails.ts";
import { removeDocument, restoreDocument } from "./removal/bin.ts";
import { askForDocument, closeRequest, listRequests } from "./requests/requests.ts";
import { cancelRound, getRound, listRounds, remindRound } from "./rounds/rounds.ts";
import { zipDocuments } from "./zip.ts";

export const documentsRoutes: Handlers<typeof documents> = {
  listTypes: async ({ db }) => (await getSetting(db, "documentTypes")).types,
  add: (context, { params, body }) => addDocuments(context, params, body),
  get: (context, { holder, params }) => getDocument(context, holder, params.docId),
  list: beginWith(documentsRow, (context, { holder, params, query, row }) =>
    listHolderDocuments(context, holder, { ...query, type: params.type }, row),
  ),
  zip: (context, { holder, query }) => zipDocuments(context, holder, query.ids),
  getThumbnail: (context, { holder, params }) => readThumbnail(context, holder, params),
  addVersion: (context, { holder, params, body }) => addVersion(context, holder, params.docId, body),
  correct: (context, { holder, params, body }) => correctDocument(context, holder, params.docId, body),
  markOpened: (context, { holder, params }) => markOpened(context, holder, params.docId),
  remove: (context, { params }) => removeDocument(context, params.id),
  restore: (context, { params }) => restoreDocument(context, params.id),
  listRequests: (context, { holder }) => listRequests(context, holder),
  ask: (context, { holder, body }) => askForDocument(context, holder, body),
  startBatch: (context, { body }) => startBatch(context, body),
  listBatches: (context) => listBatches(context),
  getBatch: (context, { params }) => getBatch(context, params.batchId),
  excludeFromBatch: (context, { params, body }) => excludeFromBatch(context, params.batchId, body),
  confirmBatch: (context, { params, body }) => confirmBatch(context, params.batchId, body.seen),
  discardBatch: (context, { params }) => discardBatch(context, params.batchId),
  listRounds: (context) => listRounds(context),
  getRound: (context, { params }) => getRound(context, params.roundId),
  remindRound: (context, { params }) => remindRound(context, params.roundId),
  cancelRound: (context, { params }) => cancelRound(context, params.roundId),
  closeRequest: (context, { holder, params, body }) => closeRequest(context, holder, params.requestId, body),
};
