/** Workbooks: cells as they were written, dates, limits, and what is refused. */
import fc from "fast-check";
import { strToU8, zipSync } from "fflate";
import { expect, test } from "vitest";
import { number, sheetXml, type TestCell, workbook } from "../../testing/workbooks.ts";
import { fileContent } from "../file-content.ts";
import { UnreadableFile } from "../parsed-file.ts";
import { readFile } from "../reader.ts";
import { columnOf, momentOf, plainNumber } from "./cells.ts";
import { openWorkbook } from "./workbook.ts";

interface ReadRow {
  line: number;
  cells: readonly string[];
}

function rowsOf(bytes: Uint8Array, sheet = 0): ReadRow[] {
  const rows: ReadRow[] = [];
  openWorkbook(bytes).sheets[sheet]?.records((cells, line) =>
    rows.push({ line, cells: Array.from(cells, (cell) => cell ?? "") }),
  );
  return rows;
}
const oneRow = (cells: TestCell[], options: Parameters<typeof workbook>[1] = {}): readonly string[] | undefined =>
  rowsOf(workbook([{ name: "A", rows: [cells] }], options))[0]?.cells;

const given = { today: "2026-11-20", zone: "Europe/Sofia" };
const reasonsOf = async (bytes: Uint8Array): Promise<string[]> =>
  (await readFile(fileContent("file.xlsx", bytes), given)).refusals.map(({ line, code, detail }) =>
    [line ?? "file", code, detail ?? ""].join(" ").trim(),
  );

test.each([
  ["1234.5", "1234.5"],
  ["4538.50", "4538.5"],
  ["0.30000000000000004", "0.3"],
  ["1234.5599999999999", "1234.56"],
  ["-0.1", "-0.1"],
  ["1.5E-2", "0.015"],
  ["1E3", "1000"],
  ["1.2345678901234567E+20", "123456789012345670000"],
  ["9007199254740993", "9007199254740993"],
  ["0.000001", "0.000001"],
  ["-0", "0"],
  ["12a", undefined],
  ["", undefined],
])("the number %s is %s", (written, expected) => {
  expect(plainNumber(written)).toBe(expected);
});

test("any number of at most 15 digits survives its binary form", () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: -(10n ** 15n) + 1n, max: 10n ** 15n - 1n }),
      fc.integer({ min: 0, max: 8 }),
      (units, scale) => {
        const text = `${units < 0n ? "-" : ""}${(units < 0n ? -units : units).toString().padStart(scale + 1, "0")}`;
        const written = scale === 0 ? text : `${text.slice(0, -scale)}.${text.slice(-scale)}`;
        // As Excel writes it: seventeen digits of the nearest binary number.
        const stored = Number(written).toPrecision(17);
        expect(Number(plainNumber(stored))).toBe(Number(written));
        expect(plainNumber(stored)).toBe(plainNumber(written));
      },
    ),
  );
});

test.each([
  ["45658", 1900, "2025-01-01"],
  ["45658.5", 1900, "2025-01-01 12:00:00"],
  ["44196", 1904, "2025-01-01"],
  ["0.75", 1900, "18:00:00"],
  ["1", 1900, "1900-01-01"],
  ["59", 1900, "1900-02-28"],
  ["60", 1900, undefined],
  ["61", 1900, "1900-03-01"],
  ["-1", 1900, undefined],
  ["9999999", 1900, undefined],
] as const)("the serial %s of the calendar of %s is %s", (serial, calendar, expected) => {
  expect(momentOf(serial, calendar)).toBe(expected);
});

test("cells by their types and styles", () => {
  expect(
    oneRow(
      [
        "a < b",
        number("45658", 1),
        number("45658.25", 2),
        number("45658", 3),
        number("45658", 4),
        { xml: "<v>1</v>|s" },
        { xml: "<v>1</v>|b" },
        { xml: "<v>#N/A</v>|e" },
        { xml: "<f>A1*2</f><v>3.5</v>" },
        { xml: "<f>A1*2</f>" },
        { xml: "<f>A1</f><v>text</v>|str" },
        { xml: "<v>2025-01-01T00:00:00</v>|d" },
      ],
      { shared: ["<t>one</t>", "<r><t>t</t></r><r><t xml:space='preserve'>wo </t></r><rPh><t>no</t></rPh>"] },
    ),
  ).toEqual([
    "a < b",
    "2025-01-01",
    "2025-01-01 06:00:00",
    "45658",
    "45658",
    "two ",
    "TRUE",
    "#N/A",
    "3.5",
    "=?",
    "text",
    "2025-01-01",
  ]);
  expect(oneRow([number("44196", 1)], { is1904: true })).toEqual(["2025-01-01"]);
  expect([columnOf("A7"), columnOf("Z1"), columnOf("AB7"), columnOf("7")]).toEqual([0, 25, 27, undefined]);
});

