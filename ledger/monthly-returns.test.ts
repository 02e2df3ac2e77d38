/** Returns of months and years: linked as the time-weighted return of the same days is. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { linkReturns, monthlyReturns } from "./monthly-returns.ts";
import { timeWeightedReturn } from "./time-weighted.ts";

const addDays = (day: string, days: number) => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
const row = (day: string, value: number, inflow = 0, deposits = inflow) => ({
  day,
  value: String(value),
  inflow: String(inflow),
  deposits: String(deposits),
  complete: true,
});
const known = (value: string) => ({ value, complete: true });
/** Each day of a range, with what the value is from a day on. */
function days(first: string, last: string, valueOn: (day: string) => number) {
  const rows = [];
  for (let day = first; day <= last; day = addDays(day, 1)) rows.push(row(day, valueOn(day)));
  return rows;
}

test("each month begins at the close before it; the first and the last may be parts", () => {
  const rows = days("2023-12-20", "2024-02-10", (day) => (day < "2024-01-10" ? 100 : day < "2024-02-05" ? 110 : 99));
  expect(monthlyReturns(rows, known("100"))).toEqual([
    { month: "2023-12", from: "2023-12-20", to: "2023-12-31", isWhole: false, result: { percent: "0" } },
    { month: "2024-01", from: "2024-01-01", to: "2024-01-31", isWhole: true, result: { percent: "10" } },
    { month: "2024-02", from: "2024-02-01", to: "2024-02-10", isWhole: false, result: { percent: "-10" } },
  ]);
  expect(monthlyReturns([])).toEqual([]);
  for (const [first, last] of [
    ["2024-02-01", "2024-02-29"],
    ["2023-02-01", "2023-02-28"],
  ] as const)
    expect(monthlyReturns(days(first, last, () => 1))[0]?.isWhole).toBe(true);
  expect(monthlyReturns(days("2024-02-01", "2024-02-28", () => 1))[0]?.isWhole).toBe(false);
});

test("a month with a day without a price is unknown, and so is the next if it was the last", () => {
  const rows = days("2024-01-01", "2024-03-31", () => 100);
  const unknown = (...on: string[]) =>
    monthlyReturns(
      rows.map((each) => ({ ...each, complete: !on.includes(each.day) })),
      known("100"),
    ).map(({ result }) => result !== null);
  expect(unknown("2024-02-10")).toEqual([true, false, true]);
  expect(unknown("2024-01-31")).toEqual([false, false, true]);
  expect(monthlyReturns(rows, { value: "1", complete: false }).map(({ result }) => result === null)).toEqual([
    true,
    false,
    false,
  ]);
});

test("a year is its months linked; a month without holdings changes nothing", () => {
  const percent = (value: string) => ({ percent: value });
  const nothing = { reason: "nothingHeld", day: "2024-02-29" } as const;
  const below = { reason: "belowZero", day: "2024-02-10" } as const;
  // empyrical's published cumulative return of the same months.
  const published = ["0", "1", "10", "-4", "2", "3", "2", "1", "-10"].map(percent);
  const linked = linkReturns(published);
  expect(linked && "percent" in linked && Number(linked.percent)).toBeCloseTo(3.8931091700480147, 9);
  expect(linkReturns([percent("10"), nothing, percent("-10")])).toEqual(percent("-1"));
  expect(linkReturns([percent("10"), null])).toBeNull();
  expect(linkReturns([percent("10"), below, percent("1")])).toEqual(below);
  expect(linkReturns([nothing, nothing])).toEqual(nothing);
  expect(linkReturns([])).toEqual({ reason: "nothingHeld", day: null });
  expect(linkReturns([percent("-100"), percent("50")])).toEqual(percent("-100"));
});

test("months linked are the time-weighted return of all days, whatever is paid", () => {
  const day = fc.record({
    value: fc.integer({ min: 1, max: 2_000 }),
    inflow: fc.oneof({ weight: 9, arbitrary: fc.constant(0) }, fc.integer({ min: 1, max: 500 })),
    paidOut: fc.oneof({ weight: 9, arbitrary: fc.constant(0) }, fc.integer({ min: 1, max: 500 })),
  });
  fc.assert(
    fc.property(fc.array(day, { minLength: 1, maxLength: 100 }), fc.nat(60), (list, offset) => {
      const rows = list.map(({ value, inflow, paidOut }, index) =>
        row(addDays("2023-11-05", offset + index), value, inflow, inflow - paidOut),
      );
      const linked = linkReturns(monthlyReturns(rows, known("500")).map(({ result }) => result));
      const whole = timeWeightedReturn("500", rows);
      // Without the days that change nothing.
      const isPaid = (each: (typeof rows)[number] | undefined) => each?.inflow !== "0" || each.deposits !== "0";
      const few = rows.filter(
        (each, index) => index === 0 || isPaid(each) || isPaid(rows[index + 1]) || addDays(each.day, 1).endsWith("-01"),
      );
      const asShown = (list: typeof rows) =>
        monthlyReturns(list, known("500")).map(({ result, ...month }) => ({
          ...month,
          percent: result && "percent" in result ? Number(result.percent).toFixed(8) : result,
        }));
      expect(asShown(few)).toEqual(asShown(rows));
      if (!linked || !("percent" in linked) || !("percent" in whole)) throw new Error("no return");
      expect(Number(linked.percent)).toBeCloseTo(Number(whole.percent), 6);
    }),
  );
});
