/**
 * Resumable uploads: a file of a holder sent in fragments over any number of connections, and then used by another call
 * (`documents.add`). Only the user who created an upload may know of it.
 */
import { z } from "zod";
import { bytes, defineEndpoints, holder } from "./endpoint.ts";
import { fragmentMaxBytes } from "./rules/uploads.ts";
import { done, fileName, holderParams, id, instant, sha256Hex } from "./shapes.ts";

/** SHA-256 in hex. */

/** A document of the holder, or a ZIP with documents for many, which staff send under their own id. */
export const uploadPurposes = ["document", "batch"] as const;
export type UploadPurpose = (typeof uploadPurposes)[number];

/**
 * `open`: takes fragments. `finished`: complete and checked, ready to be used. `used`: by the call that took it.
 * `refused`: the file did not pass the check, and nothing of it is kept.
 */
const uploadStates = ["open", "finished", "used", "refused"] as const;

const upload = z.object({
  id,
  file_name: z.string(),
  /** Bytes. */
  size: z.number().int(),
  /** How many of the bytes are stored: where to continue. */
  offset: z.number().int(),
  state: z.enum(uploadStates),
  /** Removed then, unless another fragment comes. */
  expires_at: instant,
});
export type UploadAnswer = z.infer<typeof upload>;

const uploadParams = holderParams.extend({ uploadId: id });

export const uploads = defineEndpoints({
  getRoom: {
    method: "GET",
    path: "/upload/:holderType/:holderId/room",
    summary: "The largest file that is taken, how much the holder's files take, and how much they may; all in bytes.",
    access: holder("internal"),
    params: holderParams,
    answer: z.object({ fileMaxBytes: z.number().int(), usedBytes: z.number().int(), maxBytes: z.number().int() }),
  },
  create: {
    method: "POST",
    path: "/upload/:holderType/:holderId",
    summary: "Begins an upload and reserves its room; it is removed 24 hours after its last fragment.",
    access: holder("office"),
    machine: true,
    params: holderParams,
    body: z.strictObject({
      /** Without a path and without invisible characters. */
      fileName,
      /** Bytes. */
      size: z.int().positive(),
      /** The content's SHA-256, if it is known before it is sent. */
      sha256: sha256Hex.optional(),
      purpose: z.enum(uploadPurposes).optional(),
      /** Made by the caller for this file: a repeated call with it is answered with the same upload. */
      key: z.uuid().optional(),
    }),
    answer: upload,
    errors: ["fileRefused", "tooManyRequests", "forbidden", "keyReused"],
    rateLimits: [{ tries: 240, seconds: 600, per: "person" }],
  },
  get: {
    method: "GET",
    path: "/upload/:holderType/:holderId/:uploadId",
    summary: "An upload, with the offset at which to continue.",
    access: holder("office"),
    params: uploadParams,
    answer: upload,
  },
  append: {
    method: "POST",
    path: "/upload/:holderType/:holderId/:uploadId/at/:offset",
    summary:
      "Stores the fragment that begins at the offset, whole or not at all: 64 KiB to 4 MiB, the last one what is left. At another offset `stateConflict`, and `offset` says the right one.",
    access: holder("office"),
    machine: true,
    params: uploadParams.extend({ offset: z.coerce.number().int().min(0) }),
    body: bytes,
    binaryBody: true,
    bodyLimit: fragmentMaxBytes,
    answer: upload,
    errors: ["stateConflict", "fileRefused"],
  },
  finish: {
    method: "POST",
    path: "/upload/:holderType/:holderId/:uploadId/finish",
    summary:
      "Compares the whole with its SHA-256 and checks it like any file. A refused one is not kept; repeating the call gives the same answer.",
    access: holder("office"),
    machine: true,
    params: uploadParams,
    body: z.strictObject({ sha256: sha256Hex }),
    answer: upload,
    errors: ["stateConflict", "fileRefused", "tooManyRequests"],
    rateLimits: [{ tries: 600, seconds: 600, per: "person" }],
  },
  remove: {
    method: "DELETE",
    path: "/upload/:holderType/:holderId/:uploadId",
    summary: "Gives up an upload that was not used.",
    access: holder("office"),
    machine: true,
    params: uploadParams,
    answer: done,
    errors: ["stateConflict"],
  },
});
