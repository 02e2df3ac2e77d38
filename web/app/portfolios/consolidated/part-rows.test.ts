import type { Consolidated, ConsolidatedResults } from "@portico/api/portfolio-consolidated.ts";
import { expect, test } from "vitest";
import { partRows } from "./part-rows.ts";

const of = (holderId: number, name: string) => ({ holderType: "company" as const, holderId, name, isOpen: true });
const values = { parts: [of(1, "A"), of(2, "B")] } as unknown as Consolidated;
const results = { parts: [of(2, "B"), of(3, "C")] } as unknown as ConsolidatedResults;

test("values and results of one holder are one row; a share that has ended is a row of its own", () => {
  expect(partRows(values, results).map(({ name, part, result }) => [name, part?.holderId, result?.holderId])).toEqual([
    ["A", 1, undefined],
    ["B", 2, 2],
    ["C", undefined, 3],
  ]);
  expect(partRows(values, undefined)).toHaveLength(2);
});
