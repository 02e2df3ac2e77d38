/** Both formats say the same, exactly what was written, whatever is in the cells. */
import { startsFormula } from "@portico/api/rules/csv.ts";
import type { Language } from "@portico/api/shapes.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Cell, type Column, columnsOf } from "../content/columns.ts";
import { expectedOf, fileTable, queryTexts, readBack, typeOf } from "../testing/read-back.ts";
import { writeCsvTable } from "./csv.ts";
import { DoesNotFit, unscaled } from "./decimals.ts";
import { writeParquetTable } from "./parquet.ts";
import type { TableWriter } from "./table-writer.ts";

const columns: readonly Column[] = [
  { name: "id", type: "id", meaning: "" },
  { name: "day", type: "day", meaning: "" },
  { name: "at", type: "instant", meaning: "" },
  { name: "amount", type: "amount", meaning: "" },
  { name: "figure", type: "figure", meaning: "" },
  { name: "flag", type: "flag", meaning: "" },
  { name: "text", type: "text", meaning: "" },
];

async function written(
  rows: readonly Cell[][],
  open: (send: (bytes: Uint8Array<ArrayBuffer>) => Promise<void>) => TableWriter,
): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  const writer = open(async (bytes) => void pieces.push(bytes));
  await writer.write(rows);
  expect(await writer.end()).toBe(rows.length);
  return Buffer.concat(pieces);
}
const asCsv = (rows: readonly Cell[][], language: Language = "en", of = columns) =>
  written(rows, (send) => writeCsvTable(of, language, send));
const asParquet = (rows: readonly Cell[][], of = columns) =>
  written(rows, (send) => writeParquetTable(of, { "portico.table": "test" }, send));

const decimalText = (whole: number, places: number): fc.Arbitrary<string> =>
  fc
    .tuple(fc.boolean(), fc.bigInt({ min: 0n, max: 10n ** BigInt(whole) - 1n }), fc.integer({ min: 0, max: places }))
    .chain(([minus, integer, length]) =>
      fc
        .string({
          unit: fc.constantFrom("0", "1", "2", "3", "4", "5", "6", "7", "8", "9"),
          minLength: length,
          maxLength: length,
        })
        .map((fraction) => `${minus ? "-" : ""}${integer}${fraction === "" ? "" : `.${fraction}`}`),
    );
const words = fc.oneof(
  fc.string({ unit: "grapheme", minLength: 1 }),
  fc.constantFrom(
    "Такса за управление",
    "=1+1",
    "'=1+1",
    "''",
    "@SUM(A1)",
    "-5",
    "- 5",
    "+359 2",
    '"',
    "a,b;c",
    "\r\n",
    "\ttab",
    "＝1",
    "NULL",
    "漢字",
  ),
);
const withoutNull = (text: string): boolean => !text.includes("\u0000") && text.isWellFormed();
const day = fc
  .date({ min: new Date("1900-01-01"), max: new Date("2200-12-31"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const cell = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary.map(String), { nil: null, freq: 5 });
const row: fc.Arbitrary<Cell[]> = fc.tuple(
  cell(fc.oneof(fc.constantFrom(0, Number.MAX_SAFE_INTEGER, -1), fc.maxSafeInteger())),
  cell(day),
  cell(fc.integer({ min: -2_208_988_800_000, max: 7_289_567_999_999 })),
  cell(fc.oneof(fc.constantFrom(`${"9".repeat(26)}.${"9".repeat(12)}`, `-${"9".repeat(26)}`), decimalText(26, 12))),
  cell(
    fc.oneof(fc.constantFrom(`-${"9".repeat(18)}.${"9".repeat(20)}`, "0.00000000000000000001"), decimalText(18, 20)),
  ),
  cell(fc.constantFrom("t", "f")),
  cell(words.filter(withoutNull)),
);

test("whatever is written is read back from both formats, and they are equal", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { maxLength: 30 }),
      fc.constantFrom<Language>("en", "bg", "pl"),
      async (rows, language) => {
        const expected = rows.map((cells) => columns.map((column, place) => expectedOf(column, cells[place] ?? null)));
        expect(await readBack(columns, await asParquet(rows), "parquet")).toEqual(expected);
        expect(await readBack(columns, await asCsv(rows, language), "csv", language !== "en")).toEqual(expected);
      },
    ),
    { numRuns: 40 },
  );
}, 120_000);

test("no cell of a CSV begins as a formula, unless it is a number", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 10 }), async (rows) => {
      const bytes = await asCsv(rows);
      const raw = await queryTexts(`select "text" from ${await fileTable(bytes, "csv")}`);
      expect(raw.filter(({ text }) => text !== null && text !== undefined && startsFormula(text))).toEqual([]);
    }),
    { numRuns: 20 },
  );
}, 60_000);

test("the columns of a Parquet file have the documented types; a table without rows has them too", async () => {
  for (const table of Object.values(columnsOf)) {
    const described = await queryTexts(
      `describe select * from ${await fileTable(await asParquet([], table), "parquet")}`,
    );
    expect(described.map(({ column_name, column_type }) => [column_name, column_type])).toEqual(
      table.map((column) => [column.name, typeOf(column)]),
    );
  }
});

test("rows of several row groups are all there, and sums are exact", async () => {
  const rows = Array.from({ length: 45_000 }, (_, index): Cell[] => [
    String(index),
    null,
    null,
    "0.01",
    "-0.1",
    "t",
    null,
  ]);
  const table = await fileTable(await asParquet(rows), "parquet");
  expect(await queryTexts(`select count(*) as n, sum(amount) as a, sum(figure) as f from ${table}`)).toEqual([
    { n: "45000", a: "450.000000000000", f: "-4500.00000000000000000000" },
  ]);
});

test("a figure with more digits than its column is refused in both formats, not rounded", async () => {
  const rows = (amount: string): Cell[][] => [[null, null, null, amount, null, null, null]];
  for (const amount of ["0.0000000000001", `1${"0".repeat(26)}`]) {
    await expect(asParquet(rows(amount))).rejects.toBeInstanceOf(DoesNotFit);
    await expect(asCsv(rows(amount))).rejects.toBeInstanceOf(DoesNotFit);
  }
  expect(unscaled("x", "1.0000000000000", { precision: 38, scale: 12 })).toBe(10n ** 12n);
});
