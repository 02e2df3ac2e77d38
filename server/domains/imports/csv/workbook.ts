/** Our own columns in a workbook (XLSX): read as our CSV is, with the numbers of the sheet's rows as lines. */
import { type ImportKind, importKinds } from "@portico/api/rules/import-kinds.ts";
import type { FileContent, FileFormat } from "../formats/format.ts";
import { leaveOut, UnreadableFile } from "../reading/parsed-file.ts";
import { isWorkbook, openWorkbook, type Sheet } from "../reading/xlsx/workbook.ts";
import { firstRows } from "./first-rows.ts";
import { csvFormat, readOwnTable } from "./format.ts";
import { ownFileOf } from "./records.ts";

interface OwnSheet extends Sheet {
  kind: ImportKind | undefined;
}

/** The sheets, with what the columns of each say that it is. */
const ownSheets = (sheets: readonly Sheet[]): OwnSheet[] =>
  sheets.map((sheet) => {
    const header = firstRows(sheet.records, 20).find(({ cells }) => cells.some((cell) => cell.trim() !== ""));
    const own = header && ownFileOf(header.cells.map((cell) => cell.trim().toLowerCase()));
    return { ...sheet, kind: importKinds.find((kind) => kind === own) };
  });

function kindOf(file: FileContent): ImportKind | undefined {
  if (!isWorkbook(file)) return undefined;
  try {
    return ownSheets(openWorkbook(file.bytes).sheets).find(({ kind }) => kind !== undefined)?.kind;
  } catch (error) {
    if (error instanceof UnreadableFile) return undefined;
    throw error;
  }
}

export const workbookFormat: FileFormat = {
  name: "csv",
  ...(csvFormat.readAlsoAs && { readAlsoAs: csvFormat.readAlsoAs }),
  isBinary: true,
  recognise(file) {
    const kind = kindOf(file);
    return kind && { kind, message: "XLSX" };
  },
  async read({ bytes }, given) {
    const { sheets, hidden } = openWorkbook(bytes);
    const own = ownSheets(sheets);
    const sheet = own.find(({ kind }) => kind === given.kind) ?? own.find(({ kind }) => kind !== undefined);
    if (!sheet) throw new UnreadableFile("unknownFormat", 1, null);
    const file = await readOwnTable(sheet.records, given);
    // Whoever sends several sheets sees that one was read.
    const others = own.filter((one) => one !== sheet && firstRows(one.records, 1).length > 0);
    for (const { name } of others) leaveOut(file, `XLSX: ${name}`);
    for (const name of hidden) leaveOut(file, `XLSX: ${name} (hidden)`);
    return file;
  },
};
