/**
 * Contents stored before decision 0121, encrypted as a whole: read, never written. To be deleted, with its test, the
 * vault's purpose `file` and its one caller, once no installation has such a file: each begins with a zero byte.
 */
import { createHash } from "node:crypto";
import { readAllBytes } from "../../kernel/bytes.ts";
import { isDatabaseAway } from "../../kernel/database-errors.ts";
import type { Vault } from "../../secrets/vault.ts";
import { DamagedContent, type Opened, type SealedBytes } from "./sealed-bytes.ts";

/** None was larger: an upload was limited to 10 MB. */
const maxBytes = 16 * 1024 * 1024;

/** It begins with the id of its data key, four bytes, instead of the magic. */
export const isWholeSealed = (start: Buffer): boolean => start[0] === 0;

async function decrypted(vault: Vault, bytes: Buffer, name: string): Promise<Buffer> {
  try {
    return await vault.open("file", bytes, name);
  } catch (error) {
    throw isDatabaseAway(error) ? error : new DamagedContent("it does not decrypt", error);
  }
}

/** Throws if it is not the content of this name. */
export async function openWholeSealed(vault: Vault, sealed: SealedBytes, name: string): Promise<Opened> {
  if (sealed.size > maxBytes) throw new DamagedContent("unknown format");
  const content = await decrypted(vault, await readAllBytes(sealed.read(0, sealed.size)), name);
  if (createHash("sha256").update(content).digest("hex") !== name) throw new DamagedContent("its SHA-256 is another");
  return {
    size: content.length,
    async *read(start, end) {
      yield content.subarray(start, end);
    },
  };
}
