/** A file's type by its first bytes; its name only has to match. */
import { type FileMediaType, fileEndings, type StoredMediaType } from "@portico/api/files.ts";
import { type OfficeMediaType, officeEndings } from "@portico/api/rules/office-files.ts";

const startsWith = (content: Buffer, text: string, at = 0): boolean =>
  content.subarray(at, at + text.length).equals(Buffer.from(text, "latin1"));

/** The type, or undefined if it is not accepted. */
export function detectKind(content: Buffer): FileMediaType | undefined {
  if (startsWith(content, "%PDF-")) return "application/pdf";
  if (startsWith(content, "\xff\xd8\xff")) return "image/jpeg";
  if (startsWith(content, "\x89PNG\r\n\x1a\n")) return "image/png";
  if (startsWith(content, "RIFF") && startsWith(content, "WEBP", 8)) return "image/webp";
  return undefined;
}

/** A ZIP that begins with a file. */
export const isArchive = (content: Buffer): boolean => startsWith(content, "PK\x03\x04");

const endingOf = (name: string): string | undefined => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase();
const endings: Record<StoredMediaType, readonly string[]> = { ...fileEndings, ...officeEndings };

/**
 * The type of an office program's file: a package (a ZIP) or text, of the kind that its name says. Opening it shows
 * whether the name is right.
 */
export function detectOfficeKind(name: string, content: Buffer): OfficeMediaType | undefined {
  const ending = endingOf(name) ?? "";
  const kinds = Object.keys(officeEndings) as OfficeMediaType[];
  const kind = kinds.find((one) => endings[one].includes(ending));
  return kind !== undefined && (kind === "text/csv" ? !content.includes(0) : isArchive(content)) ? kind : undefined;
}

/** A document or workbook with macros, by its name. */
export const isMacroName = (name: string): boolean => /^(?:do[ct]m|xl[st]m|xlam|xlsb)$/.test(endingOf(name) ?? "");

export function endingAgrees(name: string, kind: StoredMediaType): boolean {
  const ending = endingOf(name);
  return ending !== undefined && endings[kind].includes(ending);
}
