import { describe, expect, it } from "vitest";
import { sampleRow } from "../testing/sample-row.ts";
import { allocate, membersOf } from "./allocation.ts";

const named = (row: { name: string }) => row.name;

describe("the allocation", () => {
  it("slices come from the largest and their shares make a whole", () => {
    const rows = [sampleRow({ key: "1", currentValue: 25 }), sampleRow({ key: "2", currentValue: 75 })];
    const { slices } = allocate(rows, "instrument", named);
    expect(slices.map((slice) => [slice.key, slice.share, slice.slot])).toEqual([
      ["2", 0.75, 0],
      ["1", 0.25, 1],
    ]);
  });
  it("by currency, class and country, holdings are summed, and what is not stated stands apart", () => {
    const rows = [
      sampleRow({ key: "1", instrumentCurrency: "USD", currentValue: 10, country: "US" }),
      sampleRow({ key: "2", instrumentCurrency: "USD", currentValue: 20 }),
      sampleRow({ key: "EUR", type: 9, assetClass: "cash", currentValue: 30 }),
    ];
    expect(allocate(rows, "currency", named).slices).toHaveLength(2);
    expect(allocate(rows, "class", named).slices.map((slice) => slice.value)).toEqual([30, 30]);
    expect(allocate(rows, "country", named).slices.map(({ key }) => key)).toEqual(["cash", "unknown", "US"]);
  });
  it("the 36th and further holdings are one grey slice", () => {
    const rows = Array.from({ length: 40 }, (_, index) => sampleRow({ key: String(index), currentValue: 100 - index }));
    const { slices } = allocate(rows, "instrument", named);
    expect(slices).toHaveLength(36);
    expect(slices.at(-1)).toMatchObject({ key: "others", rows: 5, slot: undefined });
    // They can be opened: each part has its own value, and the sum is the slice's.
    expect(slices.at(-1)?.parts?.map(({ key, value }) => [key, value])).toEqual([
      ["35", 65],
      ["36", 64],
      ["37", 63],
      ["38", 62],
      ["39", 61],
    ]);
  });
  it("percentages make 100, and the largest few stand beside all others", () => {
    const rows = [1, 1, 1, 1, 1, 1, 1].map((value, index) => sampleRow({ key: String(index), currentValue: value }));
    const sum = (slices: { percent: number }[]) =>
      slices.reduce((all, { percent }) => all + Math.round(percent * 10), 0);
    expect(sum(allocate(rows, "instrument", named).slices)).toBe(1000);
    const brief = allocate(rows, "instrument", named, 5).slices;
    expect(brief.map(({ key }) => key)).toEqual(["0", "1", "2", "3", "4", "others"]);
    expect(sum(brief)).toBe(1000);
  });
  it("a holding has the same percentage among the largest few and among all", () => {
    const values = [248_700, 105_268, 27_986, 23_464, 9_584, 7_202, 2_761, 834, 582];
    const rows = values.map((value, index) => sampleRow({ key: String(index), currentValue: value }));
    const all = allocate(rows, "instrument", named).slices;
    const brief = allocate(rows, "instrument", named, 5).slices;
    expect(brief.slice(0, 5).map(({ percent }) => percent)).toEqual(all.slice(0, 5).map(({ percent }) => percent));
    expect(brief.reduce((sum, { percent }) => sum + Math.round(percent * 10), 0)).toBe(1000);
  });
  it("cash below zero is named, not drawn, and a missing value is not a slice of zero", () => {
    const rows = [sampleRow({ key: "EUR", currentValue: -5 }), sampleRow({ key: "1", currentValue: null })];
    const { slices, below } = allocate(rows, "instrument", named);
    expect(slices).toEqual([]);
    expect(below.map((row) => row.key)).toEqual(["EUR"]);
  });
  it("the holdings of a part make its percentage", () => {
    const rows = [1, 2, 3, 7].map((value, index) =>
      sampleRow({ key: String(index), instrumentCurrency: value === 7 ? "EUR" : "USD", currentValue: value }),
    );
    const [, dollars] = allocate(rows, "currency", named).slices;
    expect(dollars?.percent).toBe(46.2);
    const members = membersOf(rows, "currency", dollars ?? { key: "", percent: 0 });
    expect(members.map(({ row, percent }) => [row.key, percent])).toEqual([
      ["2", 23.1],
      ["1", 15.4],
      ["0", 7.7],
    ]);
  });
});
