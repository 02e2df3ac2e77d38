/** What the codes of a bank mean: set once for all of its files. */
import { z } from "zod";
import { bankCodeKinds, bankCodeLimits } from "../rules/custodians.ts";
import { visibleText } from "../rules/visible-text.ts";
import { bodyOrdinal, id, instant } from "../shapes.ts";

export const bankCode = z.object({
  code: z.string(),
  kind: z.enum(bankCodeKinds),
  version: z.number().int(),
  saved_at: instant,
  saved_by: z.string(),
});
export type BankCode = z.infer<typeof bankCode>;

/** A code as files write it. */
const writtenCode = z
  .string()
  .transform((text) => text.trim())
  .pipe(z.string().min(1).max(bankCodeLimits.code).regex(visibleText));

export const savedCode = z.strictObject({
  code: writtenCode,
  /** Null: files with it ask again. */
  kind: z.enum(bankCodeKinds).nullable(),
  /** As it was seen; null for one that was not mapped. */
  version: bodyOrdinal.nullable(),
});
export type SavedCode = z.infer<typeof savedCode>;

/** A code of the firm's list with which entries of a file were read. */
export const usedCode = z.object({
  custodian: z.object({ id, name: z.string() }),
  code: z.string(),
  kind: z.enum(bankCodeKinds),
  entries: z.number().int(),
});
export type UsedCode = z.infer<typeof usedCode>;
