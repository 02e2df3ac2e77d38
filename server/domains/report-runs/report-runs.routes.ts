/** The calls of runs of reports. */
import type { reportRuns } from "@portico/api/report-runs.ts";
import type { Handlers } from "../../http/handlers.ts";
import { getHolderReport, listHolderReports } from "./holder-reports.ts";
import { sendProofCsv, sendProofXlsx } from "./proof/proof.ts";
import {
  actOnRun,
  allowRunGaps,
  createRun,
  getRun,
  listAddresseePage,
  listRunPage,
  makeSample,
  previewRun,
  retryRun,
} from "./runs.ts";
import { createSchedule, listSchedules, switchSchedule } from "./schedules.ts";

export const reportRunsRoutes: Handlers<typeof reportRuns> = {
  preview: (context, { body }) => previewRun(context, body),
  sample: (context, { holder, query }) => makeSample(context, holder, query),
  create: (context, { body }) => createRun(context, body),
  list: (context, { query }) => listRunPage(context, query),
  get: (context, { params }) => getRun(context, params.id),
  listAddressees: (context, { params, query }) => listAddresseePage(context, params.id, query),
  move: (context, { params, body }) => actOnRun(context, params.id, body.action),
  retry: (context, { params }) => retryRun(context, params.id),
  allowGaps: (context, { params, body }) => allowRunGaps(context, params.id, body),
  getProofXlsx: (context, { query }) => sendProofXlsx(context, query),
  getProofCsv: (context, { query }) => sendProofCsv(context, query),
  listSchedules: (context) => listSchedules(context),
  createSchedule: (context, { body }) => createSchedule(context, body),
  switchSchedule: (context, { params, body }) => switchSchedule(context, params.id, body.enabled),
  listOfHolder: (context, { holder, query }) => listHolderReports(context, holder, query),
  getProof: (context, { holder, params }) => getHolderReport(context, holder, params.id),
};
