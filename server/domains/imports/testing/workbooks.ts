/** Workbooks (XLSX) in tests, written part by part. */
import { strToU8, type Zippable, zipSync } from "fflate";

/** A cell as its XML has it, or a text. */
export type TestCell = string | { xml: string };

export const number = (value: string, style = 0): TestCell => ({ xml: `<v>${value}</v>|n|${style}` });

const escaped = (text: string): string => text.replace(/&/g, "&amp;").replace(/</g, "&lt;");

const nameOf = (column: number): string =>
  (column >= 26 ? nameOf(Math.floor(column / 26) - 1) : "") + String.fromCharCode(65 + (column % 26));

function cellXml(cell: TestCell, column: number, row: number): string {
  if (cell === "") return "";
  const place = `${nameOf(column)}${row}`;
  if (typeof cell === "string")
    return `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`;
  const [inner, type = "n", style = "0"] = cell.xml.split("|");
  return `<c r="${place}" t="${type}" s="${style}">${inner}</c>`;
}

export interface TestSheet {
  name: string;
  rows: readonly (readonly TestCell[])[];
  isHidden?: boolean;
}

export const sheetXml = (rows: TestSheet["rows"]): string =>
  `<?xml version="1.0" encoding="UTF-8"?><worksheet><sheetData>${rows
    .map((cells, index) =>
      cells.length === 0
        ? ""
        : `<row r="${index + 1}">${cells.map((cell, column) => cellXml(cell, column, index + 1)).join("")}</row>`,
    )
    .join("")}</sheetData></worksheet>`;

/** Styles: 0 general, 1 a day, 2 a day with its time, 3 a number of two decimals, 4 a colour and a text that are no date. */
const styles =
  '<styleSheet><numFmts count="2"><numFmt numFmtId="170" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/><numFmt numFmtId="171" formatCode="[Red]0.00&quot; days&quot;"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/><xf numFmtId="2"/><xf numFmtId="171"/></cellXfs></styleSheet>';

interface Options {
  shared?: readonly string[];
  is1904?: boolean;
  parts?: Zippable;
}

/** The bytes of a workbook with these sheets. */
export function workbook(
  sheets: readonly TestSheet[],
  { shared = [], is1904 = false, parts = {} }: Options = {},
): Uint8Array {
  const list = sheets.map(
    ({ name, isHidden }, index) =>
      `<sheet name="${escaped(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"${isHidden ? ' state="hidden"' : ""}/>`,
  );
  const targets = sheets.map(
    (_, index) =>
      `<Relationship Id="rId${index + 1}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
  );
  return zipSync({
    "[Content_Types].xml": strToU8("<Types/>"),
    "xl/workbook.xml": strToU8(
      `<workbook xmlns:r="r"><workbookPr date1904="${is1904 ? 1 : 0}"/><sheets>${list.join("")}</sheets></workbook>`,
    ),
    "xl/_rels/workbook.xml.rels": strToU8(`<Relationships>${targets.join("")}</Relationships>`),
    "xl/styles.xml": strToU8(styles),
    "xl/sharedStrings.xml": strToU8(`<sst>${shared.map((text) => `<si>${text}</si>`).join("")}</sst>`),
    ...Object.fromEntries(
      sheets.map(({ rows }, index) => [`xl/worksheets/sheet${index + 1}.xml`, strToU8(sheetXml(rows))]),
    ),
    ...parts,
  });
}
