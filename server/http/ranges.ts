/** The part of a file that a caller asks for (RFC 9110, 14). */

/** From `start` to before `end`, in bytes. */
export interface Range {
  start: number;
  end: number;
}

/** More are answered with the whole file: each is read from the store on its own. */
export const maxRanges = 100;

/** One part of a Range header in content of this size; undefined if it is badly written, `none` if it has no byte of it. */
function rangeOf(written: string, size: number): Range | "none" | undefined {
  const [, first, last] = /^[ \t]*(\d*)-(\d*)[ \t]*$/.exec(written) ?? [];
  if (first === undefined || last === undefined || (first === "" && last === "")) return undefined;
  if (first === "") {
    if (Number(last) === 0) return "none";
    // Nothing has a last byte here, and Content-Range cannot say so.
    return size === 0 ? undefined : { start: Math.max(0, size - Number(last)), end: size };
  }
  // Compared as written: a number may have more digits than are exact.
  if (last !== "" && BigInt(last) < BigInt(first)) return undefined;
  if (Number(first) >= size) return "none";
  return { start: Number(first), end: last === "" ? size : Math.min(size, Number(last) + 1) };
}

/**
 * The ranges of a Range header in content of this size. `whole` if there are none, or they may be ignored: of another
 * unit, badly written, too many, or not in ascending order without overlaps. `none` if the content has no byte of them.
 */
export function rangesOf(header: string | undefined, size: number): readonly Range[] | "whole" | "none" {
  const [, list] = /^bytes=(.*)$/i.exec(header ?? "") ?? [];
  const written = list?.split(",", maxRanges + 1) ?? [];
  if (written.length === 0 || written.length > maxRanges) return "whole";
  const ranges: Range[] = [];
  for (const part of written) {
    const range = rangeOf(part, size);
    if (range === undefined) return "whole";
    if (range === "none") continue;
    if (range.start < (ranges.at(-1)?.end ?? 0)) return "whole";
    ranges.push(range);
  }
  return ranges.length === 0 ? "none" : ranges;
}

/** Whether the ranges of earlier answers still fit: there is no If-Range, or it names the same content. */
export const isSameContent = (ifRange: string | undefined, etag: string): boolean =>
  ifRange === undefined || ifRange === etag;
