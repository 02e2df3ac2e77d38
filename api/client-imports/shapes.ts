/** A file of clients and its lines. */
import { z } from "zod";
import {
  broughtStates,
  clientFaults,
  clientFields,
  clientFileRefusals,
  clientImportStates,
  clientKinds,
  clientLineStates,
  clientNotes,
} from "../rules/client-imports.ts";
import { day, holderType, id, idAndName, instant, language } from "../shapes.ts";

/** Which field each column has. */
export const clientColumns = z
  .array(z.strictObject({ place: z.int().min(0).max(199), field: z.enum(clientFields).nullable() }))
  .max(200);

const column = z.object({ place: z.number().int(), heading: z.string(), field: z.enum(clientFields).nullable() });
export type ClientColumn = z.infer<typeof column>;

export const clientImport = z.object({
  id,
  fileName: z.string(),
  state: z.enum(clientImportStates),
  /** Why the file cannot be read; it then has no lines. */
  refusal: z.object({ code: z.enum(clientFileRefusals), detail: z.string().nullable() }).nullable(),
  encoding: z.string(),
  columns: z.array(column),
  /** Lines by state. */
  counts: z.partialRecord(z.enum(clientLineStates), z.number().int()),
  people: z.number().int(),
  companies: z.number().int(),
  /** Lines of clients whom the firm identified before. */
  identified: z.number().int(),
  reason: z.string().nullable(),
  uploadedBy: idAndName,
  uploadedAt: instant,
  bookedBy: idAndName.nullable(),
  bookedAt: instant.nullable(),
  endedAt: instant.nullable(),
  /** Whom an undoing left, because they or somebody else used what was booked. */
  kept: z.number().int(),
  /** With four eyes on, a colleague of who uploaded it books it. */
  needsColleague: z.boolean(),
  can: z.object({
    book: z.boolean(),
    stop: z.boolean(),
    resume: z.boolean(),
    discard: z.boolean(),
    undo: z.boolean(),
  }),
});
export type ClientImport = z.infer<typeof clientImport>;

/** What a line says, as far as it can be read; `written`: each field as the file has it. */
export const clientLineData = z.object({
  kind: z.enum(clientKinds),
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  language,
  clientNumber: z.string().nullable(),
  state: z.enum(broughtStates),
  identifiedOn: day.nullable(),
  registerNumber: z.string().nullable(),
  country: z.string().nullable(),
  /** Addresses. */
  representatives: z.array(z.string()),
});
export type ClientLineData = z.infer<typeof clientLineData>;

export const clientFault = z.object({
  code: z.enum(clientFaults),
  /** The value, an address, or the number of another line. */
  detail: z.string().nullable(),
});
export const clientNote = z.object({ code: z.enum(clientNotes), detail: z.string().nullable() });

export const clientLine = z.object({
  line: z.number().int(),
  state: z.enum(clientLineStates),
  kind: z.enum(clientKinds),
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  clientNumber: z.string().nullable(),
  faults: z.array(clientFault),
  notes: z.array(clientNote),
  /** Why it could not be booked: the code of a refusal. */
  failure: z.string().nullable(),
  /** Who was booked, or is there already. */
  holder: z.object({ holderType, holderId: id, name: z.string() }).nullable(),
  /** Somebody decides, or has decided, whether it is there already. */
  asked: z.boolean(),
});
export type ClientImportLine = z.infer<typeof clientLine>;

export const templateQuery = z.object({ language });
