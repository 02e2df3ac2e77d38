/** What of a file of NAVs needs a look. */
import { describe, expect, test } from "vitest";
import { findLoneFirsts, markRows } from "./checks.ts";

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

describe("a value is compared on both sides", () => {
  const stored = [
    { fundId: 1, day: "2024-02-01", value: "10" },
    { fundId: 1, day: "2024-02-05", value: "15" },
    { fundId: 1, day: "2024-02-06", value: "15" },
  ];
  test("near the one before and far from the stored one after it, it is marked; so is the reverse", () => {
    expect(markRows([row("2024-02-02", "10.1")], stored, funds)).toMatchObject([
      { marks: ["jump"], before: { value: "10" }, after: { day: "2024-02-05", value: "15" } },
    ]);
    expect(marked([row("2024-02-02", "15")], stored)).toMatchObject([{ marks: ["jump"] }]);
    expect(marked([row("2024-02-02", "150")], stored)).toMatchObject([{ marks: ["jump", "digits"] }]);
    expect(
      marked([row("2024-02-02", "12.2")], [...stored.slice(0, 1), { fundId: 1, day: "2024-02-05", value: "13" }]),
    ).toEqual([{ marks: ["jump"], before: { day: "2024-02-01", value: "10" } }]);
    expect(marked([row("2024-02-02", "10.1")], stored.slice(0, 1))).toEqual([]);
  });

  test("before the first stored day, it is marked, and compared with that", () => {
    expect(marked([row("2024-01-30", "10"), row("2024-01-31", "10")], stored)).toMatchObject([
      { marks: ["early"] },
      { marks: ["early"] },
    ]);
    expect(marked([row("2024-01-31", "1")], stored)).toMatchObject([{ marks: ["early", "digits"], before: null }]);
    // The first file of a fund moves nothing.
    expect(marked([row("2024-01-31", "1")], [])).toEqual([]);
    // A correction of the first day is not before it.
    expect(marked([row("2024-02-01", "10.1", "10")], stored.slice(0, 1))).toEqual([]);
  });

  test("one row alone, far before the first day, is refused; several, or one next to it, are not", () => {
    const refused = (...rows: ReturnType<typeof row>[]) => findLoneFirsts(rows, stored);
    expect(refused(row("1924-02-02", "10"), row("2024-02-07", "15"))).toEqual([
      { line: 2, code: "tooEarly", detail: "1924-02-02 < 2024-02-01" },
    ]);
    expect(refused(row("2024-01-22", "10"))).toEqual([]);
    expect(refused(row("2024-01-02", "10"), row("2024-01-09", "10"))).toEqual([]);
    expect(findLoneFirsts([row("1924-02-02", "10")], [])).toEqual([]);
  });
});

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
