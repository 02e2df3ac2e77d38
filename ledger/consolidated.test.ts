/** Several portfolios as one: conversions, shares that change, and the sums of the parts. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addParts, bridgeOf, type ConvertedDays, convertPart, type PartDays, returnOfParts } from "./consolidated.ts";
import { Decimal, one } from "./decimal.ts";

const days = ["2024-01-01", "2024-01-02", "2024-01-03", "2024-01-04"];
const row = (day: string, value: string, deposits = "0") => ({
  day,
  value,
  deposits,
  inflow: Number(deposits) > 0 ? deposits : "0",
});
const part = (more: Partial<PartDays>): PartDays => ({
  before: undefined,
  rows: [],
  fraction: () => one,
  rate: () => one,
  ...more,
});
function converted(more: Partial<PartDays>): ConvertedDays {
  const found = convertPart(part(more));
  if ("missing" in found) throw new Error(`no rate on ${found.missing}`);
  return found;
}
const earned = (each: ConvertedDays) => {
  const { opening, deposits, closing } = bridgeOf(each);
  return closing.minus(opening).minus(deposits).toNumber();
};

describe("a part in the total's currency", () => {
  test("earns what the exchange rate brings, on what was there and not on what is paid in", () => {
    const rates: Record<string, number> = { "2024-01-01": 1, "2024-01-02": 1.1, "2024-01-03": 1.1 };
    const each = converted({
      before: { day: "2024-01-01", value: "100" },
      rows: [row("2024-01-02", "100"), row("2024-01-03", "150", "50")],
      rate: (day) => new Decimal(rates[day] ?? 0),
    });
    expect(earned(each)).toBe(10);
    expect(returnOfParts([each])).toMatchObject({ percent: "10" });
  });

  test("is unknown from the first day without a rate, unless there is nothing to convert", () => {
    const rate = (day: string) => (day < "2024-01-02" ? undefined : one);
    expect(convertPart(part({ rows: [row("2024-01-01", "0"), row("2024-01-02", "5", "5")], rate }))).not.toHaveProperty(
      "missing",
    );
    expect(convertPart(part({ rows: [row("2024-01-01", "5", "5")], rate }))).toEqual({ missing: "2024-01-01" });
    expect(convertPart(part({ before: { day: "2024-01-01", value: "1" }, rate }))).toEqual({ missing: "2024-01-01" });
  });

  test("a share that is acquired, grows and ends is paid for, and earns from its first to its last day", () => {
    const shares: Record<string, number> = { "2024-01-02": 0.4, "2024-01-03": 0.6, "2024-01-04": 0 };
    const each = converted({
      before: { day: "2024-01-01", value: "100" },
      rows: [row("2024-01-02", "110"), row("2024-01-03", "121"), row("2024-01-04", "500")],
      fraction: (day) => new Decimal(shares[day] ?? 0),
    });
    // 40 % of 10, then 60 % of 11, then nothing of 379.
    expect(earned(each)).toBeCloseTo(10.6, 12);
    expect(each.rows.map(({ deposits }) => deposits.toNumber())).toEqual([40, 22, -72.6]);
    expect(each.opening.toNumber()).toBe(0);
    expect(returnOfParts([each])).toMatchObject({ percent: "21" });
  });
});

describe("the parts as one", () => {
  test("what moves from one part to another is no payment and no result", () => {
    const from = converted({
      before: { day: "2024-01-01", value: "100" },
      rows: [row("2024-01-02", "40", "-60"), row("2024-01-03", "44")],
    });
    const to = converted({ rows: [row("2024-01-02", "60", "60"), row("2024-01-03", "66")] });
    expect(addParts([from, to]).rows.map(({ deposits }) => deposits)).toEqual(["0", "0"]);
    expect(returnOfParts([from, to])).toMatchObject({ percent: "10" });
  });

  test("nothing is paired: days apart, two equal ones on a day, or one that only looks like another, nothing is earned or lost", () => {
    const amount = fc.integer({ min: 1, max: 400 });
    const day = fc.integer({ min: 0, max: 3 });
    // What leaves the first part on a day, and what comes to the second on another; the third gets its own money.
    const moves = fc.array(fc.record({ amount, out: day, in: day }), { maxLength: 4 });
    fc.assert(
      fc.property(moves, amount, day, (transfers, own, on) => {
        const historyOf = (opening: number, paidOn: (place: number) => number[]) => {
          let value = opening;
          return converted({
            before: { day: "2023-12-31", value: String(opening) },
            rows: days.map((each, place) => {
              const paid = paidOn(place);
              value += paid.reduce((sum, one) => sum + one, 0);
              const inflow = paid.reduce((sum, one) => sum + Math.max(one, 0), 0);
              const deposits = paid.reduce((sum, one) => sum + one, 0);
              return { day: each, value: String(value), deposits: String(deposits), inflow: String(inflow) };
            }),
          });
        };
        const parts = [
          historyOf(5000, (place) => transfers.filter((one) => one.out === place).map((one) => -one.amount)),
          historyOf(50, (place) => transfers.filter((one) => one.in === place).map((one) => one.amount)),
          historyOf(70, (place) => (place === on ? [own] : [])),
        ];
        expect(parts.map(earned)).toEqual([0, 0, 0]);
        const { opening, rows } = addParts(parts);
        const paid = rows.reduce((sum, { deposits }) => sum + Number(deposits), 0);
        // Of what moved between the parts nothing is left, and the foreign payment is whole.
        expect(paid).toBe(own);
        expect(Number(rows.at(-1)?.value) - Number(opening)).toBe(own);
        expect(returnOfParts(parts)).toMatchObject({ percent: "0" });
      }),
    );
  });

  test("a part with values from a later day on has nothing before it", () => {
    const old = converted({
      before: { day: "2024-01-01", value: "100" },
      rows: days.slice(1).map((day) => row(day, "100")),
    });
    const late = converted({ rows: [row("2024-01-04", "100", "100")] });
    expect(addParts([old, late]).rows.map(({ value }) => value)).toEqual(["100", "100", "200"]);
    expect(returnOfParts([old, late])).toMatchObject({ percent: "0" });
  });

  test("nobody with shares that always make 100 % gains or loses by their change: earned and values add up to the whole", () => {
    const amount = fc.integer({ min: 0, max: 1_000_000 }).map(String);
    const history = fc.tuple(
      amount,
      fc.array(fc.record({ value: amount, deposits: fc.integer({ min: -9999, max: 9999 }).map(String) }), {
        minLength: 3,
        maxLength: 3,
      }),
    );
    fc.assert(
      fc.property(
        history,
        fc.array(fc.integer({ min: 0, max: 10_000 }), { minLength: 4, maxLength: 4 }),
        ([opening, rows], shares) => {
          const shareOn = (day: string) => new Decimal(shares[days.indexOf(day)] ?? 0).div(10_000);
          const data = {
            before: { day: "2024-01-01", value: opening },
            rows: rows.map(({ value, deposits }, place) => row(days[place + 1] ?? "", value, deposits)),
            rate: (day: string) => new Decimal("1.1").plus(days.indexOf(day)),
          };
          const whole = converted(data);
          const mine = converted({ ...data, fraction: shareOn });
          const theirs = converted({ ...data, fraction: (day) => one.minus(shareOn(day)) });
          for (const figure of ["opening", "deposits", "closing"] as const)
            expect(bridgeOf(mine)[figure].plus(bridgeOf(theirs)[figure]).toFixed()).toBe(
              bridgeOf(whole)[figure].toFixed(),
            );
        },
      ),
    );
  });
});
