/** Documents of a holder: typed, in versions, and asked for by staff. Their bytes are sent by the call for files. */
import { z } from "zod";
import { batchCalls } from "./documents/batches.ts";
import { roundCalls } from "./documents/rounds.ts";
import { documentTitle, documentTypeId } from "./documents/shapes.ts";
import { defineEndpoints, download, holder, signedIn, staff } from "./endpoint.ts";
import { fileBytes } from "./file-text.ts";
import { storedFile, uploadBodyLimit } from "./files.ts";
import { documentRequestStates, maxZipped } from "./rules/documents.ts";
import { messageMaxLength } from "./rules/limits.ts";
import {
  bodyId,
  day,
  done,
  fileName,
  holderParams,
  holderType,
  id,
  instant,
  ordinal,
  page,
  pageQuery,
} from "./shapes.ts";
import { writtenText } from "./written-text.ts";

const translated = z.string().trim().min(1).max(120);
export const documentType = z.strictObject({
  // Not a word of the calls' paths.
  id: documentTypeId.refine((name) => name !== "all" && name !== "requests" && name !== "zip"),
  name: z.strictObject({ bg: translated, en: translated, pl: translated }),
  /** Whether clients add documents of this type themselves; office always may. */
  clientsAdd: z.boolean(),
  /** Documents of this type have a last day of validity. */
  expires: z.boolean(),
  /**
   * Years for which a document is kept after its newest version was added, or after its last day of validity if that is
   * later; then it is deleted. Null: kept with the holder's other records.
   */
  keepYears: z.int().min(1).max(30).nullable().default(null),
});
export type DocumentType = z.infer<typeof documentType>;

/** A file in the body, of at most 10 MB. */
const inBody = {
  /** Without a path and without invisible characters. */
  fileName,
  base64data: fileBytes,
};
/** The id of a finished upload, which is used up. */
const byUpload = { upload: bodyId };
const described = { title: documentTitle.optional(), valid_until: day.optional() };

const document = z.object({
  id,
  holder_type: holderType,
  holder_id: id,
  type: documentTypeId,
  title: z.string(),
  /** Last day of validity, or null. */
  valid_until: day.nullable(),
  by_admin: z.boolean(),
  /** When the newest version was added. */
  changed_at: instant,
  /** How many versions there are; `file` is the newest. */
  versions: z.number().int(),
  file: storedFile,
  /** Whether the newest version has a small picture. */
  thumbnail: z.boolean(),
  /** Added by the firm and not opened by the holder. */
  unread: z.boolean(),
  /** In the bin until this instant; staff only. */
  deleted_until: instant.nullable(),
  /** What the reader may do with it. */
  can: z.object({ addVersion: z.boolean(), correct: z.boolean(), remove: z.boolean(), restore: z.boolean() }),
});
export type DocumentRow = z.infer<typeof document>;

const version = z.object({
  number: z.number().int(),
  file: storedFile,
  /** Hex, of the content. */
  sha256: z.string(),
  by_admin: z.boolean(),
  /** Who added it; null for a client if it was staff. */
  added_by: z.string().nullable(),
  created_at: instant,
  /** When the holder first opened it. */
  opened_at: instant.nullable(),
});

const request = z.object({
  id,
  type: documentTypeId,
  text: z.string(),
  due: day,
  state: z.enum(documentRequestStates),
  document_id: id.nullable(),
  created_at: instant,
  closed_at: instant.nullable(),
  /** `answer`: with a document of the reader; `accept`: also asking again. */
  can: z.object({ answer: z.boolean(), accept: z.boolean(), cancel: z.boolean() }),
});
export type DocumentRequest = z.infer<typeof request>;

const documentParams = holderParams.extend({ docId: id });
const requestParams = holderParams.extend({ requestId: id });

export type { DocumentBatch, DocumentBatchEntry } from "./documents/batches.ts";
export type { AskedOfRound, DocumentRound } from "./documents/rounds.ts";

