/** Benchmarks: what performance is compared with, who makes them, their values, and to whom they are offered. */
import { z } from "zod";
import { defineEndpoints, holder, staff } from "./endpoint.ts";
import { fileText } from "./file-text.ts";
import { refusedRows, rowFile, rowFileCan, rowRefusalCodes } from "./row-files.ts";
import {
  benchmarkClasses,
  benchmarkFileLimits,
  benchmarkKinds,
  benchmarkLimits,
  benchmarkMarks,
  benchmarkScopes,
  blendRebalancings,
  returnKinds,
  shownReturnKinds,
} from "./rules/benchmarks.ts";
import { nameLimits } from "./rules/limits.ts";
import {
  bodyId,
  currencyCode,
  day,
  decimal,
  done,
  fileName,
  holderParams,
  holderType,
  id,
  inEachLanguage,
  instant,
  knownCurrency,
  page,
  pageQuery,
} from "./shapes.ts";
import { writtenText } from "./written-text.ts";

const params = z.object({ id });
const name = writtenText(benchmarkLimits.name);
const percent = decimal
  .refine((text) => Number(text) > 0, { params: { field: "tooSmall" } })
  .refine((text) => Number(text) <= 100, { params: { field: "overHundred" } });

/**
 * What it measures, for attribution by class; null for the instrument's own class, and for a series that is not classified.
 * Left out, it stays as it is.
 */
const assetClass = z.enum(benchmarkClasses).nullable().optional();

/** What staff write. The kind, and the instrument, never change. */
const content = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("instrument"),
    name: z.strictObject({ bg: name, en: name, pl: name }),
    instrument_id: bodyId,
    return_kind: z.enum(returnKinds),
    asset_class: assetClass,
  }),
  z.strictObject({
    kind: z.literal("series"),
    name: z.strictObject({ bg: name, en: name, pl: name }),
    /** Not once it has values. */
    currency: knownCurrency,
    return_kind: z.enum(returnKinds),
    asset_class: assetClass,
  }),
  z.strictObject({
    kind: z.literal("blend"),
    name: z.strictObject({ bg: name, en: name, pl: name }),
    currency: knownCurrency,
    rebalancing: z.enum(blendRebalancings),
    /** The day from which the weights drift; null: the first on which all parts have a value. */
    base_day: day.nullable(),
    /** Percentages that sum to exactly 100, of benchmarks that are no blends. */
    parts: z
      .array(z.strictObject({ benchmark_id: bodyId, percent }))
      .min(1)
      .max(benchmarkLimits.parts),
  }),
]);
export type BenchmarkContent = z.infer<typeof content>;

/** What a reader has to know of a benchmark. */
const described = {
  id: z.number().int().min(0),
  kind: z.enum(benchmarkKinds),
  name: inEachLanguage,
  currency: currencyCode,
  return_kind: z.enum(shownReturnKinds),
  rebalancing: z.enum(blendRebalancings).nullable(),
  /** Of a blend, in its order. */
  parts: z.array(z.object({ name: inEachLanguage, percent: decimal })),
};
export const offeredBenchmark = z.object(described);
export type OfferedBenchmark = z.infer<typeof offeredBenchmark>;

const row = z.object({
  ...described,
  /** First and last day with a value; null without any, and for a blend. */
  from: day.nullable(),
  to: day.nullable(),
  /** To how many holders, groups and strategies, or the firm, it is assigned. */
  assigned: z.number().int(),
  ended: z.boolean(),
});
export type BenchmarkRow = z.infer<typeof row>;

const assignment = z.object({
  id,
  scope: z.enum(benchmarkScopes),
  /** Of a holder or a strategy; null otherwise. */
  target_id: id.nullable(),
  holder_type: holderType.nullable(),
  /** The holder's name or the group's; a strategy's is in `strategy`, and the firm has none. */
  name: z.string().nullable(),
  strategy: inEachLanguage.nullable(),
  created_at: instant,
  created_by: z.string(),
});

