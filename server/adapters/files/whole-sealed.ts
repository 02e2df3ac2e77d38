/**
 * Contents stored before decision 0121, encrypted as a whole: read, never written. To be deleted, with its test, the
 * vault's purpose `file` and its one caller, once no installation has such a file: each begins with a zero byte.
 */
import { createHash } from "node:crypto";
import { wholeOf } from "../../kernel/bytes.ts";
import type { Vault } from "../../secrets/vault.ts";
import type { Opened, SealedBytes } from "./sealed-content.ts";

/** None was larger: an upload was limited to 10 MB. */
const maxBytes = 16 * 1024 * 1024;

/** It begins with the id of its data key, four bytes, instead of the magic. */
export const isWholeSealed = (start: Buffer): boolean => start[0] === 0;

/** Throws if it is not the content of this name. */
export async function openWholeSealed(vault: Vault, sealed: SealedBytes, name: string): Promise<Opened> {
  if (sealed.size > maxBytes) throw new Error("unknown format");
  const content = await vault.open("file", await wholeOf(sealed.read(0, sealed.size)), name);
  if (createHash("sha256").update(content).digest("hex") !== name) throw new Error("its SHA-256 is another");
  return {
    size: content.length,
    async *read(start, end) {
      yield content.subarray(start, end);
    },
  };
}
