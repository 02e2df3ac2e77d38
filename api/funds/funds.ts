/** The calls about funds, their NAVs and documents. */
import { z } from "zod";
import { defineEndpoints, download, signedIn, staff } from "../endpoint.ts";
import { fileBytes, fileText } from "../file-text.ts";
import { uploadBodyLimit } from "../files.ts";
import { refusedRows, rowFile, rowFileCan, rowRefusalCodes } from "../row-files.ts";
import { expiringDays, fundDocumentKinds, navFileLimits, navMarks } from "../rules/funds.ts";
import { day, decimal, done, fileName, id, inEachLanguage, instant, language, page, pageQuery } from "../shapes.ts";
import { fund, fundCard, fundContent, fundDocument, navSeries, positive } from "./shapes.ts";

const params = z.object({ id });
const documentParams = params.extend({ documentId: id });

/** Why a row of a file of NAVs is refused. Wording as of imports; `unknownInstrument`: there is no fund with the ISIN. */
export const navRefusalCodes = [
  ...rowRefusalCodes,
  "futureDate",
  "belowZero",
  "unknownInstrument",
  "currencyMismatch",
  "tooEarly",
  "tooLong",
] as const;

/** A file of NAVs as read: what it would store, and why not. */
const navPreview = rowFile.extend({
  /** The first 200 that are stored with another value: corrections, if a reason is given. */
  conflicts: z.array(
    z.object({ line: z.number().int(), fund_id: id, name: z.string(), day, stored: decimal, value: decimal }),
  ),
  refusals: refusedRows(navRefusalCodes),
  /** New rows by fund. */
  funds: z.array(
    z.object({ fund_id: id, name: z.string(), isin: z.string(), rows: z.number().int(), from: day, to: day }),
  ),
  /** The first 200 rows that need a look. */
  marked: z.array(
    z.object({
      line: z.number().int(),
      fund_id: id,
      name: z.string(),
      day,
      value: decimal,
      before: z.object({ day, value: decimal }).nullable(),
      /** The stored value after it; null if there is none, or the file has one. */
      after: z.object({ day, value: decimal }).nullable().default(null),
      marks: z.array(z.enum(navMarks)),
    }),
  ),
  /** Without a NAV. */
  leftOutRows: z.number().int(),
  can: rowFileCan,
});
export type NavPreview = z.infer<typeof navPreview>;

/** A stored NAV that was wrong. */
const navCorrection = z.object({
  id,
  day,
  before: decimal,
  value: decimal,
  reason: z.string(),
  corrected_at: instant,
  corrected_by: z.string(),
});
/** As in files of NAVs. */
const nav = positive.refine((text) => Number(text) < 1e12, { params: { field: "tooBig" } });
const correctionReason = z.string().trim().min(3).max(500);

