/** The stored upload: compressed, with its SHA-256. */
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

export async function packed(bytes: Uint8Array): Promise<Packed> {
  // Hashing 50 MB takes time, so it runs after the compression, which lets others run first.
  const content = await compress(bytes, { params: { [constants.ZSTD_c_compressionLevel]: 3 } });
  return { content, sha256: createHash("sha256").update(bytes).digest() };
}

/** The file as it was sent, if its hash matches. */
export async function unpacked({ content, sha256 }: Evidence): Promise<Buffer> {
  if (!content) throw new Error("the file of a previewed import is gone");
  const bytes = await decompress(content);
  if (!createHash("sha256").update(bytes).digest().equals(sha256))
    throw new Error("the file of a previewed import is not the one that was uploaded");
  return bytes;
}
