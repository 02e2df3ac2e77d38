/** The calls of reports. */
import type { reports } from "@portico/api/reports.ts";
import type { Handlers } from "../../http/handlers.ts";
import { sendCsv, sendPdf, sendXlsx } from "./files/files.ts";
import { importOwnCosts, previewOwnCosts } from "./own-costs/file.ts";
import { listOwnCosts, saveOwnCosts, withdrawOwnCosts } from "./own-costs/own-costs.ts";
import { askForReport, getReport, listHolderReports } from "./reports.ts";
import { askForStatement, listStatementOpenings } from "./statements/statements.ts";
import { listHolderSubscriptions, subscribe, unsubscribe } from "./subscriptions/subscriptions.ts";

export const reportsRoutes: Handlers<typeof reports> = {
  ask: (context, { holder, body }) => askForReport(context, holder, body),
  list: (context, { holder, query }) => listHolderReports(context, holder, query),
  get: (context, { params }) => getReport(context, params.id),
  getPdf: (context, { params }) => sendPdf(context, params.id),
  getXlsx: (context, { params }) => sendXlsx(context, params.id),
  getCsv: (context, { params }) => sendCsv(context, params.id),
  listSubscriptions: (context, { holder }) => listHolderSubscriptions(context, holder),
  subscribe: (context, { holder, body }) => subscribe(context, holder, body),
  unsubscribe: (context, { holder, params }) => unsubscribe(context, holder, params.subscriptionId),
  askForStatement: (context, { holder, body }) => askForStatement(context, holder, body.language),
  listStatementOpenings: (context, { query }) => listStatementOpenings(context, query),
  listOwnCosts: (context, { params }) => listOwnCosts(context, params.id),
  saveOwnCosts: (context, { params, body }) => saveOwnCosts(context, params.id, body),
  withdrawOwnCosts: (context, { params }) => withdrawOwnCosts(context, params),
  previewOwnCosts: (context, { body }) => previewOwnCosts(context, body),
  importOwnCosts: (context, { body }) => importOwnCosts(context, body),
};
