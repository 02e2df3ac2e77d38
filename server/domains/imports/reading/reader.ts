/** Detects a file's format and parses it. Pure, except that it yields to other work. */

import { isUtf8 } from "node:buffer";
import type { NamedMapping } from "@portico/api/imports/mapping.ts";
import type { ImportKind } from "@portico/api/rules/import-kinds.ts";
import { csvFormat } from "../csv/format.ts";
import { recogniseColumns } from "../csv/records.ts";
import { workbookFormat } from "../csv/workbook.ts";
import { flexFormat } from "../flex/format.ts";
import type { FileContent, FileFormat, Given as GivenKind } from "../formats/format.ts";
import { type RecognisedFile, recogniseFile } from "../formats/registry.ts";
import { mappedFormat } from "../mapping/format.ts";
import { textContent } from "./file-content.ts";
import { recogniseOtherFile } from "./other-files.ts";
import { emptyFile, type ReadFile, UnreadableFile } from "./parsed-file.ts";
import { isWorkbook } from "./xlsx/workbook.ts";

export type { ImportKind };

/** `kind` undefined: what the file is recognised as. */
export type Given = Omit<GivenKind, "kind"> & {
  kind?: ImportKind | undefined;
  /** Of the firm; those of the portal are known. */
  mappings?: readonly NamedMapping[] | undefined;
  /** The key of the mapping that was chosen by hand. */
  mapping?: string | undefined;
};

/** A file that was read, what it carries, and the message of its standard. */
export interface NamedFile extends ReadFile {
  kind: ImportKind;
  message: string | null;
}

/** Reads a file; an unreadable file becomes one refusal of the whole file. */
export async function readFile(sent: string | FileContent, given: Given): Promise<NamedFile> {
  const content = typeof sent === "string" ? textContent(sent) : sent;
  const mapped = mappedFormat(given.mappings, given.mapping);
  const recognised = given.mapping === undefined ? recogniseFile(content, mapped) : recognisedAs(mapped, content);
  const kind = given.kind ?? recognised?.kind ?? "statement";
  const named = { kind, message: recognised?.message ?? null };
  const isBook = isWorkbook(content);
  const format = recognised?.format ?? (isBook ? workbookFormat : guessFormat(content.text));
  try {
    // The text of a format that reads bytes is not decoded: it may be large, or none.
    if (!isBook && !recognised?.format.readsBytes) {
      if (content.contradicts !== undefined) throw new UnreadableFile("malformedFile", 1, content.contradicts);
      refuseBytes(withoutLost(content, recognised?.format), recognised?.format);
    }
    if (!format) throw new UnreadableFile("emptyFile", null, null);
    if (recognised && kind !== recognised.kind && !format.readAlsoAs?.includes(kind))
      throw new UnreadableFile("otherFile", null, [recognised.kind, recognised.message].filter(Boolean).join(" "));
    if (!recognised && given.kind === undefined && format === csvFormat) {
      const own = recogniseColumns(content.text);
      throw own ? new UnreadableFile("otherFile", null, own) : new UnreadableFile("unknownFormat", 1, null);
    }
    const file = await format.read(content, { exclude: [], decisions: new Map(), ...given, kind });
    file.refusals.sort((one, other) => (one.line ?? 0) - (other.line ?? 0));
    return { ...file, ...named, ...(!format.readsBytes && !isBook && { encoding: content.encoding }) };
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    const isNobodys = error.refusal.code === "otherFile" || error.refusal.code === "unknownFormat";
    const name = isNobodys ? null : (format?.name ?? null);
    return { ...emptyFile(name), ...named, refusals: [error.refusal] };
  }
}

function recognisedAs(format: FileFormat, file: FileContent): RecognisedFile | undefined {
  const recognised = format.recognise(file);
  return recognised && { ...recognised, format };
}

/** What a file that is nobody's is read as, so that its fault is named: XML begins with an angle bracket. */
function guessFormat(text: string): FileFormat | undefined {
  const start = /[^\s\uFEFF]/.exec(text)?.[0];
  if (start === undefined) return undefined;
  return start === "<" ? flexFormat : csvFormat;
}

/**
 * The text as it is checked. U+FFFD that the file itself has, in valid UTF-8, passes where the format marks it; bytes that were read as
 * U+FFFD because they are no text do not.
 */
function withoutLost({ text, bytes, encoding }: FileContent, format: FileFormat | undefined): string {
  if (!format?.readsLostLetters || encoding !== "utf-8" || !text.includes("\uFFFD") || !isUtf8(bytes)) return text;
  return text.replaceAll("\uFFFD", "?");
}

/** A web page saved instead of the file it offered. */
const htmlStart = /^[\s\uFEFF]*<(!doctype\s+html|html|head|body)\b/i;
/** Characters that text does not contain: signs of archives, pictures and encodings other than UTF-8. */
// oxlint-disable-next-line no-control-regex -- exactly these are looked for
const notText = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFD]/;
/** The same without those that begin and end a message. */
// oxlint-disable-next-line no-control-regex -- exactly these are looked for
const notFramedText = /[\u0000\u0005-\u0008\u000B\u000C\u000E-\u001F\uFFFD]/;

/** Throws an UnreadableFile for what is no text, or text of another kind. */
export function refuseBytes(content: string, format?: FileFormat): void {
  if (htmlStart.test(content)) throw new UnreadableFile("malformedFile", 1, "HTML");
  if (content.startsWith("%PDF-")) throw new UnreadableFile("malformedFile", 1, "PDF");
  const other = format ? undefined : recogniseOtherFile(content);
  if (other) throw new UnreadableFile("otherFile", null, [other.kind, other.message].filter(Boolean).join(" "));
  // Half a character: no encoding produces it, and the stored text could not be read back unchanged.
  if (!content.isWellFormed()) throw new UnreadableFile("malformedFile", null, "UTF-8");
  const found = (format?.isFramed ? notFramedText : notText).exec(content);
  if (!found) return;
  const line = content.slice(0, found.index).split(/\r\n|\n|\r/).length;
  const name = content.startsWith("PK")
    ? "ZIP, XLSX"
    : `U+${found[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`;
  throw new UnreadableFile("malformedFile", line, name);
}
