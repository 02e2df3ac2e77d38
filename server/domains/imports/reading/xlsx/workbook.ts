/** Workbooks in Office Open XML (XLSX): their sheets, in order. Others are refused by their names. */
import type { Records } from "../../csv/records.ts";
import type { FileContent } from "../../formats/format.ts";
import { UnreadableFile } from "../parsed-file.ts";
import { unescaped } from "./cells.ts";
import { attributeOf, openParts, type Parts } from "./parts.ts";
import { type Book, recordsOfSheet } from "./sheet.ts";
import { readDateStyles } from "./styles.ts";

export interface Sheet {
  name: string;
  records: Records;
}

export interface Workbook {
  /** Those that are shown. */
  sheets: Sheet[];
  /** Names of those that are not: they are not read. */
  hidden: string[];
}

const zipStart = [0x50, 0x4b, 0x03, 0x04];
/** Compound files: workbooks of Excel up to 2003, and encrypted ones of later versions. */
const compoundStart = [0xd0, 0xcf, 0x11, 0xe0];
const startsWith = (bytes: Uint8Array, start: readonly number[]): boolean =>
  start.every((byte, index) => bytes[index] === byte);

const bufferOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Whether it is a workbook of any make, also of those that are refused. */
export function isWorkbook({ bytes }: Pick<FileContent, "bytes">): boolean {
  if (startsWith(bytes, compoundStart)) return true;
  if (!startsWith(bytes, zipStart)) return false;
  const content = bufferOf(bytes);
  return content.includes("[Content_Types].xml") || content.subarray(0, 200).includes("opendocument.spreadsheet");
}

const refused = (name: string): UnreadableFile => new UnreadableFile("malformedFile", null, name);

export function openWorkbook(bytes: Uint8Array): Workbook {
  const content = bufferOf(bytes);
  if (startsWith(bytes, compoundStart))
    throw refused(content.includes(Buffer.from("EncryptedPackage", "utf16le")) ? "XLSX, password" : "XLS");
  if (content.subarray(0, 200).includes("opendocument.spreadsheet")) throw refused("ODS");
  const parts = openParts(bytes);
  if (parts.has("xl/workbook.bin")) throw refused("XLSB");
  if (parts.has("xl/vbaProject.bin")) throw refused("XLSM");
  if (!parts.has("xl/workbook.xml")) throw refused(parts.has("word/document.xml") ? "DOCX" : "ZIP");
  return readWorkbook(parts);
}

interface SheetEntry {
  name: string;
  target: string | undefined;
  isHidden: boolean;
}

function readWorkbook(parts: Parts): Workbook {
  const targets = readTargets(parts);
  const sheets: SheetEntry[] = [];
  let is1904 = false;
  parts.read("xl/workbook.xml", {
    open(name, attributes) {
      if (name === "workbookPr") is1904 = /^(?:1|true)$/.test(attributes["date1904"] ?? "");
      if (name !== "sheet") return;
      sheets.push({
        name: attributes["name"] ?? "",
        target: targets.get(attributeOf(attributes, "id") ?? ""),
        isHidden: (attributes["state"] ?? "visible") !== "visible",
      });
    },
  });
  const styles = lazily(() => readDateStyles(parts));
  const book: Book = {
    parts,
    calendar: is1904 ? 1904 : 1900,
    shared: lazily(() => readSharedTexts(parts)),
    isDate: (style) => styles()(style),
  };
  const readable = sheets.flatMap(({ target, ...sheet }) =>
    target !== undefined && parts.has(target) ? [{ ...sheet, target }] : [],
  );
  return {
    sheets: readable
      .filter(({ isHidden }) => !isHidden)
      .map(({ name, target }) => ({ name, records: recordsOfSheet(book, target) })),
    hidden: readable.filter(({ isHidden }) => isHidden).map(({ name }) => name),
  };
}

/** Paths of sheets by their ids. Charts are no sheets. */
function readTargets(parts: Parts): Map<string, string> {
  const targets = new Map<string, string>();
  parts.read("xl/_rels/workbook.xml.rels", {
    open(name, { Id, Target, Type }) {
      if (name !== "Relationship" || Id === undefined || Target === undefined || !Type?.endsWith("/worksheet")) return;
      targets.set(Id, Target.startsWith("/") ? Target.slice(1) : `xl/${Target}`);
    },
  });
  return targets;
}

/** Texts that cells share, in their order; hints for reading Japanese are left out. */
function readSharedTexts(parts: Parts): string[] {
  const path = "xl/sharedStrings.xml";
  const texts: string[] = [];
  if (!parts.has(path)) return texts;
  let text = "";
  let isText = false;
  let isPhonetic = false;
  parts.read(path, {
    open(name) {
      if (name === "si") text = "";
      else if (name === "rPh") isPhonetic = true;
      else if (name === "t") isText = !isPhonetic;
    },
    text(written) {
      if (isText) text += written;
    },
    close(name) {
      if (name === "t") isText = false;
      else if (name === "rPh") isPhonetic = false;
      else if (name === "si") texts.push(unescaped(text));
    },
  });
  return texts;
}

function lazily<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
