/** Categories and mandates of clients, flags of their positions, and notices of falls by 10 %. */
import { z } from "zod";
import { defineEndpoints, holder, staff } from "./endpoint.ts";
import { fileText } from "./file-text.ts";
import { refusedRows, rowRefusalCodes } from "./row-files.ts";
import {
  clientCategories,
  flagKinds,
  flagNoteLimit,
  mandateFileKinds,
  mandateFileLimits,
  mandateReasonLimit,
  mandateServices,
  statementFrequencies,
} from "./rules/mandates.ts";
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
  recordedDay,
  sha256Hex,
} from "./shapes.ts";
import { writtenText } from "./written-text.ts";

const agreed = {
  category: z.enum(clientCategories),
  service: z.enum(mandateServices),
  leverage: z.boolean(),
  frequency: z.enum(statementFrequencies).nullable(),
  singleConfirmations: z.boolean(),
};
const namedBenchmark = z.object({ id, name: inEachLanguage });
const mandate = z.object({
  ...agreed,
  benchmark: namedBenchmark.nullable(),
  /** Since when; null if nothing was recorded: retail, execution only. */
  from: day.nullable(),
});
export type Mandate = z.infer<typeof mandate>;

const mandateRecord = z.object({
  ...agreed,
  id,
  from: day,
  benchmark: namedBenchmark.nullable(),
  withdrawn: z.boolean(),
  reason: z.string().nullable(),
  recordedAt: instant,
  recordedBy: z.string().nullable(),
  /** It is the record of its day. */
  counts: z.boolean(),
});
export type MandateRecord = z.infer<typeof mandateRecord>;

const reason = writtenText(mandateReasonLimit);

const flag = z.object({
  id,
  /** Null for cash. */
  instrument: z.object({ id, name: z.string(), isin: z.string().nullable() }).nullable(),
  /** Of cash; null for an instrument. */
  currency: currencyCode.nullable(),
  kind: z.enum(flagKinds),
  /** Null: the whole position. */
  quantity: decimal.nullable(),
  from: day,
  to: day.nullable(),
  note: z.string().nullable(),
  recordedAt: instant,
  /** Who recorded it; null for the client and for the portal. */
  recordedBy: z.string().nullable(),
  state: z.enum(["coming", "current", "over"]),
  /** What is held today; null if that is not known. */
  held: decimal.nullable(),
  /** More is flagged than is held. */
  exceeds: z.boolean(),
  /** Title transfer of a retail client's assets, which the law prohibits (Directive 2014/65/EU, Article 16(10)). Only staff are told. */
  prohibited: z.boolean(),
});
export type PositionFlag = z.infer<typeof flag>;

const flagBody = {
  /** One of the two. */
  instrument_id: bodyId.nullable(),
  currency: knownCurrency.nullable(),
  kind: z.enum(flagKinds),
  quantity: decimal.refine((text) => Number(text) > 0, { params: { field: "tooSmall" } }).nullable(),
  from: recordedDay,
  to: recordedDay.nullable(),
  note: writtenText(flagNoteLimit).nullable(),
};

/** Why a row of a file is refused. */
export const mandateRefusalCodes = [
  ...rowRefusalCodes,
  "unknownClient",
  "unknownInstrument",
  "unknownBenchmark",
  "unknownWord",
  "contradiction",
  "reasonMissing",
] as const;

const fileBody = {
  kind: z.enum(mandateFileKinds),
  fileName,
  content: fileText({ maxLength: mandateFileLimits.length }),
};

const filePreview = z.object({
  kind: z.enum(mandateFileKinds),
  rows: z.number().int(),
  newRows: z.number().int(),
  knownRows: z.number().int(),
  correctedRows: z.number().int(),
  refusedRows: z.number().int(),
  markedRows: z.number().int(),
  /** Of what was read and of what is stored: the file is stored only if neither has changed. */
  seen: sha256Hex,
  refusals: refusedRows(mandateRefusalCodes),
  /** The first 200. */
  shown: z.array(
    z.object({
      line: z.number().int(),
      account: z.string(),
      name: z.string(),
      /** The values as read, by column. */
      values: z.record(z.string(), z.string()),
      /** What holds now; null if nothing was recorded. */
      stored: z.record(z.string(), z.string()).nullable(),
      /** `exceeds`: more than is held. `over`: it has ended already. `retail`: title transfer of a retail client, which is prohibited. */
      marks: z.array(z.enum(["category", "exceeds", "notHeld", "over", "retail"])),
    }),
  ),
});
export type MandateFilePreview = z.infer<typeof filePreview>;

const fallNotice = z.object({
  id,
  /** Null: of the whole portfolio. */
  instrument: z.object({ name: z.string(), isin: z.string().nullable() }).nullable(),
  periodFrom: day,
  threshold: z.number().int(),
  reached: day,
  due: day,
  currency: currencyCode,
  base: decimal,
  value: decimal,
  /** Percent, two decimals. */
  fall: decimal,
  toldAt: instant,
  openedAt: instant.nullable(),
});
export type FallNotice = z.infer<typeof fallNotice>;

