/** The calls of target funds. */
import type { funds } from "@portico/api/funds.ts";
import type { Handlers } from "../../http/handlers.ts";
import {
  archiveDefinition,
  createDefinition,
  discardDefinitionDraft,
  featureDefinition,
  listAllDefinitions,
  openDefinition,
  publishDefinition,
  removeDefinition,
  restoreDefinition,
  saveDefinition,
} from "./definitions/definitions.ts";
import { listDefinitionIds, orderDefinitions } from "./definitions/order.ts";
import { getDefinition, listDefinitions, listFeatured } from "./definitions/public.ts";
import {
  addFundDocument,
  downloadFundDocument,
  downloadPublicDocument,
  listExpiringDocuments,
  removeFundDocument,
} from "./documents/documents.ts";
import { createFund, getFund, listFunds, openFund, saveFund } from "./funds.ts";
import { getDefinitionHistory, getFundNavs } from "./history/history.ts";
import { decideJoin, getFit, join, listAllJoins, listJoins, withdrawJoin } from "./joins/joins.ts";
import { correctNav } from "./navs/corrections.ts";
import { confirmNavs, discardNavs, getNavUpload, listNavUploads, previewNavs } from "./navs/upload.ts";

export const fundsRoutes: Handlers<typeof funds> = {
  listDefinitions: (context, { query }) => listDefinitions(context, query),
  listFeaturedDefinitions: (context) => listFeatured(context),
  getDefinition: (context, { params, query }) => getDefinition(context, params.id, query),
  getDefinitionHistory: (context, { params }) => getDefinitionHistory(context, params.id),
  getDefinitionDocument: (context, { params }) => downloadPublicDocument(context, params.id, params.documentId),
  createDefinition: (context, { body }) => createDefinition(context, body),
  saveDefinition: (context, { params, body }) => saveDefinition(context, params.id, body),
  orderDefinitions: (context, { body }) => orderDefinitions(context, body),
  removeDefinition: (context, { params }) => removeDefinition(context, params.id),
  listAllDefinitions: (context, { query }) => listAllDefinitions(context, query),
  openDefinition: (context, { params }) => openDefinition(context, params.id),
  listDefinitionIds: (context) => listDefinitionIds(context),
  publishDefinition: (context, { params, body }) => publishDefinition(context, params.id, body),
  archiveDefinition: (context, { params, body }) => archiveDefinition(context, params.id, body.version),
  restoreDefinition: (context, { params, body }) => restoreDefinition(context, params.id, body),
  discardDefinitionDraft: (context, { params, body }) => discardDefinitionDraft(context, params.id, body.edit),
  featureDefinition: (context, { params, body }) => featureDefinition(context, params.id, body.featured),

  listFunds: (context, { query }) => listFunds(context, query),
  getFund: (context, { params }) => getFund(context, params.id),
  getFundNavs: (context, { params, query }) => getFundNavs(context, params.id, query),
  getFundDocument: (context, { params }) => downloadFundDocument(context, params.id, params.documentId),
  createFund: (context, { body }) => createFund(context, body),
  saveFund: (context, { params, body }) => saveFund(context, params.id, body),
  openFund: (context, { params }) => openFund(context, params.id),
  correctNav: (context, { params, body }) => correctNav(context, params.id, body),
  addFundDocument: (context, { params, body }) => addFundDocument(context, params.id, body),
  removeFundDocument: (context, { params }) => removeFundDocument(context, params.id, params.documentId),
  listExpiringDocuments: (context, { query }) => listExpiringDocuments(context, query.days),
  previewNavs: (context, { body }) => previewNavs(context, body),
  getNavUpload: (context, { params }) => getNavUpload(context, params.id),
  confirmNavs: (context, { params, body }) => confirmNavs(context, params.id, body),
  discardNavs: (context, { params }) => discardNavs(context, params.id),
  listNavUploads: (context, { query }) => listNavUploads(context, query),

  getFit: (context, { holder, params }) => getFit(context, holder, params.definitionId),
  join: (context, { holder, body }) => join(context, holder, body),
  listJoins: (context, { holder }) => listJoins(context, holder),
  withdrawJoin: (context, { holder, params }) => withdrawJoin(context, holder, params.joinId),
  listAllJoins: (context, { query }) => listAllJoins(context, query),
  decideJoin: (context, { params, body }) => decideJoin(context, params.id, body),
};
