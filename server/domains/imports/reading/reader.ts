/** Detects a file's format and parses it. Pure, except that it yields to other work. */

import type { importKinds } from "@portico/api/rules/import-kinds.ts";
import type { Day } from "@portico/ledger/entry.ts";
import { readCsvPrices, readCsvRates } from "../csv/quotes.ts";
import { readCsvStatement } from "../csv/statement.ts";
import { readFlex } from "../flex/flex.ts";
import type { Decisions } from "../questions/decisions.ts";
import { createClock } from "./clock.ts";
import { recogniseOtherFile } from "./other-files.ts";
import { emptyFile, type ImportFormat, type ReadFile, UnreadableFile } from "./parsed-file.ts";

export type ImportKind = (typeof importKinds)[number];

export interface Given {
  kind: ImportKind;
  /** The firm's day and time zone. */
  today: Day;
  zone: string;
  /** Keys of instruments excluded by staff. */
  exclude?: readonly string[];
  /** What staff decided about rows that are not understood. */
  decisions?: Decisions;
}

/** Reads a file; an unreadable file becomes one refusal of the whole file. */
export async function readFile(content: string, given: Given): Promise<ReadFile> {
  const format = detectFormat(content);
  try {
    refuseBytes(content);
    const file = await readAs(format, content, given);
    if (file.rows === 0 && format === "csv") throw new UnreadableFile("emptyFile", null, null);
    file.refusals.sort((one, other) => (one.line ?? 0) - (other.line ?? 0));
    return file;
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return { ...emptyFile(error.refusal.code === "otherFile" ? null : format), refusals: [error.refusal] };
  }
}

async function readAs(
  format: ImportFormat | null,
  content: string,
  { kind, today, zone, exclude = [], decisions = new Map() }: Given,
): Promise<ReadFile> {
  if (format === null) throw new UnreadableFile("emptyFile", null, null);
  if (format === "ibFlex") return await readFlex(content, { kind, today, exclude, decisions });
  if (kind === "prices") return await readCsvPrices(content, today, decisions);
  if (kind === "rates") return await readCsvRates(content, today, decisions);
  return await readCsvStatement(content, { clock: createClock(zone), today, exclude: new Set(exclude), decisions });
}

/** XML begins with an angle bracket; anything else is read as CSV. Null if blank. */
function detectFormat(content: string): ImportFormat | null {
  const start = /[^\s\uFEFF]/.exec(content)?.[0];
  if (start === undefined) return null;
  return start === "<" ? "ibFlex" : "csv";
}

/** A web page saved instead of the file it offered. */
const htmlStart = /^[\s\uFEFF]*<(!doctype\s+html|html|head|body)\b/i;
/** Characters that text does not contain: signs of archives, pictures and encodings other than UTF-8. */
// oxlint-disable-next-line no-control-regex -- exactly these are looked for
const notText = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFD]/;

/** Throws an UnreadableFile for what is no text, or text of another kind. */
export function refuseBytes(content: string): void {
  if (htmlStart.test(content)) throw new UnreadableFile("malformedFile", 1, "HTML");
  if (content.startsWith("%PDF-")) throw new UnreadableFile("malformedFile", 1, "PDF");
  const other = recogniseOtherFile(content);
  if (other) throw new UnreadableFile("otherFile", null, [other.kind, other.message].filter(Boolean).join(" "));
  // Half a character: no encoding produces it, and the stored text could not be read back unchanged.
  if (!content.isWellFormed()) throw new UnreadableFile("malformedFile", null, "UTF-8");
  const found = notText.exec(content);
  if (!found) return;
  const line = content.slice(0, found.index).split(/\r\n|\n|\r/).length;
  const name = content.startsWith("PK")
    ? "ZIP, XLSX"
    : `U+${found[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`;
  throw new UnreadableFile("malformedFile", line, name);
}
