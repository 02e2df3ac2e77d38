/** Clients and companies that a firm brings in from a file, and their invitations to the portal. */
import { z } from "zod";
import { clientInvitation, invitationCounts, invitationFilter, invitationPace } from "./client-imports/invitations.ts";
import { clientColumns, clientImport, clientLine, templateQuery } from "./client-imports/shapes.ts";
import { defineEndpoints, download, staff } from "./endpoint.ts";
import { fileBytes, fileText } from "./file-text.ts";
import { clientImportActions, clientLineStates } from "./rules/client-imports.ts";
import { messageMaxLength } from "./rules/limits.ts";
import { bodyId, fileName, id, language, page, pageQuery } from "./shapes.ts";
import { email } from "./sign-in.ts";
import { writtenText } from "./written-text.ts";

export { type ClientInvitation, type InvitationCounts } from "./client-imports/invitations.ts";
export {
  type ClientColumn,
  type ClientImport,
  type ClientImportLine,
  type ClientLineData,
  clientColumns,
} from "./client-imports/shapes.ts";

/** Largest accepted file, in bytes. */
const clientFileMaxBytes = 24 * 1024 * 1024;

const importParams = z.object({ id });
const userParams = z.object({ userId: id });
/** People of the list, one by one, or all that a filter finds. */
const chosen = z.union([
  z.strictObject({ ids: z.array(bodyId).min(1).max(1000) }),
  z.strictObject({ filter: z.strictObject(invitationFilter) }),
]);

export const clientImports = defineEndpoints({
  list: {
    method: "GET",
    path: "/staff/client-imports",
    summary: "Files of clients that were brought in, the newest first.",
    access: staff("admin"),
    query: z.object({ ...pageQuery }),
    answer: page({ imports: z.array(clientImport) }),
  },
  preview: {
    method: "POST",
    path: "/staff/client-imports",
    summary:
      "Reads a file of clients and says of each line what booking it would do; nothing is written but the preview.",
    access: staff("admin"),
    machine: false,
    body: z
      .strictObject({
        fileName,
        /** Its text, or its bytes where they are no text in Unicode, or a workbook. */
        content: fileText().optional(),
        base64data: fileBytes.optional(),
        /** For lines that say none. */
        language,
        /** Columns by hand, by their places from 0; null: not read. Others are recognised by their headings. */
        columns: clientColumns.default([]),
      })
      .refine(({ content, base64data }) => (content === undefined) !== (base64data === undefined), {
        path: ["content"],
      }),
    answer: clientImport,
    bodyLimit: clientFileMaxBytes,
    rateLimits: [{ tries: 60, seconds: 3600, per: "person" }],
  },
  get: {
    method: "GET",
    path: "/staff/client-imports/:id",
    summary: "One file of clients: its counts, how far its booking is, and what may be done with it.",
    access: staff("admin"),
    params: importParams,
    answer: clientImport,
  },
  listLines: {
    method: "GET",
    path: "/staff/client-imports/:id/lines",
    summary: "The lines of a file of clients, in their order.",
    access: staff("admin"),
    params: importParams,
    query: z.object({ state: z.enum(clientLineStates).optional(), ...pageQuery }),
    answer: page({ lines: z.array(clientLine) }),
  },
  getFaults: {
    method: "GET",
    path: "/staff/client-imports/:id/faults",
    summary: "The lines that are not booked as a CSV of the template's columns, with the reasons, to be mended.",
    access: staff("admin"),
    params: importParams,
    query: templateQuery,
    answer: download,
    binary: true,
  },
  getTemplate: {
    method: "GET",
    path: "/staff/client-imports/template",
    summary: "An empty file of clients, with an example of a person and a company.",
    access: staff("admin"),
    query: templateQuery,
    answer: download,
    binary: true,
  },
  decide: {
    method: "POST",
    path: "/staff/client-imports/:id/lines/:line/decide",
    summary: "Says of a line that perhaps is there already whether it is a new client or the same.",
    access: staff("admin"),
    machine: false,
    params: importParams.extend({ line: id }),
    body: z.strictObject({ is: z.enum(["new", "same"]) }),
    answer: clientLine,
    errors: ["stateConflict"],
  },
  move: {
    method: "POST",
    path: "/staff/client-imports/:id/move",
    summary:
      "Books the good lines by a job, stops or resumes it, drops the preview, or takes a booked file back: all of it that nobody has used since.",
    access: staff("admin"),
    machine: false,
    params: importParams,
    body: z.strictObject({
      action: z.enum(clientImportActions),
      /** On what the firm's identification of clients rests: needed where the file names identified ones. */
      reason: writtenText(messageMaxLength).optional(),
    }),
    answer: clientImport,
    errors: ["stateConflict", "fourEyes"],
  },
  listInvitations: {
    method: "GET",
    path: "/staff/client-invitations",
    summary:
      "People who were brought in: who is invited, who has chosen a password and signed in, whose mail came back.",
    access: staff("admin"),
    query: z.object({ ...invitationFilter, ...pageQuery }),
    answer: page({ invitations: z.array(clientInvitation), counts: invitationCounts, pace: invitationPace }),
  },
  invite: {
    method: "POST",
    path: "/staff/client-invitations/invite",
    summary: "Queues the invitations of people who have not chosen a password; so many go out in an hour.",
    access: staff("admin"),
    machine: false,
    body: z.strictObject({ whom: chosen }),
    answer: z.object({ queued: z.number().int() }),
    errors: ["documentsMissing"],
    notRepeatable: true,
  },
  takeBack: {
    method: "POST",
    path: "/staff/client-invitations/take-back",
    summary: "Takes invitations back that nobody accepted: their links work no longer, and they are not in the queue.",
    access: staff("admin"),
    machine: false,
    body: z.strictObject({ whom: chosen }),
    answer: z.object({ takenBack: z.number().int() }),
  },
  correctEmail: {
    method: "POST",
    path: "/staff/client-invitations/:userId/email",
    summary: "Corrects the address of somebody who has not chosen a password; a mailed link works no longer.",
    access: staff("admin"),
    machine: false,
    params: userParams,
    body: z.strictObject({ email }),
    answer: clientInvitation,
    errors: ["stateConflict", "emailInUse"],
  },
});
