/** Exports for accounting and analysis: entries, positions, values and fees of a period, of many holders, as CSV or Parquet. */
import { z } from "zod";
import { groupName } from "./distribution-groups.ts";
import { defineEndpoints, download, staff } from "./endpoint.ts";
import {
  exportContents,
  exportFailures,
  exportFormats,
  exportScopes,
  exportStates,
  positionDays,
} from "./rules/data-exports.ts";
import { bodyId, day, done, id, idAndName, instant, language, page, pageQuery, recordedDay } from "./shapes.ts";

const order = z.strictObject({
  contents: z.array(z.enum(exportContents)).min(1).max(exportContents.length),
  format: z.enum(exportFormats),
  /** Of CSV: `en` separates columns by commas and writes decimal points; the others write semicolons and decimal commas. */
  language,
  /** Days of the firm, both included; today at the latest. */
  from: recordedDay,
  to: recordedDay,
  positions: z.enum(positionDays),
  holders: z.discriminatedUnion("scope", [
    z.strictObject({ scope: z.literal("all") }),
    z.strictObject({ scope: z.literal("group"), group: groupName }),
    /** Who has or had an account there, or an entry that names it; all of what they have. */
    z.strictObject({ scope: z.literal("custodian"), custodianId: bodyId }),
  ]),
});
export type ExportOrderBody = z.infer<typeof order>;

const file = z.object({
  content: z.enum(exportContents),
  rows: z.number().int(),
  /** Bytes. */
  size: z.number().int(),
});

const dataExport = z.object({
  id,
  contents: z.array(z.enum(exportContents)),
  format: z.enum(exportFormats),
  language,
  from: day,
  to: day,
  positions: z.enum(positionDays),
  scope: z.enum(exportScopes),
  group: z.string().nullable(),
  custodian: idAndName.nullable(),
  state: z.enum(exportStates),
  /** Of all ledgers, in per cent. */
  progress: z.number().int(),
  askedAt: instant,
  askedBy: idAndName,
  /** The moment that all files are of; null before they are made. */
  knownAt: instant.nullable(),
  holders: z.number().int().nullable(),
  /** Holders left out, because a custodian's system keeps their ledger. */
  elsewhere: z.number().int().nullable(),
  failure: z.enum(exportFailures).nullable(),
  cancelledBy: idAndName.nullable(),
  endedAt: instant.nullable(),
  expiresAt: instant.nullable(),
  files: z.array(file),
  can: z.object({ cancel: z.boolean(), download: z.boolean() }),
});
export type DataExport = z.infer<typeof dataExport>;

const exportParams = z.object({ id });

export const dataExports = defineEndpoints({
  create: {
    method: "POST",
    path: "/staff/exports",
    summary: "Has files made by a job. They can be downloaded for a week. docs/exports.md lists their columns.",
    access: staff("office"),
    machine: true,
    body: order,
    answer: z.object({ id }),
    notRepeatable: true,
    rateLimits: [{ tries: 30, seconds: 3600, per: "person" }],
  },
  list: {
    method: "GET",
    path: "/staff/exports",
    summary: "Exports, the newest first.",
    access: staff("office"),
    machine: true,
    query: z.object(pageQuery),
    answer: page({ exports: z.array(dataExport) }),
  },
  get: {
    method: "GET",
    path: "/staff/exports/:id",
    summary: "An export: how far it is, and its files.",
    access: staff("office"),
    machine: true,
    params: exportParams,
    answer: dataExport,
  },
  cancel: {
    method: "POST",
    path: "/staff/exports/:id/cancel",
    summary: "Ends an export that is not made yet; nothing of it is kept.",
    access: staff("office"),
    machine: true,
    params: exportParams,
    body: z.strictObject({}),
    answer: done,
    errors: ["stateConflict"],
  },
  download: {
    method: "GET",
    path: "/staff/exports/:id/files/:content",
    summary: "A file of an export, until it expires. Each download is recorded.",
    access: staff("office"),
    machine: true,
    params: exportParams.extend({ content: z.enum(exportContents) }),
    answer: download,
    binary: true,
    rateLimits: [{ tries: 120, seconds: 3600, per: "person" }],
  },
});
