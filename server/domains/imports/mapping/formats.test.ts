/** Numbers, days and texts as other makers write them. */
import { expect, test } from "vitest";
import { RefusedRow } from "../reading/parsed-file.ts";
import { createDayReader, patternOf } from "./dates.ts";
import { readNumber } from "./numbers.ts";
import { fits, valueInText } from "./texts.ts";

type Format = Parameters<typeof readNumber>[2];
const plain: Format = { decimal: ".", thousands: "", brackets: false, unit: false };

/** The value, or the detail of its refusal. */
const attempt = (make: () => unknown): unknown => {
  try {
    return make();
  } catch (error) {
    if (error instanceof RefusedRow) return `refused: ${error.detail}`;
    throw error;
  }
};

test.each<[string, Partial<Format>, string]>([
  ["1234.50", {}, "1234.50"],
  ["-7", {}, "-7"],
  ["+7", {}, "7"],
  [".5", {}, "0.5"],
  ["−7,5", { decimal: "," }, "-7.5"],
  ["1'234.50", { thousands: "'" }, "1234.50"],
  ["1’234.50", { thousands: "'" }, "1234.50"],
  ["1 234,50", { decimal: ",", thousands: " " }, "1234.50"],
  ["1\u202f234\u00a0567,5", { decimal: ",", thousands: " " }, "1234567.5"],
  ["1.000,00", { decimal: ",", thousands: "." }, "1000.00"],
  ["(5.00)", { brackets: true }, "-5.00"],
  ["5.00-", { brackets: true }, "-5.00"],
  ["(0.00)", { brackets: true }, "0.00"],
  ["-$1,234.50", { thousands: ",", unit: true }, "-1234.50"],
  ["US$-3", { unit: true }, "-3"],
  ["USD 20000", { unit: true }, "20000"],
  ["USD -0.09", { unit: true }, "-0.09"],
  ["12.5 zł", { unit: true }, "refused: amount: 12.5 zł"],
  ["€50", { unit: true }, "50"],
  ["419,22", { decimal: "either" }, "419.22"],
  ["-97.93", { decimal: "either" }, "-97.93"],
  ["1.234.567", { decimal: "either" }, "1234567"],
  ["1.234,5", { decimal: "either" }, "1234.5"],
  ["1,234.5", { decimal: "either" }, "1234.5"],
  ["0.039", { decimal: "either" }, "0.039"],
  ["1,234", { decimal: "either" }, "refused: amount: 1,234 (→ 1234 / 1.234)"],
  ["1,234", {}, "refused: amount: 1,234"],
  ["12,34.5", { thousands: "," }, "refused: amount: 12,34.5"],
  ["1,2345", { thousands: "," }, "refused: amount: 1,2345"],
  ["1.2.3", {}, "refused: amount: 1.2.3"],
  ["(5.00)", {}, "refused: amount: (5.00)"],
  ["1e5", {}, "refused: amount: 1e5"],
  ["--5", {}, "refused: amount: --5"],
  ["-", {}, "refused: amount: -"],
  ["five", {}, "refused: amount: five"],
])("%j with %j is %s", (written, format, expected) => {
  expect(attempt(() => readNumber(written, "amount", { ...plain, ...format }))).toBe(expected);
});

test("a number of a workbook has a point, whatever texts have", () => {
  expect(readNumber("1.234", "amount", { ...plain, decimal: ",", thousands: "." }, true)).toBe("1.234");
});

