/** A file's type by its first bytes; its name only has to match. */
import { type FileMediaType, fileEndings } from "@portico/api/files.ts";

const startsWith = (content: Buffer, text: string, at = 0): boolean =>
  content.subarray(at, at + text.length).equals(Buffer.from(text, "latin1"));

/** The type, or undefined if it is not accepted. */
export function kindOf(content: Buffer): FileMediaType | undefined {
  if (startsWith(content, "%PDF-")) return "application/pdf";
  if (startsWith(content, "\xff\xd8\xff")) return "image/jpeg";
  if (startsWith(content, "\x89PNG\r\n\x1a\n")) return "image/png";
  if (startsWith(content, "RIFF") && startsWith(content, "WEBP", 8)) return "image/webp";
  return undefined;
}

/** A ZIP that begins with a file. */
export const isArchive = (content: Buffer): boolean => startsWith(content, "PK\x03\x04");

export function endingAgrees(name: string, kind: FileMediaType): boolean {
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase();
  return ending !== undefined && fileEndings[kind].some((allowed) => allowed === ending);
}