export const mandates = defineEndpoints({
  get: {
    method: "GET",
    path: "/mandate/:holderType/:holderId",
    summary: "The holder's category and mandate of today.",
    access: holder("internal"),
    params: holderParams,
    answer: mandate,
  },
  listRecords: {
    method: "GET",
    path: "/staff/mandate/:holderType/:holderId",
    summary:
      "Staff: all that was recorded of the holder's category and mandate, the latest day first, and the benchmarks to choose from.",
    access: staff("internal"),
    params: holderParams,
    answer: z.object({
      records: z.array(mandateRecord),
      benchmarks: z.array(namedBenchmark),
      /** The record made last, on which a change is based; null without any. */
      last: id.nullable(),
      can: z.object({ record: z.boolean() }),
    }),
  },
  record: {
    method: "POST",
    path: "/staff/mandate/:holderType/:holderId",
    summary: "Records category and mandate from a day on. A reason is required if the category changes.",
    access: staff("office"),
    params: holderParams,
    body: z.strictObject({
      ...agreed,
      from: recordedDay,
      benchmark: bodyId.nullable(),
      reason: reason.nullable(),
      /** The record that was made last when the form was opened. */
      last: bodyId.nullable(),
    }),
    answer: z.object({ id }),
    errors: ["stateConflict", "fourEyes"],
  },
  withdrawRecord: {
    method: "POST",
    path: "/staff/mandate/:holderType/:holderId/:recordId/withdraw",
    summary:
      "Takes back what was recorded of a day by mistake: what was recorded of an earlier day holds on. Doing it twice is one.",
    access: staff("office"),
    params: holderParams.extend({ recordId: id }),
    body: z.strictObject({ reason }),
    answer: done,
    errors: ["stateConflict", "fourEyes"],
  },
  listFlags: {
    method: "GET",
    path: "/mandate/:holderType/:holderId/flags",
    summary: "Which of the holder's positions are lent, pledged or transferred. The holder gets those of today.",
    access: holder("internal"),
    params: holderParams,
    answer: z.object({ flags: z.array(flag), can: z.object({ record: z.boolean() }) }),
  },
  recordFlag: {
    method: "POST",
    path: "/staff/mandate/:holderType/:holderId/flags",
    summary: "Records that a position is lent, pledged or transferred, or corrects what was recorded.",
    access: staff("office"),
    params: holderParams,
    body: z.strictObject({
      ...flagBody,
      /** The flag that it corrects. */
      replaces: bodyId.nullable(),
      reason: reason.nullable(),
    }),
    answer: z.object({ id }),
    errors: ["stateConflict", "fourEyes"],
    notRepeatable: true,
  },
  withdrawFlag: {
    method: "POST",
    path: "/staff/mandate/:holderType/:holderId/flags/:flagId/withdraw",
    summary: "Takes back a flag that was recorded by mistake. Doing it twice is one.",
    access: staff("office"),
    params: holderParams.extend({ flagId: id }),
    body: z.strictObject({ reason }),
    answer: done,
    errors: ["stateConflict", "fourEyes"],
  },
  previewFile: {
    method: "POST",
    path: "/staff/mandate-files/preview",
    summary: "Reads a file of mandates or flags and says what it would store. Nothing is kept.",
    access: staff("office"),
    body: z.strictObject(fileBody),
    answer: filePreview,
    bodyLimit: mandateFileLimits.length * 2,
  },
  storeFile: {
    method: "POST",
    path: "/staff/mandate-files",
    summary:
      "Stores a file of mandates or flags whole; marked rows and corrections must be accepted. The same file again stores nothing.",
    access: staff("office"),
    body: z.strictObject({ ...fileBody, seen: sha256Hex, acceptMarked: z.boolean().default(false) }),
    answer: z.object({ stored: z.number().int() }),
    errors: ["stateConflict", "fileRefused", "quotesNotAccepted"],
    bodyLimit: mandateFileLimits.length * 2,
  },
  listNotices: {
    method: "GET",
    path: "/mandate/:holderType/:holderId/falls",
    summary:
      "The notices of falls that the holder was told, the newest first. The first look of the holder's people at each is recorded.",
    access: holder("internal"),
    params: holderParams,
    query: z.object(pageQuery),
    answer: page({ notices: z.array(fallNotice) }),
  },
  listAllNotices: {
    method: "GET",
    path: "/staff/falls",
    summary: "Staff: notices of falls of all clients, the newest first.",
    access: staff("internal"),
    query: z.object(pageQuery),
    answer: page({
      notices: z.array(
        fallNotice.extend({ holderType, holderId: id, name: z.string(), adviser: z.string().nullable() }),
      ),
    }),
  },
  listUnknownFalls: {
    method: "GET",
    path: "/staff/falls/unknown",
    summary: "Staff: portfolios under management that could not be compared on some day, with what is missing.",
    access: staff("internal"),
    answer: z.object({
      holders: z.array(
        z.object({
          holderType,
          holderId: id,
          name: z.string(),
          closed: day,
          checkedAt: instant,
          failure: z.string().nullable(),
          days: z.array(z.object({ day, missing: z.array(z.string()) })),
        }),
      ),
    }),
  },
  listLeveraged: {
    method: "GET",
    path: "/staff/leveraged-instruments",
    summary: "Staff: the instruments that count as leveraged: retail clients are told of each one's fall.",
    access: staff("internal"),
    answer: z.object({
      instruments: z.array(z.object({ id, name: z.string(), isin: z.string().nullable() })),
      can: z.object({ change: z.boolean() }),
    }),
  },
  setLeveraged: {
    method: "POST",
    path: "/staff/leveraged-instruments/:id",
    summary: "States whether an instrument is leveraged. Doing it twice is one.",
    access: staff("office"),
    params: z.object({ id }),
    body: z.strictObject({ leveraged: z.boolean() }),
    answer: done,
  },
});
