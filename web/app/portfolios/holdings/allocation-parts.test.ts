import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sampleRow } from "../testing/sample-row.ts";
import { listParts, type TargetLine } from "./allocation-parts.ts";

const options = (total: number | null, lines: readonly TargetLine[] = []) => ({
  total,
  lines,
  labelOf: (row: { name: string }) => row.name,
});
const named = (name: string) => name;

describe("the allocation's table", () => {
  it("parts and rounding make the portfolio's value to the cent, and weights exactly 100 %, also with debts", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -50_000, max: 1_000_000 }), { minLength: 1, maxLength: 30 }),
        fc.integer({ min: -3, max: 3 }),
        (cents, rounding) => {
          const rows = cents.map((one, index) =>
            sampleRow({ key: String(index), currentValue: one / 100, sector: index % 3 ? "energy" : null }),
          );
          const sum = cents.reduce((all, one) => all + one, 0);
          const { parts, rounding: left } = listParts(rows, "sector", options((sum + rounding) / 100), named);
          if (sum > 0) {
            expect(parts.reduce((all, part) => all + (part.cents ?? 0), 0) + left).toBe(sum + rounding);
            expect(parts.reduce((all, { weight }) => all + (weight ?? 0), 0)).toBe(10_000);
          } else expect(parts.every(({ weight }) => weight === null)).toBe(true);
        },
      ),
    );
  });
  it("a debt is a part below zero, and a missing value leaves value and weights unknown", () => {
    const loan = [sampleRow({ key: "1", currentValue: 150 }), sampleRow({ key: "USD", type: 9, currentValue: -50 })];
    expect(listParts(loan, "instrument", options(100), named).parts.map(({ weight }) => weight)).toEqual([
      15_000, -5000,
    ]);
    const gap = [sampleRow({ key: "1", currentValue: 150 }), sampleRow({ key: "2", currentValue: null })];
    expect(
      listParts(gap, "instrument", options(null), named).parts.map(({ cents, weight }) => [cents, weight]),
    ).toEqual([
      [15_000, null],
      [null, null],
    ]);
  });
  it("beside a target fund a holding of it is in the fund's class, and what is not held is a part of zero", () => {
    const rows = [
      sampleRow({ key: "1", isin: "IE1", assetClass: "fund", currentValue: 60 }),
      sampleRow({ key: "2", isin: "US1", assetClass: "equity", currentValue: 20 }),
      sampleRow({ key: "EUR", type: 9, assetClass: "cash", currentValue: 20 }),
    ];
    const lines: TargetLine[] = [
      { isin: "IE1", asset_class: "equity", label: "World", target: "60.00" },
      { isin: "IE2", asset_class: "bond", label: "Bonds", target: "40.00" },
    ];
    const read = (kind: "class" | "instrument" | "currency") =>
      listParts(rows, kind, options(100, lines), named).parts.map(({ key, weight, target }) => [key, weight, target]);
    expect(read("class")).toEqual([
      ["equity", 8000, 6000],
      ["cash", 2000, 0],
      ["bond", 0, 4000],
    ]);
    expect(read("instrument")).toEqual([
      ["1", 6000, 6000],
      ["2", 2000, null],
      ["EUR", 2000, null],
      ["target IE2", 0, 4000],
    ]);
    expect(read("currency")).toEqual([["EUR", 10_000, null]]);
  });
});
