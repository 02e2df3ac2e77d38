/** The ranges of a file in the server's answer to a request for them (RFC 9110, 14.6). */
import type { ByteRange, Download } from "./endpoint.ts";

const endOfHead = [13, 10, 13, 10];

/** Where the head of the next part ends, after `from`. */
function bodyAfter(content: Uint8Array, from: number): number {
  for (let at = content.indexOf(13, from); at !== -1; at = content.indexOf(13, at + 1))
    if (endOfHead.every((byte, index) => content[at + index] === byte)) return at + endOfHead.length;
  throw new Error("The answer has no further part");
}

/**
 * The bytes of each range of `asked`, which ascends without overlaps. The server may also have sent one range, or the
 * whole file. Throws if a range is missing.
 */
export function parseParts(
  asked: readonly ByteRange[],
  { media_type, content, total }: Pick<Download, "media_type" | "content" | "total">,
): Uint8Array<ArrayBuffer>[] {
  if (!media_type.startsWith("multipart/byteranges")) {
    if (total !== undefined && asked.length > 1) throw new Error("The answer has one part alone");
    return asked.map(({ start, end }) => (total === undefined ? content.slice(start, end) : content));
  }
  let at = 0;
  return asked.map(({ start }) => {
    const body = bodyAfter(content, at);
    const head = new TextDecoder().decode(content.subarray(at, body));
    const [, first, last] = /content-range: bytes (\d+)-(\d+)\//i.exec(head) ?? [];
    if (Number(first) !== start) throw new Error("The answer has other parts");
    at = body + Number(last) - start + 1;
    return content.slice(body, at);
  });
}
