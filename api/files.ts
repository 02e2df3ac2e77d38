/** Files of a holder: uploaded, checked, and sent only as attachments. */
import { z } from "zod";
import { defineEndpoints, download, holder } from "./endpoint.ts";
import { fileBytes } from "./file-text.ts";
import type { OfficeMediaType } from "./rules/office-files.ts";
import { done, fileName, holderParams, id } from "./shapes.ts";

/** Largest accepted file, in bytes. */
export const fileMaxBytes = 10 * 1024 * 1024;

/** Of a body with files in base64. */
export const uploadBodyLimit: number = Math.ceil(fileMaxBytes / 3) * 4 + 16_384;

/** Accepted types, with their file name extensions. */
export const fileEndings = {
  "application/pdf": ["pdf"],
  "image/jpeg": ["jpg", "jpeg"],
  "image/png": ["png"],
  "image/webp": ["webp"],
} as const;
export type FileMediaType = keyof typeof fileEndings;
/** What office adds besides, for documents alone. */
export type StoredMediaType = FileMediaType | OfficeMediaType;
/** Of an archive with documents for many, which is never sent to anybody. */
export const archiveType = "application/zip";

/** `quarantined`: waits for the virus scan, nobody can open it. `refused`: the scan found something, the content is deleted. */
const fileStates = ["quarantined", "clean", "refused"] as const;

export const storedFile = z.object({
  id,
  name: z.string(),
  size: z.number().int(),
  media_type: z.string(),
  state: z.enum(fileStates),
});
export type StoredFile = z.infer<typeof storedFile>;

const fileParams = holderParams.extend({ fileId: id });

export const files = defineEndpoints({
  upload: {
    method: "POST",
    path: "/file/:holderType/:holderId",
    summary: "Takes a PDF, JPEG, PNG or WebP of up to 10 MB; what does not fit is refused with the reason.",
    access: holder("office"),
    machine: true,
    params: holderParams,
    body: z.strictObject({
      /** Without a path and without invisible characters. */
      name: fileName,
      base64data: fileBytes,
      /** For a note of staff: the holder never gets it. */
      forStaff: z.boolean().default(false),
    }),
    answer: storedFile,
    errors: ["fileRefused", "tooManyRequests", "forbidden"],
    bodyLimit: uploadBodyLimit,
    rateLimits: [{ tries: 60, seconds: 600, per: "person" }],
  },
  describe: {
    method: "GET",
    path: "/file/:holderType/:holderId/:fileId/state",
    summary: "Name, size and state of a file, for who waits until it is checked.",
    access: holder("internal"),
    params: fileParams,
    answer: storedFile,
  },
  download: {
    method: "GET",
    path: "/file/:holderType/:holderId/:fileId",
    summary: "The file itself, as an attachment, whole or one range; one that is not found clean is not handed out.",
    access: holder("internal", "documents"),
    params: fileParams,
    answer: download,
    binary: true,
    errors: ["stateConflict", "rangeNotSatisfiable"],
  },
  remove: {
    method: "DELETE",
    path: "/file/:holderType/:holderId/:fileId",
    summary: "Takes back a file that nothing submitted refers to; whoever uploaded it may.",
    access: holder("office"),
    machine: true,
    params: fileParams,
    answer: done,
    errors: ["stateConflict", "forbidden"],
  },
});
