/** The beginning of a text, at most so long. Half a character is left out, because no JSON in the database can hold it. */
export const cut = (text: string, maxLength: number): string =>
  text.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/, "");

/** The beginning of a text, at most so many bytes of UTF-8: file systems count a Cyrillic letter twice. */
export function cutBytes(text: string, maxBytes: number): string {
  let size = 0;
  let end = 0;
  for (const sign of text) {
    size += Buffer.byteLength(sign);
    if (size > maxBytes) break;
    end += sign.length;
  }
  return text.slice(0, end);
}
