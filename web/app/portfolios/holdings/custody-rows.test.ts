import fc from "fast-check";
import { expect, test } from "vitest";
import { sampleRow } from "../testing/sample-row.ts";
import { allocate, keyOfRow } from "./allocation.ts";
import { listParts } from "./allocation-parts.ts";
import { divideRows } from "./custody-rows.ts";

const parts = (...units: [string | null, string][]) => units.map(([custodian, quantity]) => ({ custodian, quantity }));

test("each holding is divided by its units, cash by its amounts, and what is not in the answer is not stated", () => {
  const rows = [
    sampleRow({ key: "1", name: "Acme", currentValue: 90 }),
    sampleRow({ key: "EUR", type: 9, currentValue: 10 }),
    sampleRow({ key: "2", name: "New", currentValue: 5 }),
    sampleRow({ key: "3", name: "Unpriced", currentValue: null }),
  ];
  const divided = divideRows(rows, {
    holdings: [
      { key: "1", parts: parts(["A", "2"], ["unknown", "6"], [null, "1"]) },
      { key: "EUR", parts: parts(["A", "15"], ["unknown", "-5"]) },
      { key: "3", parts: parts(["A", "4"]) },
    ],
  });
  expect(divided.map(({ key, custodian, currentValue }) => [key, custodian, currentValue])).toEqual([
    ["1", "A", 20],
    ["1", "unknown", 60],
    ["1", null, 10],
    ["EUR", "A", 15],
    ["EUR", "unknown", -5],
    ["2", null, 5],
    ["3", "A", null],
  ]);
  // A custodian whose name is that of a part keeps its own.
  expect(new Set(divided.map((row) => keyOfRow(row, "custodian"))).size).toBe(3);
  const { slices } = allocate(divided, "custodian", ({ custodian }) => custodian ?? "");
  expect(slices.map(({ key, value, rows: count }) => [key, value, count])).toEqual([
    ["at unknown", 60, 1],
    ["at A", 35, 2],
    ["unknown", 15, 2],
  ]);
});

test("the parts make the portfolio's value to the cent, for all units and values", () => {
  const units = fc.integer({ min: 1, max: 1_000_000 });
  fc.assert(
    fc.property(
      fc.integer({ min: -900_000, max: 9_000_000 }),
      fc.array(units, { minLength: 1, maxLength: 5 }),
      (cents, own) => {
        const row = sampleRow({ key: "1", currentValue: cents / 100 });
        const holdings = [
          { key: "1", parts: own.map((one, place) => ({ custodian: `C${place}`, quantity: String(one) })) },
        ];
        const divided = divideRows([row], { holdings });
        expect(divided.reduce((sum, { currentValue }) => sum + Math.round((currentValue ?? 0) * 100), 0)).toBe(cents);
        const options = { total: cents / 100, labelOf: () => "", lines: [] };
        expect(listParts(divided, "custodian", options, String).rounding === 0 || cents <= 0).toBe(true);
      },
    ),
  );
});
