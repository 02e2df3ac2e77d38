/** Files uploaded by staff: custodians' statements, prices, FX rates. Previewed, then confirmed as a whole or not at all. */
import { z } from "zod";
import { defineEndpoints, staff } from "./endpoint.ts";
import { fileBytes, fileText } from "./file-text.ts";
import {
  mostDecisions,
  openingBalance,
  questionAnswers,
  rowDecision,
  transferCost,
  writtenName,
} from "./imports/decisions.ts";
import { importPreview, listedImport } from "./imports/preview.ts";
import { quote, quoteCounts } from "./imports/quotes.ts";
import { refusal } from "./imports/refusals.ts";
import { importKinds } from "./rules/import-kinds.ts";
import { bodyId, bodyOrdinal, id, ofHolder, page, pageQuery } from "./shapes.ts";

export {
  type DecidedRow,
  type ExcludedInstrument,
  givenKinds,
  type ImportQuestion,
  type ImportTransfer,
  mostLots,
  type OpeningBalance,
  openingBalance,
  questionAnswers,
  type RowDecision,
  rowDecision,
  type TransferCost,
  transferCost,
  type UndecidedRow,
} from "./imports/decisions.ts";
export {
  type AccountPreview,
  accountPreview,
  type ImportedBankAccount,
  type ImportPreview,
  importStates,
  type ListedImport,
} from "./imports/preview.ts";
export { type ImportQuote, quoteMarks } from "./imports/quotes.ts";
export { type ImportRefusal, type ImportRemark, refusal, refusalsShown } from "./imports/refusals.ts";

/** Largest accepted file, in bytes. */
const importMaxBytes = 96 * 1024 * 1024;

export const imports = defineEndpoints({
  preview: {
    method: "POST",
    path: "/import/preview",
    summary: "Reads a file and says what it would do; nothing is written but the preview itself.",
    access: staff("office"),
    machine: true,
    body: z
      .strictObject({
        /** Without it, what the file is recognised as. */
        kind: z.enum(importKinds).optional(),
        fileName: writtenName(200),
        /** Whose file it is; without it the only custodian that sends its format. */
        custodian: bodyId.optional(),
        /** Its text, or its bytes where they are no UTF-8. An empty file is no bad request: it is refused as an empty file. */
        content: fileText().optional(),
        base64data: fileBytes.optional(),
        openingBalances: z.array(openingBalance).max(500).default([]),
        /** Keys of instruments to exclude. */
        exclude: z.array(z.string().min(1).max(200)).max(500).default([]),
        decisions: z.array(rowDecision).max(mostDecisions).default([]),
        transferCosts: z.array(transferCost).max(500).default([]),
        /** The client number whose the file is where it does not say. */
        account: writtenName(40).optional(),
        /** The key of the mapping to read it with; without it, the one whose columns the file has. */
        mapping: z
          .string()
          .regex(/^(?:own|ready)\/[a-z0-9-]{1,40}$/)
          .optional(),
      })
      .refine(({ content, base64data }) => (content === undefined) !== (base64data === undefined), {
        path: ["content"],
      }),
    answer: importPreview,
    bodyLimit: importMaxBytes,
  },
  previewArchive: {
    method: "POST",
    path: "/import/archive",
    summary: "Previews each file of a ZIP by itself, as what it is recognised as; nothing is written but the previews.",
    access: staff("office"),
    machine: true,
    body: z.strictObject({ fileName: writtenName(200), base64data: fileBytes }),
    answer: z.object({
      imports: z.array(listedImport),
      /** Why the ZIP, or the rest of it, cannot be unpacked. */
      refusal: refusal.pick({ code: true, detail: true }).nullable(),
    }),
    bodyLimit: importMaxBytes,
  },
  confirm: {
    method: "POST",
    path: "/import/:id/confirm",
    summary: "Writes a previewed file whole, in one transaction; a second confirmation answers as the first.",
    access: staff("office"),
    params: z.object({ id }),
    body: z.strictObject({}),
    answer: importPreview,
    errors: ["stateConflict", "fileRefused", "quotesNotAccepted", "questionsOpen"],
  },
  answer: {
    method: "POST",
    path: "/import/:id/answer",
    summary: "Answers a question of a previewed file, or withdraws the answer; returns the preview that follows.",
    access: staff("office"),
    params: z.object({ id }),
    body: z.strictObject({ key: z.string().min(1).max(400), answer: z.enum(questionAnswers).nullable() }),
    answer: importPreview,
    errors: ["stateConflict"],
  },
  listQuotes: {
    method: "GET",
    path: "/import/:id/quotes",
    summary:
      "The new prices or rates of a file, each beside what it follows; those alone that need a look where asked for.",
    access: staff("internal"),
    params: z.object({ id }),
    query: z.object({ show: z.enum(["all", "marked"]).default("all"), ...pageQuery }),
    answer: page({ quotes: z.array(quote), ...quoteCounts }),
  },
  acceptQuotes: {
    method: "POST",
    path: "/import/:id/quotes/accept",
    summary:
      "Accepts marked prices or rates after a look: the rows named, or all that the weekend alone marks. With four eyes on, a colleague of who uploaded them does.",
    access: staff("office"),
    params: z.object({ id }),
    body: z
      .strictObject({
        places: z.array(bodyOrdinal).min(1).max(500).optional(),
        all: z.literal("weekend").optional(),
      })
      .refine(({ places, all }) => (places === undefined) !== (all === undefined), { path: ["places"] }),
    answer: z.object(quoteCounts),
    errors: ["stateConflict", "fourEyes"],
  },
  discard: {
    method: "POST",
    path: "/import/:id/discard",
    summary: "Drops a previewed file.",
    access: staff("office"),
    machine: true,
    params: z.object({ id }),
    body: z.strictObject({}),
    answer: importPreview,
    errors: ["stateConflict"],
  },
  get: {
    method: "GET",
    path: "/import/:id",
    summary: "One import with its preview.",
    access: staff("internal"),
    params: z.object({ id }),
    answer: importPreview,
  },
  list: {
    method: "GET",
    path: "/import",
    summary:
      "Imports, newest first; where the query names a holder, those that told of it, with the counts of its own rows.",
    access: staff("internal"),
    query: z.object({ ...ofHolder, ...pageQuery }),
    answer: page({
      imports: z.array(listedImport),
      can: z.object({ preview: z.boolean() }),
    }),
  },
});
