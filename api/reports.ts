/** Reports to a holder: made once from what is known, and the same for ever. */
import { z } from "zod";
import { defineEndpoints, download, holder, reportOf } from "./endpoint.ts";
import { reportOwnCosts } from "./report-own-costs.ts";
import { statementCalls } from "./reports/statements.ts";
import { subscriptionCalls } from "./reports/subscriptions.ts";
import { reportFailures, reportKinds, reportStates } from "./rules/reports.ts";
import { day, holderParams, id, instant, language, page, pageQuery, recordedDay, sha256Hex } from "./shapes.ts";

const kind = z.enum(reportKinds);
const state = z.enum(reportStates);

/** What is missing or doubtful in the data: its code, and what it is about. */
const gap = z.looseObject({ code: z.string() });

const about = {
  id,
  state,
  kind,
  from: day,
  to: day,
  language,
  /** The time up to which everything is known that it says. */
  knownAt: instant,
  askedAt: instant,
  madeAt: instant.nullable(),
  /** Why it could not be made. */
  failure: z.enum(reportFailures).nullable(),
  /** SHA-256 of the data as canonical JSON. */
  dataHash: sha256Hex.nullable(),
  /** The report that it corrects. */
  replaces: id.nullable(),
  /** The report that corrects it. */
  replacedBy: id.nullable(),
};

export const reportRow = z.object({
  ...about,
  /** How many of its figures are missing or doubtful. */
  gaps: z.number().int(),
  /** When one of the holder's people opened it first. */
  openedAt: instant.nullable(),
});
export type ReportRow = z.infer<typeof reportRow>;

/**
 * A figure that differs from the report that was replaced; null where it was not, or is no longer, there. Texts of `part` and
 * `field` are named by their keys.
 */
const change = z.object({
  /** Title of the table; null for the facts above. */
  part: z.string().nullable(),
  /** What the row is about; null for a fact or a sum. */
  row: z.string().nullable(),
  field: z.string(),
  /** How the values are written. */
  as: z.enum([
    "text",
    "label",
    "amount",
    "price",
    "quantity",
    "rate",
    "percent",
    "day",
    "time",
    "source",
    "entry",
    "names",
    "points",
  ]),
  currency: z.string().nullable(),
  before: z.string().nullable(),
  after: z.string().nullable(),
});

export const reportDetail = z.object({
  ...about,
  holderType: holderParams.shape.holderType,
  holderId: holderParams.shape.holderId,
  /** By kind; figures are decimal strings. Null until it is made. */
  data: z.record(z.string(), z.unknown()).nullable(),
  gaps: z.array(gap),
  /** What it says otherwise than the report that it replaces. */
  changes: z.array(change),
});
export type ReportDetail = z.infer<typeof reportDetail>;

const reportParams = z.object({ id });
const file = {
  method: "GET",
  access: reportOf("internal", "reports", "tax"),
  params: reportParams,
  binary: true,
} as const;

const reportCalls = defineEndpoints({
  ask: {
    method: "POST",
    path: "/report/:holderType/:holderId",
    summary:
      "Has a report of a period that is over made from what is known now. If nothing has changed since, it is the report that was made then.",
    access: holder("internal"),
    machine: true,
    params: holderParams,
    body: z.strictObject({ kind, from: recordedDay, to: recordedDay, language }),
    answer: z.object({ id }),
    errors: ["noClientNumber", "ledgerElsewhere"],
    rateLimits: [{ tries: 120, seconds: 600, per: "person" }],
  },
  list: {
    method: "GET",
    path: "/report/:holderType/:holderId",
    summary:
      "The holder's reports, the newest first; of those that failed only the last of each period. A delegate gets those of their parts.",
    access: holder("internal", "reports", "tax"),
    params: holderParams,
    query: z.object({
      ...pageQuery,
      kind: kind.optional(),
      /** In which its period ends. */
      year: z.coerce.number().int().min(1990).max(2200).optional(),
      /** Only statements of assets of a single day, or the list without them: they are made whenever the page is opened. */
      daily: z.enum(["yes", "no"]).optional(),
    }),
    answer: page({
      reports: z.array(reportRow),
      /** What can be asked for. */
      offer: z.object({ kinds: z.array(kind) }),
    }),
  },
  get: {
    method: "GET",
    path: "/report/:id",
    summary: "A report with its data. The first look of the holder's people at it is recorded.",
    access: reportOf("internal", "reports", "tax"),
    params: reportParams,
    answer: reportDetail,
  },
  getPdf: {
    ...file,
    path: "/report/:id/pdf",
    summary: "The report as tagged PDF in its language.",
    answer: download,
    errors: ["stateConflict", "tooLarge"],
  },
  getXlsx: {
    ...file,
    path: "/report/:id/xlsx",
    summary: "The report's tables as an Excel workbook.",
    answer: download,
    errors: ["stateConflict", "tooLarge"],
  },
  getCsv: {
    ...file,
    path: "/report/:id/csv",
    summary: "The report's tables as CSV.",
    answer: download,
    errors: ["stateConflict", "tooLarge"],
  },
});

export const reports = { ...reportCalls, ...subscriptionCalls, ...statementCalls, ...reportOwnCosts };
