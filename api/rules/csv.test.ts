import { describe, expect, it } from "vitest";
import { writeCsv } from "./csv.ts";

describe("a table as CSV", () => {
  it("begins with the byte order mark and ends its lines as spreadsheets expect", () => {
    expect(writeCsv("en", ["Name", "Value"], [["A", "1.5"]], [false, true])).toBe("\ufeffName,Value\r\nA,1.5\r\n");
  });

  it("parts columns by semicolon and decimals by comma in Bulgarian and Polish", () => {
    expect(writeCsv("bg", ["Име"], [["-1234.50"]], [true])).toBe("\ufeffИме\r\n-1234,50\r\n");
    expect(writeCsv("pl", ["A", "B"], [["x", 2.5]], [false, true])).toBe("\ufeffA;B\r\nx;2,5\r\n");
  });

  it("never gives a spreadsheet a formula", () => {
    for (const text of [
      "=1+1",
      "+49 12",
      "-2+3",
      "@sum",
      "\tx",
      "|cmd",
      "＝1+1",
      "＋1",
      "－1",
      "＠sum",
      "  =1+1",
      "\u00a0=1+1",
      "\t ＝1",
    ])
      expect(writeCsv("en", ["A"], [[text]], [false]).split("\r\n")[1]).toBe(`"'${text}"`);
    expect(writeCsv("en", ["A"], [["=1+1"]], [true]).split("\r\n")[1]).toBe(`"'=1+1"`);
  });

  it("writes numbers plainly, however small or large, and lets negative ones be", () => {
    const cells = (value: string | number, numeric: boolean) =>
      writeCsv("en", ["A"], [[value]], [numeric]).split("\r\n")[1];
    for (const [value, written] of [
      [1e-7, "0.0000001"],
      [-1e-7, "-0.0000001"],
      [1.25e-9, "0.00000000125"],
      [1.5e21, "1500000000000000000000"],
      [-1.25e22, "-12500000000000000000000"],
      [-5, "-5"],
      ["-1234.50", "-1234.50"],
    ] as const)
      for (const numeric of [true, false]) expect(cells(value, numeric)).toBe(written);
    expect(writeCsv("bg", ["A"], [[-1e-7]], [false])).toBe("\ufeffA\r\n-0,0000001\r\n");
  });

  it("quotes separators, quotes and line ends; what is missing is empty", () => {
    const csv = writeCsv("en", ["A", "B"], [['a "b", c\nd', null]], [false, true]);
    expect(csv).toBe('\ufeffA,B\r\n"a ""b"", c\nd",\r\n');
  });
});
