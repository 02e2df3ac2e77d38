/** The index of a blend: the published check, a model that buys and sells, and where it begins. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { blendIndex, firstDayOf, isWhole, monthEndBefore, type Part, rebalancedOn, weightsOn } from "./benchmarks.ts";
import { Decimal } from "./decimal.ts";

/** Worth by day, each valid until the next. */
const quoted = (quotes: Record<string, number | string>) => (day: string) => {
  const last = Object.keys(quotes)
    .toSorted()
    .findLast((one) => one <= day);
  const value = last === undefined ? undefined : quotes[last];
  return value === undefined ? undefined : new Decimal(value);
};
const linked = (...percents: number[]) => {
  const closes = ["2023-12-31", "2024-01-31", "2024-02-29", "2024-03-31"];
  let value = new Decimal(100);
  const quotes: Record<string, string> = { "2023-12-31": "100" };
  for (const [index, percent] of percents.entries()) {
    value = value.times(new Decimal(percent).div(100).plus(1));
    quotes[closes[index + 1] ?? ""] = value.toFixed();
  }
  return quoted(quotes);
};
const percentOf = (index: Decimal | undefined) => index?.minus(1).times(100).toFixed(4);

describe("the check of 60 % of 5, −2, 3 % and 40 % of 1, 0, 1 %", () => {
  const parts: Part[] = [
    { percent: "60", worthOn: linked(5, -2, 3) },
    { percent: "40", worthOn: linked(1, 0, 1) },
  ];
  test("rebalanced monthly it returns 4.4067 %, left to drift 4.3962 %", () => {
    expect(percentOf(blendIndex(parts, "monthly", "2023-12-31")("2024-03-31"))).toBe("4.4067");
    expect(percentOf(blendIndex(parts, "drift", "2023-12-31")("2024-03-31"))).toBe("4.3962");
  });
  test("it is 1 where it begins, unknown before, and restored at each month's close", () => {
    const index = blendIndex(parts, "monthly", "2023-12-31");
    expect(index("2023-12-30")).toBeUndefined();
    expect(index("2023-12-31")?.toFixed()).toBe("1");
    expect(percentOf(index("2024-01-31"))).toBe("3.4000");
    expect(rebalancedOn("monthly", "2023-12-31", "2024-03-31")).toEqual(["2023-12-31", "2024-01-31", "2024-02-29"]);
    expect(rebalancedOn("monthly", "2024-01-15", "2024-02-10")).toEqual(["2024-01-15", "2024-01-31"]);
    expect(rebalancedOn("drift", "2024-01-15", "2024-12-10")).toEqual(["2024-01-15"]);
  });
});

test("weights drift from the close on which they are restored", () => {
  const parts: Part[] = [
    { percent: "60", worthOn: linked(5, -2, 3) },
    { percent: "40", worthOn: linked(1, 0, 1) },
  ];
  const shares = (rule: "monthly" | "drift", day: string) =>
    weightsOn(parts, rule, "2023-12-31", day)?.map((weight) => weight.toFixed(4));
  expect(shares("monthly", "2023-12-30")).toBeUndefined();
  expect(shares("monthly", "2023-12-31")).toEqual(["0.6000", "0.4000"]);
  expect(shares("monthly", "2024-01-31")).toEqual(["0.6000", "0.4000"]);
  expect(shares("drift", "2024-01-31")).toEqual(["0.6093", "0.3907"]);
  // 63 of 103.4 at the end of January, restored, and 2 % of it lost.
  expect(shares("monthly", "2024-03-30")).toEqual(["0.6000", "0.4000"]);
  expect(shares("drift", "2024-02-29")).toEqual(["0.6045", "0.3955"]);
});

test("weights are whole if they sum to exactly 100", () => {
  expect(isWhole(["33.33", "33.33", "33.34"])).toBe(true);
  expect(isWhole(["33.333333333333", "33.333333333333", "33.333333333333"])).toBe(false);
  expect(isWhole(["0.1", "0.2", "99.7"])).toBe(true);
  expect(isWhole([])).toBe(false);
});

test("it begins with its latest part", () => {
  const parts: Part[] = [
    { percent: "50", worthOn: quoted({ "2020-01-02": 10 }) },
    { percent: "50", worthOn: quoted({ "2024-02-29": 10 }) },
  ];
  expect(firstDayOf(parts, "2023-01-01", "2024-12-31")).toBe("2024-02-29");
  expect(firstDayOf(parts, "2024-03-01", "2024-12-31")).toBe("2024-03-01");
  expect(firstDayOf(parts, "2023-01-01", "2024-02-28")).toBeUndefined();
  expect(firstDayOf(parts, "2024-02-29", "2024-02-29")).toBe("2024-02-29");
  const index = blendIndex(parts, "monthly", "2023-12-31");
  expect(index("2024-12-31")).toBeUndefined();
});

