/** Files of rows that staff send, such as announcements or NAVs: read and shown first, then stored whole or dropped. */
import { z } from "zod";
import { id, instant } from "./shapes.ts";

/** How a list names such a file. */
export const rowFile = z.object({
  id,
  fileName: z.string(),
  state: z.enum(["previewed", "refused", "confirmed", "discarded"]),
  created_at: instant,
  created_by: z.string(),
  rows: z.number().int(),
  /** Not stored yet. */
  newRows: z.number().int(),
  /** Stored already as in the file: skipped. */
  knownRows: z.number().int(),
  /** Stored otherwise: the file's will count. */
  correctedRows: z.number().int(),
  refusedRows: z.number().int(),
  /** To be looked at before the file is stored. */
  markedRows: z.number().int(),
});
export type RowFile = z.infer<typeof rowFile>;

/** What the asker may do with a file that waits. */
export const rowFileCan = z.object({ confirm: z.boolean(), discard: z.boolean() });

/** Why a row of any such file is refused. Wording as of imports. */
export const rowRefusalCodes = [
  "malformedFile",
  "emptyFile",
  "missingColumn",
  "unknownColumn",
  "missingValue",
  "badNumber",
  "badDate",
  "notPositive",
  "otherFile",
  "outOfRange",
  "unknownCurrency",
  "repeatedInFile",
  "tooManyRows",
] as const;

/** Refused rows, the first 200; without a line where the whole file is meant. */
export const refusedRows = <const Codes extends readonly [string, ...string[]]>(codes: Codes) =>
  z.array(z.object({ line: z.number().int().nullable(), code: z.enum(codes), detail: z.string().nullable() }));
