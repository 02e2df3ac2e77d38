/** A file in a body: its bytes in base64, or its text. */
import { z } from "zod";

/**
 * As the server reads it: in pieces, because making one string of megabytes would hold up everybody's calls. No piece
 * ends inside a character.
 */
export class FileText {
  readonly pieces: readonly string[];
  readonly length: number;

  constructor(pieces: readonly string[]) {
    this.pieces = pieces;
    this.length = pieces.reduce((length, piece) => length + piece.length, 0);
  }

  toString(): string {
    return this.pieces.join("");
  }
}

const read = (sent: unknown): unknown => (typeof sent === "string" ? new FileText([sent]) : sent);

/** A field with the text of a file, which callers send as a string; `maxLength` counts its characters. */
export const fileText = ({ maxLength = Number.MAX_SAFE_INTEGER } = {}): z.ZodType<FileText, string> =>
  z
    .transform((sent, { issues }) => {
      const text = read(sent);
      if (!(text instanceof FileText)) issues.push({ code: "invalid_type", expected: "string", input: sent });
      else if (text.length > maxLength)
        issues.push({ code: "too_big", origin: "string", maximum: maxLength, inclusive: true, input: sent });
      return text;
    })
    .meta({ type: "string" }) as unknown as z.ZodType<FileText, string>;

/**
 * A field with a file, which callers send in base64. The server decodes it while it reads the body; a text that is left is no
 * base64.
 */
export const fileBytes: z.ZodType<Uint8Array, string> = z
  .transform((sent, { issues }) => {
    if (sent instanceof Uint8Array) return sent;
    if (typeof sent === "string") issues.push({ code: "invalid_format", format: "base64", input: sent });
    else issues.push({ code: "invalid_type", expected: "string", input: sent });
    return sent;
  })
  .meta({ type: "string" }) as unknown as z.ZodType<Uint8Array, string>;

/** The fields of bodies that may be long, which the server reads in pieces, and no others. */
export const fileFields: ReadonlyMap<string, "base64" | "text"> = new Map([
  ["base64data", "base64"],
  ["content", "text"],
]);
