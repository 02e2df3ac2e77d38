/** Reads a ZIP, as the portal writes it or as any program packed it again. */
import { type Bytes, joined } from "./der.ts";

/** Largest pack that is unpacked: a page that takes all memory helps nobody. */
const mostBytes = 512 * 1024 * 1024;

async function inflated(packed: Bytes, size: number): Promise<Bytes> {
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const reader = stream.getReader();
  const parts: Bytes[] = [];
  let length = 0;
  for (;;) {
    const { value } = await reader.read();
    if (!value) return joined(...parts);
    length += value.length;
    if (length > size) throw new Error("longer than the ZIP says");
    parts.push(new Uint8Array(value));
  }
}

/** Files by their path; folders are left out. Throws for anything that is no ZIP, and for one with two files of a name. */
export async function unzip(zip: Bytes): Promise<Map<string, Bytes>> {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.length);
  // The end's record, behind which a comment may follow.
  let end = zip.length - 22;
  while (end >= 0 && view.getUint32(end, true) !== 0x06054b50) end -= 1;
  if (end < 0) throw new Error("no ZIP");
  const files = new Map<string, Bytes>();
  let total = 0;
  let at = view.getUint32(end + 16, true);
  for (let count = view.getUint16(end + 10, true); count > 0; count -= 1) {
    if (view.getUint32(at, true) !== 0x02014b50) throw new Error("no ZIP");
    const method = view.getUint16(at + 10, true);
    const [packed, size] = [view.getUint32(at + 20, true), view.getUint32(at + 24, true)];
    const nameLength = view.getUint16(at + 28, true);
    const name = new TextDecoder().decode(zip.subarray(at + 46, at + 46 + nameLength));
    const local = view.getUint32(at + 42, true);
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    if (name.endsWith("/")) continue;
    const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    const bytes = zip.subarray(start, start + packed);
    total += size;
    if (total > mostBytes || files.has(name) || (method !== 0 && method !== 8)) throw new Error("no ZIP of a pack");
    files.set(name, method === 0 ? new Uint8Array(bytes) : await inflated(new Uint8Array(bytes), size));
  }
  return files;
}