export const fundCalls = defineEndpoints({
  listFunds: {
    method: "GET",
    path: "/target/funds",
    summary: "The firm's funds by name, each with its newest NAV; those whose name, ISIN or manager contains a text.",
    access: signedIn,
    query: z.object({ search: z.string().trim().max(60).optional(), ...pageQuery }),
    answer: page({ funds: z.array(fundCard), can: z.object({ create: z.boolean() }) }),
  },
  getFund: {
    method: "GET",
    path: "/target/funds/:id",
    summary: "A fund with its documents.",
    access: signedIn,
    params,
    answer: fund,
  },
  getFundNavs: {
    method: "GET",
    path: "/target/funds/:id/navs",
    summary: "The NAVs of a fund by day; a day without one is not there.",
    access: signedIn,
    params,
    query: z.object({ from: day.optional(), to: day.optional() }),
    answer: navSeries,
  },
  getFundDocument: {
    method: "GET",
    path: "/target/funds/:id/documents/:documentId",
    summary: "A document of a fund.",
    access: signedIn,
    params: documentParams,
    answer: download,
    binary: true,
    errors: ["rangeNotSatisfiable", "fileLost"],
  },
  createFund: {
    method: "POST",
    path: "/staff/target/funds",
    summary: "Adds a fund.",
    access: staff("admin"),
    body: fundContent,
    answer: fund,
    errors: ["nameInUse"],
  },
  saveFund: {
    method: "PATCH",
    path: "/staff/target/funds/:id",
    summary: "Changes the data of a fund; the currency not once it has NAVs.",
    access: staff("admin"),
    params,
    body: z.strictObject({ content: fundContent, /** Save time that the change is based on. */ since: instant }),
    answer: fund,
    errors: ["nameInUse", "stateConflict", "inUse"],
  },
  openFund: {
    method: "GET",
    path: "/staff/target/funds/:id",
    summary: "Staff: a fund with all documents, the definitions that hold it, and when it was saved.",
    access: staff("internal"),
    params,
    answer: fund.extend({
      saved_at: instant,
      held_by: z.array(z.object({ id, name: inEachLanguage })),
      /** The last 50 NAVs that were corrected, the newest first. */
      corrections: z.array(navCorrection),
      can: z.object({ edit: z.boolean(), upload: z.boolean() }),
    }),
  },
  correctNav: {
    method: "POST",
    path: "/staff/target/funds/:id/corrections",
    summary: "Corrects a stored NAV, with a reason; the value before is kept. Sending it again changes nothing.",
    access: staff("office"),
    params,
    body: z.strictObject({
      day,
      /** The value that was read. */
      before: positive,
      value: nav,
      reason: correctionReason,
      /** A person says that the units are worth nothing: a value of 0 needs it. */
      acceptZero: z.boolean().default(false),
    }),
    answer: done,
    errors: ["stateConflict", "quotesNotAccepted"],
  },
  addFundDocument: {
    method: "POST",
    path: "/staff/target/funds/:id/documents",
    summary: "Adds a document of a fund, a PDF of at most 10 MB, with its validity.",
    access: staff("office"),
    params,
    body: z.strictObject({
      kind: z.enum(fundDocumentKinds),
      language,
      valid_from: day,
      valid_until: day.nullable(),
      fileName,
      base64data: fileBytes,
    }),
    answer: fundDocument,
    errors: ["fileRefused"],
    bodyLimit: uploadBodyLimit,
    rateLimits: [{ tries: 120, seconds: 600, per: "person" }],
  },
  removeFundDocument: {
    method: "DELETE",
    path: "/staff/target/funds/:id/documents/:documentId",
    summary: "Takes a document of a fund away; the audit log keeps what it was.",
    access: staff("office"),
    params: documentParams,
    answer: done,
  },
  listExpiringDocuments: {
    method: "GET",
    path: "/staff/target/documents/expiring",
    summary: "Staff: documents of funds whose validity ends within the days given or has ended, without a newer one.",
    access: staff("internal"),
    query: z.object({ days: z.coerce.number().int().min(0).max(400).default(expiringDays) }),
    answer: z.object({
      documents: z.array(
        fundDocument
          .omit({ current: true, file: true })
          .extend({ fund_id: id, fund_name: z.string(), isin: z.string() }),
      ),
    }),
  },
  previewNavs: {
    method: "POST",
    path: "/staff/target/navs",
    summary:
      "Reads a file of NAVs (isin, date, nav, currency, source) and says what it would store; nothing is stored but the preview.",
    access: staff("office"),
    body: z.strictObject({
      fileName,
      content: fileText({ maxLength: navFileLimits.length }),
      /** The fund of a file without a column `isin`. */
      fund_id: z.int().positive().optional(),
    }),
    answer: navPreview,
    bodyLimit: navFileLimits.length * 2,
  },
  getNavUpload: {
    method: "GET",
    path: "/staff/target/navs/:id",
    summary: "Staff: a file of NAVs as read.",
    access: staff("internal"),
    params,
    answer: navPreview,
  },
  confirmNavs: {
    method: "POST",
    path: "/staff/target/navs/:id/confirm",
    summary:
      "Stores a file of NAVs whole; marked rows must be accepted, and corrections have a reason. A second confirmation answers as the first.",
    access: staff("office"),
    params,
    body: z.strictObject({
      /** Rows with marks were looked at. */
      acceptMarked: z.boolean().default(false),
      /** Why days that have another value are corrected; without it such a file is not stored. */
      reason: correctionReason.optional(),
    }),
    answer: navPreview,
    errors: ["stateConflict", "fileRefused", "quotesNotAccepted"],
  },
  discardNavs: {
    method: "POST",
    path: "/staff/target/navs/:id/discard",
    summary: "Drops a file of NAVs that was read but not stored.",
    access: staff("office"),
    params,
    body: z.strictObject({}),
    answer: done,
    errors: ["stateConflict"],
  },
  listNavUploads: {
    method: "GET",
    path: "/staff/target/navs",
    summary: "Staff: files of NAVs, the newest first.",
    access: staff("internal"),
    query: z.object(pageQuery),
    answer: page({
      uploads: z.array(rowFile),
    }),
  },
});
