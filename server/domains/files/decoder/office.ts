/**
 * Opens a DOCX, XLSX or CSV: whole, of the kind that its name says, and without macros or anything that its reader's
 * program would fetch or run.
 */
import { inflateRawSync } from "node:zlib";
import type { OfficeMediaType } from "@portico/api/rules/office-files.ts";
import type { SaxesAttributePlain } from "saxes";
import { hasActiveCode, hasActiveFormula, plainXmlParser, startsProgram } from "./active-code.ts";
import { endsAsArchive, hasPageTags, hasPdfInside } from "./polyglots.ts";
import type { Validated } from "./validate.ts";
import { readContent, readDirectory, type ZipEntry } from "./zip.ts";

const limits = { entries: 10_000, bytes: 256 * 1024 ** 2 };
/** Of one part that is read as XML, and of an embedded document. */
const maxPart = 16 * 1024 ** 2;

const mainParts: Record<Exclude<OfficeMediaType, "text/csv">, string> = {
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document":
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet":
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml",
};
/** Macros of Visual Basic and of Excel 4, controls, and data that other programs and places supply. */
const activeTypes =
  /macroEnabled|vbaProject|vbaData|macrosheet|dialogsheet|activeX|oleObject|externalLink|connections|queryTable|volatileDependencies/i;
const activeParts = /vbaProject|vbaData|(?:^|\/)(?:macrosheets|dialogsheets|activeX|ctrlProps)\//i;
const embedded = /(?:^|\/)embeddings\//i;
const hyperlink = /\/hyperlink$/;
const foreignPart = /\/aFChunk$/i;
const plainAddress = /^(?:https?:|mailto:)/i;
const active: Validated = { refused: "activeOffice" };
const unreadable: Validated = { refused: "unreadableFile" };

export async function examineOffice(mediaType: OfficeMediaType, content: Buffer): Promise<Validated> {
  if (mediaType === "text/csv") return examineCsv(content);
  return (await checkPackage(content, [mainParts[mediaType]])) ?? { end: content.length };
}

/** What is wrong with a package whose main part is of one of those types; null if nothing is. */
async function checkPackage(content: Buffer, mains: readonly string[], isEmbedded = false): Promise<Validated | null> {
  if (hasPdfInside(content)) return { refused: "hiddenContent" };
  const entries = readDirectory(content, limits);
  const paths = entries.map(({ path }) => path);
  if (!arePlain(paths) || entries.some(({ isForeign, isSpecial }) => isForeign || isSpecial)) return unreadable;
  if (paths.some((path) => activeParts.test(path ?? ""))) return active;
  const declared = readXml(content, entries, "[Content_Types].xml");
  const types = declared.map(({ ContentType = "" }) => ContentType);
  if (types.some((type) => activeTypes.test(type))) return active;
  if (!mains.some((main) => types.includes(main))) return { refused: "wrongEnding" };
  for (const { path } of entries)
    if (path !== null && /\.rels$/i.test(path) && readXml(content, entries, path).some(isFetched)) return active;
  const hasText = textParts(declared);
  for (const entry of entries) {
    if (embedded.test(entry.path ?? "") && !entry.isFolder) {
      // The numbers of a chart are a workbook within the document; anything else embedded is a program's.
      if (isEmbedded || !(await isPlainPackage(content, entry))) return active;
    } else if (hasText(entry.path ?? "")) {
      if (await hasActiveCode(readContent(content, entry))) return active;
    } else await readOver(content, entry);
  }
  return null;
}

/** Tells the parts that are text of the document or workbook, wherever they are, by their declared types. */
function textParts(declared: readonly Record<string, string>[]): (path: string) => boolean {
  const typeOf = new Map(
    declared.map(({ PartName, Extension, ContentType = "" }) => [
      (PartName ?? `.${Extension}`).toLowerCase(),
      ContentType,
    ]),
  );
  return (path) => {
    const name = `/${path}`.toLowerCase();
    const type = typeOf.get(name) ?? typeOf.get(name.slice(name.lastIndexOf(".")));
    return /^application\/vnd\..*\+xml$/i.test(type ?? "");
  };
}

const isPlainPackage = (content: Buffer, entry: ZipEntry): Promise<boolean> =>
  checkPackage(unpacked(content, entry), Object.values(mainParts), true).then(
    (refusal) => refusal === null,
    () => false,
  );

/** Each path once, in either case, and within the package. */
function arePlain(paths: readonly (string | null)[]): boolean {
  const lower = paths.map((path) => path?.toLowerCase());
  return (
    new Set(lower).size === paths.length &&
    paths.every((path) => path !== null && !path.includes("\\") && !/(?:^|\/)\.\.?(?:\/|$)|^\/|\/\//.test(path))
  );
}

/**
 * Links that a reader follows are for clicks; templates, pictures and data from elsewhere are loaded by themselves, also
 * by a page in HTML that is a part of the document.
 */
const isFetched = ({ TargetMode = "", Type = "", Target = "" }: Record<string, string>): boolean =>
  foreignPart.test(Type) ||
  (TargetMode.toLowerCase() === "external" && !(hyperlink.test(Type) && plainAddress.test(Target)));

/** The attributes of every element of a part. Throws without the part, and at what is not plain XML. */
function readXml(content: Buffer, entries: readonly ZipEntry[], path: string): Record<string, string>[] {
  const entry = entries.find((one) => one.path === path);
  if (!entry) throw new Error(`no ${path}`);
  const found: Record<string, string>[] = [];
  const parser = plainXmlParser();
  parser.on("opentag", ({ attributes }) =>
    found.push({ ...(attributes as Record<string, SaxesAttributePlain["value"]>) }),
  );
  parser.write(new TextDecoder("utf-8", { fatal: true }).decode(unpacked(content, entry))).close();
  return found;
}

function unpacked(content: Buffer, { start, packed, size, isPacked }: ZipEntry): Buffer {
  if (size > maxPart) throw new Error("a part that is too large");
  const bytes = content.subarray(start, start + packed);
  return isPacked ? inflateRawSync(bytes, { maxOutputLength: size + 1 }) : bytes;
}

/** Throws unless the part is what the directory says. */
async function readOver(content: Buffer, entry: ZipEntry): Promise<void> {
  const parts = readContent(content, entry);
  while (!(await parts.next()).done);
}

/** Text in an encoding of one byte or UTF-8, and nothing that another program reads as something else. */
function examineCsv(content: Buffer): Validated {
  const text = content.toString("latin1");
  // oxlint-disable-next-line no-control-regex -- these are what it looks for
  if (/[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/.test(text)) return unreadable;
  if (hasPageTags(content.subarray(0, 1024)) || hasPdfInside(content) || endsAsArchive(content))
    return { refused: "hiddenContent" };
  return startsProgram(text) || hasActiveFormula(text) ? active : { end: content.length };
}
