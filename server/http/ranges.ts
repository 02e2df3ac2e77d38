/** The part of a file that a caller asks for (RFC 9110, 14). */

/** From `start` to before `end`, in bytes. */
export interface Range {
  start: number;
  end: number;
}

/**
 * The range of a Range header in content of this size. `whole` if there is no range, or one that may be ignored: of
 * another unit, several, or badly written. `none` if the content has no byte of it.
 */
export function rangeOf(header: string | undefined, size: number): Range | "whole" | "none" {
  const [, first, last] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(header ?? "") ?? [];
  if (first === undefined || last === undefined || (first === "" && last === "")) return "whole";
  if (first === "") {
    if (Number(last) === 0) return "none";
    // Nothing has a last byte here, and Content-Range cannot say so.
    return size === 0 ? "whole" : { start: Math.max(0, size - Number(last)), end: size };
  }
  // Compared as written: a number may have more digits than are exact.
  if (last !== "" && BigInt(last) < BigInt(first)) return "whole";
  if (Number(first) >= size) return "none";
  return { start: Number(first), end: last === "" ? size : Math.min(size, Number(last) + 1) };
}

/** Whether the ranges of earlier answers still fit: there is no If-Range, or it names the same content. */
export const isSameContent = (ifRange: string | undefined, etag: string): boolean =>
  ifRange === undefined || ifRange === etag;