test.each<[string, string[], string]>([
  ["31.12.2025", ["DD.MM.YYYY"], "2025-12-31"],
  ["1.2.2025", ["D.M.YYYY"], "2025-02-01"],
  ["31/12/25 7:05", ["DD/MM/YY H:mm"], "2025-12-31 07:05"],
  ["24-08-2022 07:00:15", ["DD-MM-YYYY HH:mm:ss"], "2022-08-24 07:00:15"],
  ["2024-01-01 00:15:20.149", ["YYYY-MM-DD HH:mm:ss"], "2024-01-01 00:15:20"],
  ["2019-12-02T08:23:08.459586Z", ["YYYY-MM-DDTHH:mm:ssZ"], "2019-12-02 08:23:08"],
  ["2024-06-10T07:00:00+00:00", ["YYYY-MM-DDTHH:mm:ssZ"], "2024-06-10 07:00:00"],
  ["02-Apr-2025", ["DD-MMM-YYYY"], "2025-04-02"],
  ["02-mrt-2025", ["DD-MMM-YYYY"], "2025-03-02"],
  ["30-okt-2024", ["DD-MMM-YYYY"], "2024-10-30"],
  ["16-jan-2025", ["DD-MMM-YYYY"], "2025-01-16"],
  ["12/31/2025 12:05 AM", ["MM/DD/YYYY HH:mm A"], "2025-12-31 00:05"],
  ["03/04/2026", ["DD/MM/YYYY", "YYYY-MM-DD"], "2026-04-03"],
  ["03/04/2026", ["DD/MM/YYYY", "MM/DD/YYYY"], "refused: Date: 03/04/2026 (→ 2026-04-03 / 2026-03-04)"],
  ["31/12/2026", ["DD/MM/YYYY", "MM/DD/YYYY"], "2026-12-31"],
  ["29.02.2025", ["DD.MM.YYYY"], "refused: Date: 29.02.2025"],
  ["31.12.2025 25:00", ["DD.MM.YYYY HH:mm"], "refused: Date: 31.12.2025 25:00"],
  ["2024-06-10T07:00:00+02:00", ["YYYY-MM-DDTHH:mm:ssZ"], "refused: Date: 2024-06-10T07:00:00+02:00"],
])("%s in %j is %s", (written, formats, expected) => {
  const read = createDayReader(formats);
  expect(attempt(() => Object.values(read(written, "Date")).join(" "))).toBe(expected);
});

test.each(["DD.MM", "YYYY-QQ-DD", "DD.MM.YYYY MM", "day"])("%s is no format of days", (format) => {
  expect(patternOf(format)).toBeUndefined();
});

test.each([
  ["Buy", "BUY ", true],
  ["Dividend*", "Dividend (Ordinary)", true],
  ["*fee", "Custody fee", true],
  ["TRANSFER FROM * TO *", "TRANSFER FROM A TO B", true],
  ["a*a", "a", false],
  ["", "", true],
  ["", "x", false],
  ["*", "", true],
])("%j fits %j: %s", (pattern, text, expected) => {
  expect(fits(pattern, text)).toBe(expected);
});

test.each([
  ["OPEN BUY 34/42.5658 @ 11.7480", ["OPEN BUY {quantity}/{} @ {price}", "OPEN BUY {quantity} @ {price}"], "34"],
  ["OPEN BUY 85 @ 11.73", ["OPEN BUY {quantity}/{} @ {price}", "OPEN BUY {quantity} @ {price}"], "85"],
  ["Compra 6 ISHARES @ WOR A@49,785 EUR (IE00B4L5Y983)", ["Compra {quantity} {}@{price} {unit} ({})"], "6"],
  ["Koop 1 @ 33,9 USD", ["Koop {quantity} @ {price} {unit}"], "1"],
  ["Buy", ["Buy {quantity}"], undefined],
  ["Buy 3 shares", ["Buy {quantity} units"], undefined],
])("the quantity in %j", (text, templates, expected) => {
  expect(valueInText(text, templates, "quantity")).toBe(expected);
});

test("a pattern of many stars is matched at once", () => {
  const text = "a".repeat(20_000);
  expect(fits(`${"*a".repeat(90)}*b`, text)).toBe(false);
  expect(valueInText(text, ["{}a{}a{}a{}b{quantity}"], "quantity")).toBeUndefined();
});