test("a part that is worth nothing leaves the index unknown from the close on which it has to be bought", () => {
  const parts: Part[] = [
    { percent: "50", worthOn: quoted({ "2024-01-01": 10, "2024-01-20": 0 }) },
    { percent: "50", worthOn: quoted({ "2024-01-01": 10 }) },
  ];
  const index = blendIndex(parts, "monthly", "2024-01-01");
  expect(index("2024-01-31")?.toFixed()).toBe("0.5");
  expect(index("2024-02-01")).toBeUndefined();
});

const series = fc
  .array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 12 })
  .map((values) =>
    quoted(
      Object.fromEntries(
        values.map((value, index) => [new Date(Date.UTC(2024, 0, 1 + index * 13)).toISOString().slice(0, 10), value]),
      ),
    ),
  );
const days = fc
  .integer({ min: 0, max: 200 })
  .map((count) => new Date(Date.UTC(2024, 0, 1 + count)).toISOString().slice(0, 10));
const start = "2024-01-01";

describe("on random series", () => {
  test("100 % of one part is that part", () => {
    fc.assert(
      fc.property(series, days, fc.constantFrom("monthly" as const, "drift" as const), (worthOn, day, rule) => {
        const index = blendIndex([{ percent: "100", worthOn }], rule, start)(day);
        const of = worthOn(day)?.div(worthOn(start) ?? 1);
        expect(index?.toFixed(20)).toBe(of?.toFixed(20));
      }),
    );
  });

  test("drifting it is the sum of its parts, bought once and held", () => {
    fc.assert(
      fc.property(series, series, fc.integer({ min: 1, max: 99 }), days, (one, other, percent, day) => {
        const parts = [
          { percent: String(percent), worthOn: one },
          { percent: String(100 - percent), worthOn: other },
        ];
        const held = parts.map((part) => Number(part.percent) / Number(part.worthOn(start)));
        const worth = parts.reduce((sum, part, place) => sum + (held[place] ?? 0) * Number(part.worthOn(day)), 0) / 100;
        expect(Number(blendIndex(parts, "drift", start)(day))).toBeCloseTo(worth, 9);
      }),
    );
  });

  test("rebalanced monthly it is what somebody has who sells and buys at each month's close, in any currency", () => {
    fc.assert(
      fc.property(series, series, series, fc.integer({ min: 1, max: 99 }), days, (one, other, rate, percent, day) => {
        const weights = [percent / 100, 1 - percent / 100];
        let held = weights.map((weight, place) => weight / Number([one, other][place]?.(start)));
        const worthOn = (on: string) =>
          held.reduce((sum, units, place) => sum + units * Number([one, other][place]?.(on)), 0);
        for (let on = start; on < day; on = new Date(Date.parse(on) + 86_400_000).toISOString().slice(0, 10))
          if (monthEndBefore(new Date(Date.parse(on) + 86_400_000).toISOString().slice(0, 10)) === on) {
            const total = worthOn(on);
            held = weights.map((weight, place) => (weight * total) / Number([one, other][place]?.(on)));
          }
        const parts = [
          { percent: String(percent), worthOn: one },
          { percent: String(100 - percent), worthOn: other },
        ];
        expect(Number(blendIndex(parts, "monthly", start)(day))).toBeCloseTo(worthOn(day), 8);
        const converted = parts.map((part) => ({
          ...part,
          worthOn: (on: string) => part.worthOn(on)?.times(rate(on) ?? 1),
        }));
        const inOther = blendIndex(converted, "monthly", start)(day);
        const change = (rate(day) ?? new Decimal(1)).div(rate(start) ?? 1);
        expect(Number(inOther)).toBeCloseTo(Number(change.times(worthOn(day))), 8);
      }),
    );
  });

  test("days asked for in another order have the same values", () => {
    fc.assert(
      fc.property(series, series, fc.array(days, { minLength: 2, maxLength: 8 }), (one, other, asked) => {
        const parts = [
          { percent: "30", worthOn: one },
          { percent: "70", worthOn: other },
        ];
        const [forward, back] = [blendIndex(parts, "monthly", start), blendIndex(parts, "monthly", start)];
        const there = asked.map((day) => forward(day)?.toFixed());
        const again = asked.toReversed().map((day) => back(day)?.toFixed());
        expect(again.toReversed()).toEqual(there);
      }),
    );
  });
});
