/** Announcements of income by files of staff: for all who hold the instrument when the right to it begins. */
import { z } from "zod";
import { defineEndpoints, staff } from "./endpoint.ts";
import { fileText } from "./file-text.ts";
import { refusedRows, rowFile, rowFileCan, rowRefusalCodes } from "./row-files.ts";
import {
  announcedKinds,
  announcementFileLimits,
  announcementMarks,
  withdrawalReasonLimit,
} from "./rules/announcements.ts";
import { currencyCode, day, decimal, done, fileName, id, instant, page, pageQuery } from "./shapes.ts";
import { writtenText } from "./written-text.ts";

const params = z.object({ id });

/** What is announced for one unit, gross. */
const announced = z.object({
  kind: z.enum(announcedKinds),
  isin: z.string(),
  name: z.string(),
  exDay: day,
  recordDay: day.nullable(),
  payDay: day,
  currency: currencyCode,
  amount: decimal,
});
const row = announced.extend({ line: z.number().int() });

/** Why a row is refused; wording as of NAVs and benchmarks. */
export const announcementRefusalCodes = [...rowRefusalCodes, "unknownInstrument", "unknownKind"] as const;

const preview = rowFile.extend({
  /** Of each the first 200. */
  fresh: z.array(row),
  corrections: z.array(
    row.extend({ stored: announced.pick({ recordDay: true, payDay: true, currency: true, amount: true }) }),
  ),
  refusals: refusedRows(announcementRefusalCodes),
  marked: z.array(
    row.extend({
      marks: z.array(z.enum(announcementMarks)),
      /** Ex-day of the other announcement that it may replace. */
      other: day.nullable(),
    }),
  ),
  can: rowFileCan,
});
export type AnnouncementPreview = z.infer<typeof preview>;

export const announcements = defineEndpoints({
  list: {
    method: "GET",
    path: "/staff/announcements",
    summary:
      "Staff: announcements of income from files, the latest day of payment first, with those that were corrected or withdrawn.",
    access: staff("internal"),
    query: z.object(pageQuery),
    answer: page({
      announcements: z.array(
        announced.extend({
          id,
          state: z.enum(["stands", "corrected", "withdrawn"]),
          recorded_at: instant,
          fileName: z.string().nullable(),
          ended_at: instant.nullable(),
          withdrawn_by: z.string().nullable(),
          reason: z.string().nullable(),
          can: z.object({ withdraw: z.boolean() }),
        }),
      ),
    }),
  },
  preview: {
    method: "POST",
    path: "/staff/announcements/uploads",
    summary: "Reads a file of announcements and says what it would store.",
    access: staff("office"),
    body: z.strictObject({ fileName, content: fileText({ maxLength: announcementFileLimits.length }) }),
    answer: preview,
    bodyLimit: announcementFileLimits.length * 2,
  },
  listUploads: {
    method: "GET",
    path: "/staff/announcements/uploads",
    summary: "Staff: files of announcements, the newest first.",
    access: staff("internal"),
    query: z.object(pageQuery),
    answer: page({
      uploads: z.array(rowFile),
    }),
  },
  getUpload: {
    method: "GET",
    path: "/staff/announcements/uploads/:id",
    summary: "Staff: a file of announcements as read.",
    access: staff("internal"),
    params,
    answer: preview,
  },
  confirm: {
    method: "POST",
    path: "/staff/announcements/uploads/:id/confirm",
    summary:
      "Stores a file of announcements whole; marked rows and corrections must be accepted. A second confirmation answers as the first.",
    access: staff("office"),
    params,
    body: z.strictObject({ acceptMarked: z.boolean().default(false) }),
    answer: preview,
    errors: ["stateConflict", "fileRefused", "quotesNotAccepted"],
  },
  discard: {
    method: "POST",
    path: "/staff/announcements/uploads/:id/discard",
    summary: "Drops a file of announcements that was read but not stored.",
    access: staff("office"),
    params,
    body: z.strictObject({}),
    answer: done,
    errors: ["stateConflict"],
  },
  withdraw: {
    method: "POST",
    path: "/staff/announcements/:id/withdraw",
    summary: "Withdraws an announcement, for example of a dividend that was cancelled. Doing it twice is one.",
    access: staff("office"),
    params,
    body: z.strictObject({ reason: writtenText(withdrawalReasonLimit) }),
    answer: done,
    errors: ["stateConflict"],
  },
});
export type ImportedAnnouncement = z.infer<typeof announcements.list.answer>["announcements"][number];
