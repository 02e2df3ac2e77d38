/** The folder that the firm shares with a client, one per client number; its files are not evidence of anything. */
import { z } from "zod";
import { defineEndpoints, download, ownOrNamed, signedIn } from "./endpoint.ts";
import { fileBytes } from "./file-text.ts";
import { uploadBodyLimit } from "./files.ts";
import { sharepointNameMaxLength } from "./rules/sharepoint-names.ts";
import { instant, ofHolder, page } from "./shapes.ts";
import { clientNumber } from "./users.ts";

/** Folders below the client's folder, outermost first, with slashes between; empty for the client's folder itself. */
const folderPath = z.string().max(2000);

const item = z.object({
  name: z.string(),
  /** Below the client's folder, with slashes between names. */
  path: z.string(),
  driveId: z.string(),
  itemId: z.string(),
  folder: z.boolean(),
  /** Bytes; null for a folder. */
  size: z.number().int().nullable(),
  /** Media type; null for a folder. */
  type: z.string().nullable(),
  modified_at: instant,
  modified_by: z.string().nullable(),
  eTag: z.string(),
});
export type SharedItem = z.infer<typeof item>;

export const sharepoint = defineEndpoints({
  list: {
    method: "GET",
    path: "/sharepoint/content",
    summary:
      "What is in a folder shared with the holder: the one named, or the active one. Empty without a client number.",
    access: ownOrNamed("internal"),
    query: z.object({
      // Contains the address of SharePoint's next page, encrypted.
      cursor: z.string().max(6000).optional(),
      path: folderPath.optional(),
      ...ofHolder,
    }),
    answer: page({
      items: z.array(item),
      /** Whose folder it is; null if there is none. */
      client_number: z.string().nullable(),
      can: z.object({ upload: z.boolean() }),
    }),
    errors: ["sharepointAway"],
  },
  download: {
    method: "GET",
    path: "/sharepoint/download",
    summary: "A file from a shared folder, as an attachment, whole or one range.",
    access: signedIn,
    query: z.object({ driveId: z.string().min(1).max(300), itemId: z.string().min(1).max(4000) }),
    answer: download,
    binary: true,
    errors: ["sharepointAway", "fileRefused", "rangeNotSatisfiable"],
  },
  upload: {
    method: "POST",
    path: "/sharepoint/upload",
    summary:
      "Puts a PDF, JPEG, PNG or WebP of up to 10 MB into a shared folder. It never replaces a file; `already` marks one that is there.",
    access: signedIn,
    body: z.strictObject({
      base64data: fileBytes,
      /** Its form is checked with the reason, since SharePoint forbids more names than other calls. */
      fileName: z.string().min(1).max(sharepointNameMaxLength),
      client_number: clientNumber,
      /** Follows from the caller; one that contradicts it is refused. */
      byAdmin: z.boolean().optional(),
      path: folderPath.optional(),
    }),
    // Checked with the names that SharePoint forbids.
    unread: ["fileName"],
    answer: item.extend({ already: z.boolean() }),
    errors: ["sharepointAway", "sharepointFull", "fileRefused", "forbidden", "contradictsSession", "nameInUse"],
    bodyLimit: uploadBodyLimit,
    rateLimits: [{ tries: 60, seconds: 600, per: "person" }],
  },
});
