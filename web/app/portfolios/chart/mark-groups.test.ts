import type { Mark } from "@portico/api/portfolio-holding.ts";
import { markKinds as declared } from "@portico/api/portfolio-holding.ts";
import { expect, test } from "vitest";
import { groupMarks, markKinds, marksByLine } from "./mark-groups.ts";

const mark = (kind: Mark["kind"], day: string, more: Partial<Mark> = {}): Mark => ({
  kind,
  from: day,
  to: day,
  count: 1,
  amount: "0.10",
  names: ["ACME plc"],
  moreNames: 0,
  ...more,
});
const days = { left: (day: string) => (Number(day.slice(8)) - 1) / 10, first: "2026-03-01", last: "2026-03-11" };

test("all kinds of the call are drawn", () => {
  expect(markKinds).toEqual(declared);
});

test("marks of a kind that would overlap are one, with exact sums; kinds and distant days stay apart", () => {
  const marks = [
    mark("purchase", "2026-03-02", { amount: "90071992547409.93" }),
    mark("purchase", "2026-03-03", { amount: "0.20", names: ["GLOB plc", "ACME plc"], count: 2 }),
    mark("income", "2026-03-03", { amount: "-0.07" }),
    mark("purchase", "2026-03-09", { amount: null }),
    mark("purchase", "2026-03-12"),
  ];
  expect(groupMarks(marks, { ...days, slots: 3 })).toEqual([
    {
      kind: "purchase",
      from: "2026-03-02",
      to: "2026-03-03",
      count: 3,
      amount: "90071992547410.13",
      names: ["ACME plc", "GLOB plc"],
      moreNames: 0,
      left: 0.15000000000000002,
    },
    { ...mark("purchase", "2026-03-09", { amount: null }), left: 0.8 },
    { ...mark("income", "2026-03-03", { amount: "-0.07" }), left: 0.2 },
  ]);
  expect(groupMarks(marks, { ...days, slots: 100 }).length).toBe(4);
  const many = Array.from({ length: 500 }, (_, index) =>
    mark("sale", `2026-03-${String((index % 11) + 1).padStart(2, "0")}`, { names: [`Name ${index % 5}`] }),
  );
  const groups = groupMarks(many, { ...days, slots: 4 });
  expect(groups.length).toBe(4);
  expect(groups.reduce((sum, { count }) => sum + count, 0)).toBe(500);
  expect(groups[0]?.names.length).toBe(3);
  expect(groups[0]?.moreNames).toBe(2);
});

test("each line of a table has the marks since the line before it, the first one those until its day", () => {
  const marks = [
    mark("sale", "2026-03-01"),
    mark("sale", "2026-03-04"),
    mark("sale", "2026-03-05"),
    mark("sale", "2026-03-09"),
  ];
  const lines = marksByLine(["2026-03-02", "2026-03-05", "2026-03-07"], marks);
  expect(lines.map((line) => line.map(({ count, amount }) => [count, amount]))).toEqual([
    [[1, "0.10"]],
    [[2, "0.20"]],
    [],
  ]);
});