export const documents = defineEndpoints({
  ...batchCalls,
  ...roundCalls,
  listTypes: {
    method: "GET",
    path: "/doc/types",
    summary: "The types of documents, with their names in three languages.",
    access: signedIn,
    machine: true,
    readTogether: true,
    answer: z.array(documentType),
  },
  add: {
    method: "POST",
    path: "/doc/:holderType/:holderId/:type",
    summary:
      "Adds documents of one type, all or none. One that the holder has already is not added again: `already` marks it.",
    access: holder("office"),
    machine: true,
    params: holderParams.extend({ type: documentTypeId }),
    body: z.strictObject({
      documents: z
        .array(z.union([z.strictObject({ ...described, ...inBody }), z.strictObject({ ...described, ...byUpload })]))
        .min(1)
        .max(20),
      /** Follows from the caller; one that contradicts it is refused. */
      byAdmin: z.boolean().optional(),
      /** The firm's request that the documents answer. */
      request: id.optional(),
    }),
    answer: z.object({ documents: z.array(document.extend({ already: z.boolean() })) }),
    errors: ["fileRefused", "tooManyRequests", "contradictsSession", "forbidden", "stateConflict"],
    bodyLimit: uploadBodyLimit,
    rateLimits: [{ tries: 60, seconds: 600, per: "person" }],
  },
  get: {
    method: "GET",
    path: "/doc/:holderType/:holderId/by-id/:docId",
    summary: "A document with its versions, the newest first.",
    access: holder("internal", "documents"),
    params: documentParams,
    answer: document.extend({ history: z.array(version) }),
  },
  list: {
    method: "GET",
    path: "/doc/:holderType/:holderId/by-type/:type",
    summary: "Documents of a type, or of every type (`all`), the newest first, and how many the holder has not opened.",
    access: holder("internal", "documents"),
    params: holderParams.extend({ type: documentTypeId }),
    query: z.object({
      ...pageQuery,
      /** Part of the title, in either script. */
      search: z.string().trim().max(120).optional(),
      /** Added on or after this day, and on or before that one, by the firm's days. */
      from: day.optional(),
      to: day.optional(),
      /** Staff: what lies in the bin instead. */
      bin: z.stringbool().optional(),
    }),
    answer: page({
      documents: z.array(document),
      unread: z.number().int(),
      /** What the reader may do besides: add documents of some type, ask the holder for one. */
      can: z.object({ add: z.boolean(), ask: z.boolean() }),
    }),
  },
  zip: {
    method: "GET",
    path: "/doc/:holderType/:holderId/zip",
    summary: "The newest versions of several documents as one ZIP.",
    access: holder("internal", "documents"),
    params: holderParams,
    query: z.object({
      /** Ids of documents, separated by commas. */
      ids: z
        .string()
        .regex(/^[1-9]\d{0,14}(,[1-9]\d{0,14})*$/)
        .transform((ids) => ids.split(",").map(Number))
        .refine((ids) => ids.length <= maxZipped),
    }),
    answer: download,
    binary: true,
    errors: ["stateConflict"],
    rateLimits: [{ tries: 30, seconds: 600, per: "person" }],
  },
  getThumbnail: {
    method: "GET",
    path: "/doc/:holderType/:holderId/by-id/:docId/thumbnail/:version",
    summary: "A small picture of a version, drawn once, some seconds after it was added: never another one.",
    access: holder("internal", "documents"),
    params: documentParams.extend({ version: ordinal }),
    answer: download,
    binary: true,
    privateSeconds: 86_400,
  },
  addVersion: {
    method: "POST",
    path: "/doc/:holderType/:holderId/by-id/:docId/version",
    summary: "Adds a newer version; the earlier ones stay.",
    access: holder("office"),
    machine: true,
    params: documentParams,
    body: z.union([z.strictObject(inBody), z.strictObject(byUpload)]),
    answer: document.extend({ already: z.boolean() }),
    errors: ["fileRefused", "tooManyRequests", "forbidden", "stateConflict"],
    bodyLimit: uploadBodyLimit,
    rateLimits: [{ tries: 60, seconds: 600, per: "person" }],
  },
  correct: {
    method: "PATCH",
    path: "/doc/:holderType/:holderId/by-id/:docId",
    summary: "Corrects the title and the last day of validity; what is not named stays.",
    access: staff("office"),
    machine: true,
    params: documentParams,
    body: z.strictObject({ title: documentTitle.optional(), valid_until: day.nullable().optional() }),
    answer: document,
    errors: ["stateConflict"],
  },
  markOpened: {
    method: "POST",
    path: "/doc/:holderType/:holderId/by-id/:docId/opened",
    summary: "The holder opened the newest version; recorded the first time.",
    access: holder(),
    params: documentParams,
    body: z.strictObject({}).optional(),
    answer: done,
  },
  remove: {
    method: "DELETE",
    path: "/doc/:id",
    summary: "Puts a document into the bin for 30 days; whoever added it may while it is unused, and office.",
    access: signedIn,
    machine: true,
    params: z.object({ id }),
    answer: done,
    errors: ["forbidden", "inUse", "stateConflict"],
  },
  restore: {
    method: "POST",
    path: "/doc/:id/restore",
    summary: "Takes a document out of the bin.",
    access: staff("office"),
    machine: true,
    params: z.object({ id }),
    body: z.strictObject({}).optional(),
    answer: done,
    errors: ["stateConflict"],
  },
  listRequests: {
    method: "GET",
    path: "/doc/:holderType/:holderId/requests",
    summary: "What the firm asked the holder for: open ones first, by day, then the latest fifty closed ones.",
    access: holder("internal"),
    readTogether: true,
    params: holderParams,
    answer: z.array(request),
  },
  ask: {
    method: "POST",
    path: "/doc/:holderType/:holderId/requests",
    summary:
      "Asks the holder for a document by a day; they are notified, and reminded three days before and on the day.",
    access: staff("office"),
    machine: true,
    params: holderParams,
    body: z.strictObject({
      type: documentTypeId,
      text: writtenText(messageMaxLength),
      due: day,
      /** The same key by the same person for the same holder is the same request. */
      key: z.uuid().optional(),
    }),
    answer: z.object({ id }),
    notRepeatable: true,
    errors: ["fourEyes", "keyReused"],
  },
  closeRequest: {
    method: "POST",
    path: "/doc/:holderType/:holderId/requests/:requestId/close",
    summary: "Accepts what came, asks for it again with a reason, or cancels the request.",
    access: staff("office"),
    machine: true,
    params: requestParams,
    body: z.discriminatedUnion("outcome", [
      z.strictObject({ outcome: z.literal("accepted") }),
      z.strictObject({ outcome: z.literal("cancelled") }),
      z.strictObject({
        outcome: z.literal("again"),
        text: writtenText(messageMaxLength),
        due: day,
      }),
    ]),
    answer: done,
    errors: ["stateConflict", "fourEyes"],
  },
});