test("any table is read as it was written, with the numbers of its rows", () => {
  const cell = fc.oneof(fc.constant(""), fc.stringMatching(/^[A-Za-z0-9<&>" éżЯ;,.-]{1,12}$/));
  fc.assert(
    fc.property(fc.array(fc.array(cell, { maxLength: 30 }), { maxLength: 12 }), (table) => {
      const written = table.map((cells) => cells.slice(0, cells.findLastIndex((one) => one !== "") + 1));
      const expected = written.flatMap((cells, index) => (cells.length === 0 ? [] : [{ line: index + 1, cells }]));
      expect(rowsOf(workbook([{ name: "A", rows: written }]))).toEqual(expected);
    }),
  );
});

test("our own columns in a workbook are read as our CSV is; other and hidden sheets are named", async () => {
  const bytes = workbook([
    { name: "Notes", rows: [["hello"]] },
    { name: "Secret", isHidden: true, rows: [["x"]] },
    {
      name: "Statement",
      rows: [
        ["account", "date", "kind", "isin", "quantity", "price", "currency", "amount"],
        ["C-1", number("45658", 1), "deposit", "", "", "", "EUR", number("100.10")],
        [],
        [
          "C-1",
          number("45659", 1),
          "buy",
          "US0378331005",
          number("3"),
          number("10.1"),
          "EUR",
          number("-30.299999999999997"),
        ],
        ["C-1", "03/04/2025", "deposit", "", "", "", "EUR", number("1")],
      ],
    },
  ]);
  const file = await readFile(fileContent("file.xlsx", bytes), given);
  expect(file).toMatchObject({ kind: "statement", format: "csv", message: "XLSX", rows: 3 });
  expect(file.entries.map(({ line, kind, day, amount }) => [line, kind, day, amount])).toEqual([
    [2, "deposit", "2025-01-01", "100.1"],
    [4, "buy", "2025-01-02", "-30.3"],
  ]);
  expect(file.refusals).toMatchObject([{ line: 5, code: "badDate", detail: "03/04/2025" }]);
  expect([...file.leftOut.keys()]).toEqual(["XLSX: Notes", "XLSX: Secret (hidden)"]);
});

const plain = [{ name: "A", rows: [["x"]] }];
const compound = (text: string): Uint8Array =>
  Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(600), Buffer.from(text, "utf16le")]);

test.each<[string, Uint8Array, string]>([
  ["Excel up to 2003", compound("Workbook"), "file malformedFile XLS"],
  ["with a password", compound("EncryptedPackage"), "file malformedFile XLSX, password"],
  ["with macros", workbook(plain, { parts: { "xl/vbaProject.bin": strToU8("x") } }), "file malformedFile XLSM"],
  ["binary", workbook(plain, { parts: { "xl/workbook.bin": strToU8("x") } }), "file malformedFile XLSB"],
  [
    "OpenDocument",
    zipSync({ mimetype: [strToU8("application/vnd.oasis.opendocument.spreadsheet"), { level: 0 }] }),
    "file malformedFile ODS",
  ],
  [
    "a letter",
    zipSync({ "[Content_Types].xml": strToU8("<Types/>"), "word/document.xml": strToU8("<a/>") }),
    "file malformedFile DOCX",
  ],
  ["cut off", workbook(plain).subarray(0, 900), "file malformedFile XLSX"],
  [
    "with a DOCTYPE",
    workbook(plain, {
      parts: { "xl/workbook.xml": strToU8('<!DOCTYPE a [<!ENTITY b "c">]><workbook>&b;</workbook>') },
    }),
    "file malformedFile XLSX: xl/workbook.xml: DOCTYPE",
  ],
  ["of no columns that are known", workbook(plain), "1 unknownFormat"],
])("a workbook %s is refused by its name", async (_, bytes, expected) => {
  expect(await reasonsOf(bytes)).toEqual([expected]);
});

test("bombs: too much to unpack, a far column, deep elements, rows without end", { timeout: 60_000 }, () => {
  const sheet = "xl/worksheets/sheet1.xml";
  const bad = (text: string | Uint8Array) =>
    workbook(plain, { parts: { [sheet]: typeof text === "string" ? strToU8(text) : [text, { level: 6 }] } });
  const codeOf = (bytes: Uint8Array): string => {
    try {
      rowsOf(bytes);
      return "read";
    } catch (error) {
      if (error instanceof UnreadableFile) return error.refusal.code;
      throw error;
    }
  };
  expect(codeOf(bad(new Uint8Array(420 * 1024 * 1024)))).toBe("tooLong");
  expect(codeOf(bad('<a><row r="1"><c r="ZZZ1"><v>1</v></c></row></a>'))).toBe("malformedFile");
  expect(codeOf(bad("<a>".repeat(100)))).toBe("malformedFile");
  expect(codeOf(bad('<a><row r="900000"/></a>'))).toBe("tooManyRows");
  expect(codeOf(bad('<a><row r="2"/><row r="1"/></a>'))).toBe("malformedFile");
  // The directory says that there are fewer bytes than unpack.
  const lying = Buffer.from(workbook([{ name: "A", rows: [["x".repeat(3000)]] }]));
  const size = Buffer.alloc(4);
  size.writeUInt32LE(sheetXml([["x".repeat(3000)]]).length);
  for (let at = lying.indexOf(size); at >= 0; at = lying.indexOf(size, at + 1)) lying.writeUInt32LE(100, at);
  expect(codeOf(lying)).toBe("malformedFile");
});
