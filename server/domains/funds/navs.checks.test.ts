/** What of a file of NAVs needs a look. */
import { describe, expect, test } from "vitest";
import { markRows } from "./navs.checks.ts";

const row = (day: string, value: string, before?: string) => ({
  line: 2,
  fundId: 1,
  day,
  value,
  source: "Manager",
  ...(before !== undefined && { before }),
});
const funds = new Map([[1, { id: 1, isin: "X", name: "Calm", manager: "M", currency: "EUR" }]]);
const marked = (rows: ReturnType<typeof row>[], stored: { fundId: number; day: string; value: string }[]) =>
  markRows(rows, stored, funds).map(({ marks, before }) => ({ marks, before }));

describe("a correction far from the value that it replaces is marked", () => {
  test("also on the first day, which has none before it", () => {
    expect(marked([row("2024-01-02", "15", "10")], [{ fundId: 1, day: "2024-01-02", value: "10" }])).toEqual([
      { marks: ["jump"], before: { day: "2024-01-02", value: "10" } },
    ]);
  });

  test("also where it is near the day before", () => {
    const stored = [
      { fundId: 1, day: "2024-01-02", value: "10" },
      { fundId: 1, day: "2024-01-03", value: "100" },
    ];
    expect(marked([row("2024-01-03", "10.1", "100")], stored)).toEqual([
      { marks: ["digits"], before: { day: "2024-01-03", value: "100" } },
    ]);
  });

  test("and one that is near both is not", () => {
    const stored = [
      { fundId: 1, day: "2024-01-02", value: "10" },
      { fundId: 1, day: "2024-01-03", value: "10.2" },
    ];
    expect(marked([row("2024-01-03", "10.1", "10.2")], stored)).toEqual([]);
  });
});
