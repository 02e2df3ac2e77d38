/** Rates of central banks for tax forms: what is held, and the archives that staff add. */
import { z } from "zod";
import { defineEndpoints, staff } from "./endpoint.ts";
import { fileText } from "./file-text.ts";

import { refusedRows, rowFile, rowFileCan, rowRefusalCodes } from "./row-files.ts";
import { archiveLimits, bankCodes } from "./rules/central-banks.ts";
import { currencyCode, day, decimal, done, fileName, id, instant, page, pageQuery } from "./shapes.ts";

const bank = z.enum(bankCodes);

/** What is held of a year. */
const heldYear = z.object({
  bank,
  year: z.number().int(),
  /** Days with a table. */
  days: z.number().int(),
  currencies: z.number().int(),
  /** The bank's working days up to yesterday, and those of them without a table, the first of them. */
  workingDays: z.number().int(),
  missing: z.array(day),
  missingDays: z.number().int(),
  /** The newest day with a table. */
  last: day.nullable(),
});
export type HeldYear = z.infer<typeof heldYear>;

export const archiveRefusalCodes = [...rowRefusalCodes, "futureDate"] as const;
const mark = z.enum(["jump", "digits", "weekend"]);

/** A rate in złoty, of so many units. */
const quoted = z.object({ rate: decimal, units: z.number().int(), table: z.string() });
const preview = rowFile.extend({
  bank,
  from: day.nullable(),
  to: day.nullable(),
  currencies: z.number().int(),
  /** Of each the first 200. */
  corrections: z.array(
    z.object({ line: z.number().int(), day, currency: currencyCode, stored: quoted, value: quoted }),
  ),
  refusals: refusedRows(archiveRefusalCodes),
  marked: z.array(
    z.object({
      line: z.number().int(),
      day,
      currency: currencyCode,
      value: quoted,
      before: quoted.nullable(),
      marks: z.array(mark),
    }),
  ),
  can: rowFileCan,
});
export type ArchivePreview = z.infer<typeof preview>;

const uploadParams = z.object({ id });

export const centralBanks = defineEndpoints({
  list: {
    method: "GET",
    path: "/staff/central-banks",
    summary: "Staff: which central bank's rates are held of which year, and which of its working days are missing.",
    access: staff("internal"),
    answer: z.object({
      years: z.array(heldYear),
      /** Whether the bank's service is asked by itself, and when it last brought something new. */
      fetching: z.boolean(),
      fetchedAt: instant.nullable(),
      can: z.object({ upload: z.boolean() }),
    }),
  },
  previewArchive: {
    method: "POST",
    path: "/staff/central-banks/uploads",
    summary: "Reads a yearly archive of Narodowy Bank Polski (archiwum_tab_a_2025.csv) and says what it would store.",
    access: staff("office"),
    body: z.strictObject({ fileName, content: fileText({ maxLength: archiveLimits.length }) }),
    answer: preview,
    bodyLimit: archiveLimits.length * 2,
  },
  listUploads: {
    method: "GET",
    path: "/staff/central-banks/uploads",
    summary: "Staff: archives that were read, the newest first.",
    access: staff("internal"),
    query: z.object(pageQuery),
    answer: page({ uploads: z.array(rowFile) }),
  },
  getUpload: {
    method: "GET",
    path: "/staff/central-banks/uploads/:id",
    summary: "Staff: an archive as read.",
    access: staff("internal"),
    params: uploadParams,
    answer: preview,
  },
  confirmArchive: {
    method: "POST",
    path: "/staff/central-banks/uploads/:id/confirm",
    summary:
      "Stores an archive whole; marked rows and corrections must be accepted. A second confirmation answers as the first.",
    access: staff("office"),
    params: uploadParams,
    body: z.strictObject({ acceptMarked: z.boolean().default(false) }),
    answer: preview,
    errors: ["stateConflict", "fileRefused", "quotesNotAccepted"],
  },
  discardArchive: {
    method: "POST",
    path: "/staff/central-banks/uploads/:id/discard",
    summary: "Drops an archive that was read but not stored.",
    access: staff("office"),
    params: uploadParams,
    body: z.strictObject({}),
    answer: done,
    errors: ["stateConflict"],
  },
});