/** Why a row of a file of values is refused; wording as of NAVs. */
export const benchmarkRefusalCodes = [
  ...rowRefusalCodes,
  "futureDate",
  "currencyMismatch",
  "tooEarly",
  "tooLong",
  /** Stored from the same source with another value: a correction needs a source of its own. */
  "otherValue",
] as const;

const preview = rowFile.extend({
  currency: currencyCode,
  from: day.nullable(),
  to: day.nullable(),
  /** Of each the first 200. */
  corrections: z.array(
    z.object({
      line: z.number().int(),
      day,
      stored: decimal,
      storedSource: z.string(),
      value: decimal,
      source: z.string(),
    }),
  ),
  refusals: refusedRows(benchmarkRefusalCodes),
  marked: z.array(
    z.object({
      line: z.number().int(),
      day,
      value: decimal,
      before: z.object({ day, value: decimal }).nullable(),
      marks: z.array(z.enum(benchmarkMarks)),
    }),
  ),
  can: rowFileCan,
});
export type BenchmarkPreview = z.infer<typeof preview>;
const uploadParams = z.object({ id, uploadId: id });

export const benchmarks = defineEndpoints({
  listOffered: {
    method: "GET",
    path: "/portfolio/:holderType/:holderId/benchmarks",
    summary:
      "The benchmarks that a portfolio can be compared with, the nearest first: the holder's, of groups, of strategies, of the firm. None for a portfolio in a custodian's system.",
    access: holder("internal"),
    params: holderParams,
    answer: z.object({ benchmarks: z.array(offeredBenchmark) }),
  },
  list: {
    method: "GET",
    path: "/staff/benchmarks",
    summary: "Staff: every benchmark by its English name, those that ended last.",
    access: staff("internal"),
    answer: z.object({ benchmarks: z.array(row), can: z.object({ create: z.boolean() }) }),
  },
  open: {
    method: "GET",
    path: "/staff/benchmarks/:id",
    summary: "Staff: a benchmark with what it consists of, to whom it is assigned, and the last files of its values.",
    access: staff("internal"),
    params,
    answer: row.extend({
      instrument: z.object({ id, name: z.string(), isin: z.string().nullable() }).nullable(),
      base_day: day.nullable(),
      /** As staff wrote; null for the instrument's own class, for a series that is not classified, and for a blend. */
      asset_class: z.enum(benchmarkClasses).nullable(),
      /** In the order of `parts`: which benchmarks they are, and whether these ended. */
      part_ids: z.array(z.object({ id, ended: z.boolean() })),
      /** The blends of which it is a part. */
      part_of: z.array(z.object({ id, name: inEachLanguage })),
      /** Number of days with a value. */
      days: z.number().int(),
      assignments: z.array(assignment),
      saved_at: instant,
      can: z.object({
        edit: z.boolean(),
        end: z.boolean(),
        restore: z.boolean(),
        assign: z.boolean(),
        upload: z.boolean(),
      }),
    }),
  },
  create: {
    method: "POST",
    path: "/staff/benchmarks",
    summary: "Adds a benchmark.",
    access: staff("admin"),
    body: content,
    answer: z.object({ id }),
    notRepeatable: true,
  },
  save: {
    method: "PATCH",
    path: "/staff/benchmarks/:id",
    summary:
      "Changes a benchmark, for all days; its kind and its instrument stay, and the currency of a series with values.",
    access: staff("admin"),
    params,
    body: z.strictObject({ content, /** Save time that the change is based on. */ since: instant }),
    answer: done,
    errors: ["stateConflict", "inUse"],
  },
  end: {
    method: "POST",
    path: "/staff/benchmarks/:id/end",
    summary:
      "Offers a benchmark no longer; `inUse` while a blend that is offered consists of it. It and its values stay.",
    access: staff("admin"),
    params,
    body: z.strictObject({}),
    answer: done,
    errors: ["inUse"],
  },
  restore: {
    method: "POST",
    path: "/staff/benchmarks/:id/restore",
    summary: "Offers a benchmark again to whom it is assigned; `inUse` if a part of it ended.",
    access: staff("admin"),
    params,
    body: z.strictObject({}),
    answer: done,
    errors: ["inUse"],
  },
  assign: {
    method: "POST",
    path: "/staff/benchmarks/:id/assignments",
    summary:
      "Offers a benchmark to a holder, a distribution group, who joined a strategy, or all. Doing it twice is one.",
    access: staff("office"),
    params,
    body: z.discriminatedUnion("scope", [
      z.strictObject({ scope: z.literal("holder"), holder_type: holderType, holder_id: bodyId }),
      z.strictObject({ scope: z.literal("group"), group: z.string().trim().min(1).max(nameLimits.group) }),
      z.strictObject({ scope: z.literal("strategy"), definition_id: bodyId }),
      z.strictObject({ scope: z.literal("firm") }),
    ]),
    answer: done,
    errors: ["stateConflict", "forbidden"],
  },
  unassign: {
    method: "POST",
    path: "/staff/benchmarks/:id/assignments/:assignmentId/end",
    summary: "Ends an assignment. Doing it twice is one.",
    access: staff("office"),
    params: z.object({ id, assignmentId: id }),
    body: z.strictObject({}),
    answer: done,
    errors: ["forbidden"],
  },
  listValues: {
    method: "GET",
    path: "/staff/benchmarks/:id/values",
    summary: "Staff: the stored values of a series, the newest day first, with those that a later one replaced.",
    access: staff("internal"),
    params,
    query: z.object(pageQuery),
    answer: page({
      values: z.array(
        z.object({ id, day, value: decimal, source: z.string(), recorded_at: instant, counts: z.boolean() }),
      ),
    }),
  },
  previewValues: {
    method: "POST",
    path: "/staff/benchmarks/:id/uploads",
    summary: "Reads a file of values (day, value, currency, source) of a series and says what it would store.",
    access: staff("office"),
    params,
    body: z.strictObject({
      fileName,
      content: fileText({ maxLength: benchmarkFileLimits.length }),
      /** Whose values these are, for rows that name no source. */
      source: writtenText(benchmarkLimits.source),
    }),
    answer: preview,
    errors: ["stateConflict"],
    bodyLimit: benchmarkFileLimits.length * 2,
  },
  listUploads: {
    method: "GET",
    path: "/staff/benchmarks/:id/uploads",
    summary: "Staff: files of values of a series, the newest first.",
    access: staff("internal"),
    params,
    query: z.object(pageQuery),
    answer: page({
      uploads: z.array(rowFile),
    }),
  },
  getUpload: {
    method: "GET",
    path: "/staff/benchmarks/:id/uploads/:uploadId",
    summary: "Staff: a file of values as read.",
    access: staff("internal"),
    params: uploadParams,
    answer: preview,
  },
  confirmValues: {
    method: "POST",
    path: "/staff/benchmarks/:id/uploads/:uploadId/confirm",
    summary: "Stores a file of values whole; marked rows must be accepted. A second confirmation answers as the first.",
    access: staff("office"),
    params: uploadParams,
    body: z.strictObject({
      /** Marked rows and corrections were looked at. */ acceptMarked: z.boolean().default(false),
    }),
    answer: preview,
    errors: ["stateConflict", "fileRefused", "quotesNotAccepted"],
  },
  discardValues: {
    method: "POST",
    path: "/staff/benchmarks/:id/uploads/:uploadId/discard",
    summary: "Drops a file of values that was read but not stored.",
    access: staff("office"),
    params: uploadParams,
    body: z.strictObject({}),
    answer: done,
    errors: ["stateConflict"],
  },
});
