/**
 * Documents for many: staff send a ZIP whose file names contain client numbers, look at who would get what, and add all
 * of it or nothing.
 */
import { z } from "zod";
import { defineEndpoints, staff } from "../endpoint.ts";
import { fieldCodes } from "../errors.ts";
import { archiveFaults, batchMaxEntries, batchStates, recipientFaults } from "../rules/document-batches.ts";
import { bodyId, bodyOrdinal, day, done, id, instant, namedHolder, sha256Hex } from "../shapes.ts";
import { documentTitle, documentTypeId } from "./shapes.ts";

const batch = z.object({
  id,
  type: documentTypeId,
  title: z.string(),
  valid_until: day.nullable(),
  file_name: z.string(),
  state: z.enum(batchStates),
  refused_because: z.enum(archiveFaults).nullable(),
  /** Files in the ZIP, how many of them are checked, and how many staff left out; 0 until it is unpacked. */
  total: z.number().int(),
  checked: z.number().int(),
  excluded: z.number().int(),
  created_at: instant,
  created_by: z.string(),
  /** Everything of it is deleted then. */
  expires_at: instant,
});
export type DocumentBatch = z.infer<typeof batch>;

const entry = z.object({
  number: z.number().int(),
  /** Without its folders. */
  name: z.string(),
  size: z.number().int(),
  /** Of the holder, as it is now; null if none was found in the name. */
  client_number: z.string().nullable(),
  holder: namedHolder.nullable(),
  /** Everything for which it cannot be added: first what is wrong with the number, then with the file. */
  faults: z.array(z.enum([...fieldCodes, ...recipientFaults])),
  excluded: z.boolean(),
});
export type DocumentBatchEntry = z.infer<typeof entry>;

/** What a reader saw: SHA-256 of who gets what. */
const seen = sha256Hex;
const params = z.object({ batchId: id });
const office = staff("office");

export const batchCalls = defineEndpoints({
  startBatch: {
    method: "POST",
    path: "/doc/batches",
    summary: "Takes a ZIP with documents for many, sent as an upload with the purpose `batch`; a job reads it.",
    access: office,
    body: z.strictObject({
      upload: bodyId,
      type: documentTypeId,
      /** Of every document. */
      title: documentTitle,
      valid_until: day.optional(),
    }),
    answer: batch,
    errors: ["stateConflict"],
  },
  listBatches: {
    method: "GET",
    path: "/doc/batches",
    summary: "The ZIPs with documents for many of the last 24 hours, the newest first.",
    access: staff("internal"),
    answer: z.array(batch),
  },
  getBatch: {
    method: "GET",
    path: "/doc/batches/:batchId",
    summary: "A ZIP with documents for many: each file, whose it is by the number in its name, or what is wrong.",
    access: staff("internal"),
    params,
    answer: batch.extend({
      entries: z.array(entry),
      seen,
      can: z.object({ exclude: z.boolean(), confirm: z.boolean(), discard: z.boolean() }),
    }),
  },
  excludeFromBatch: {
    method: "POST",
    path: "/doc/batches/:batchId/exclude",
    summary: "Leaves files of a ZIP out, or takes them in again.",
    access: office,
    params,
    body: z.strictObject({
      numbers: z.array(bodyOrdinal).min(1).max(batchMaxEntries),
      excluded: z.boolean(),
    }),
    answer: done,
    errors: ["stateConflict"],
  },
  confirmBatch: {
    method: "POST",
    path: "/doc/batches/:batchId/confirm",
    summary:
      "Adds every file that is not left out, or nothing; `stateConflict` if one has a fault, or if who gets what is not what was seen.",
    access: office,
    params,
    body: z.strictObject({ seen }),
    answer: z.object({ added: z.number().int() }),
    errors: ["stateConflict", "fileRefused"],
    notRepeatable: true,
  },
  discardBatch: {
    method: "DELETE",
    path: "/doc/batches/:batchId",
    summary: "Deletes a ZIP with documents for many that was not added.",
    access: office,
    params,
    answer: done,
    errors: ["stateConflict"],
  },
});
