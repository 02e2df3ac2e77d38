/** The uploaded text as it is kept: compressed, with the SHA-256 by which it can be told from any other. */
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { constants, zstdCompress, zstdDecompress } from "node:zlib";
import type { Evidence } from "./imports.queries.ts";

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

interface Packed {
  content: Buffer;
  sha256: Buffer;
}

export async function packed(text: string): Promise<Packed> {
  const bytes = Buffer.from(text, "utf8");
  // The hash of 50 MB takes its time: it comes after the others' turn, which compressing gives.
  const content = await compress(bytes, { params: { [constants.ZSTD_c_compressionLevel]: 3 } });
  return { content, sha256: createHash("sha256").update(bytes).digest() };
}

/** The text again, if it is still the one that was uploaded. */
export async function unpacked({ content, sha256 }: Evidence): Promise<string> {
  if (!content) throw new Error("the file of a previewed import is gone");
  const bytes = await decompress(content);
  if (!createHash("sha256").update(bytes).digest().equals(sha256))
    throw new Error("the file of a previewed import is not the one that was uploaded");
  return bytes.toString("utf8");
}
