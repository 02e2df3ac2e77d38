/** Mappings with which files of other makers are read: those of the firm, in versions, and those of the portal for known brokers. */
import { z } from "zod";
import { defineEndpoints, staff } from "./endpoint.ts";
import { fileBytes, fileText } from "./file-text.ts";
import { writtenName } from "./imports/decisions.ts";
import { delimiters, mappedKinds, mapping } from "./imports/mapping.ts";
import { refusal } from "./imports/refusals.ts";
import { bodyOrdinal, done, id, instant } from "./shapes.ts";

const params = z.object({ id });
const name = writtenName(80);
/** Largest file that a mapping is tried on, in bytes. */
const tryMaxBytes = 96 * 1024 * 1024;

/** A mapping that a file can be read with; its key is that of `imports.preview`. */
const offered = z.object({ key: z.string(), name: z.string(), makes: z.enum(mappedKinds) });
export type OfferedMapping = z.infer<typeof offered>;

const listed = offered.extend({
  id,
  version: z.number().int(),
  saved_by: z.string(),
  saved_at: instant,
  retired_at: instant.nullable(),
  /** Imports that were read with any of its versions. */
  usedBy: z.number().int(),
});

const version = z.object({
  version: z.number().int(),
  saved_by: z.string(),
  saved_at: instant,
  usedBy: z.number().int(),
});

/** A way to read a file as a table, with its first rows. */
const table = z.object({
  /** Of a workbook. */
  sheet: z.string().nullable(),
  delimiter: z.enum(delimiters).nullable(),
  /** Line of the row that looks like the names of the columns. */
  header: z.number().int().nullable(),
  /** The names that a mapping reads columns by. */
  columns: z.array(z.string()),
  rows: z.array(z.object({ line: z.number().int(), cells: z.array(z.string()) })),
});
export type TriedTable = z.infer<typeof table>;

/** What the mapping makes of the file. */
const trial = z.object({
  /** Rows of the table. */
  rows: z.number().int(),
  /** Entries, prices or rates that they make. */
  made: z.number().int(),
  refusedRows: z.number().int(),
  /** The first 50 rows as our CSV has them. */
  sample: z.array(
    z.object({
      line: z.number().int(),
      values: z.array(z.object({ column: z.string(), value: z.string() })),
    }),
  ),
  /** The first 200. */
  refusals: z.array(refusal),
  leftOut: z.array(z.object({ name: z.string(), rows: z.number().int() })),
});
export type MappingTrial = z.infer<typeof trial>;

export const importMappings = defineEndpoints({
  list: {
    method: "GET",
    path: "/import-mapping",
    summary: "The firm's mappings of files, those that are retired last, and the portal's for known brokers.",
    access: staff("internal"),
    answer: z.object({
      mappings: z.array(listed),
      ready: z.array(offered),
      can: z.object({ create: z.boolean() }),
    }),
  },
  get: {
    method: "GET",
    path: "/import-mapping/:id",
    summary: "One mapping as it is now, with its versions, the latest first.",
    access: staff("internal"),
    params,
    answer: listed.extend({
      mapping,
      versions: z.array(version),
      can: z.object({ change: z.boolean(), retire: z.boolean(), restore: z.boolean() }),
    }),
  },
  create: {
    method: "POST",
    path: "/import-mapping",
    summary: "Saves a mapping under a name: files with its columns are read with it from now on.",
    access: staff("office"),
    body: z.strictObject({ name, mapping }),
    answer: z.object({ id, key: z.string() }),
    errors: ["nameInUse"],
    notRepeatable: true,
  },
  change: {
    method: "PATCH",
    path: "/import-mapping/:id",
    summary: "Saves a new version of a mapping, if the one that was read is still the last; what was imported stays.",
    access: staff("office"),
    params,
    body: z.strictObject({ name, mapping, version: bodyOrdinal }),
    answer: z.object({ version: z.number().int() }),
    errors: ["nameInUse", "textChanged", "stateConflict"],
  },
  retire: {
    method: "POST",
    path: "/import-mapping/:id/retire",
    summary: "Retires a mapping: it reads no file any more; previews that were read with it can be confirmed.",
    access: staff("office"),
    params,
    body: z.strictObject({}),
    answer: done,
  },
  restore: {
    method: "POST",
    path: "/import-mapping/:id/restore",
    summary: "Takes a retired mapping into use again.",
    access: staff("office"),
    params,
    body: z.strictObject({}),
    answer: done,
  },
  try: {
    method: "POST",
    path: "/import-mapping/try",
    summary:
      "Shows the tables of a file, the values of some columns, and what a mapping makes of it; nothing is stored or booked.",
    access: staff("office"),
    body: z
      .strictObject({
        fileName: writtenName(200),
        content: fileText().optional(),
        base64data: fileBytes.optional(),
        mapping: mapping.optional(),
        /** Columns whose different values are listed, in the table that the mapping reads, or in the first. */
        valuesOf: z.array(writtenName(200)).max(4).default([]),
      })
      .refine(({ content, base64data }) => (content === undefined) !== (base64data === undefined), {
        path: ["content"],
      }),
    answer: z.object({
      /** Those that are wider first. */
      tables: z.array(table),
      /** The 300 most frequent combinations. */
      values: z.array(z.object({ values: z.array(z.string()), rows: z.number().int() })),
      trial: trial.nullable(),
      /** Why no table can be read. */
      refusal: refusal.pick({ code: true, detail: true }).nullable(),
    }),
    bodyLimit: tryMaxBytes,
  },
});
