/** Returns, calculated by hand or published. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { timeWeightedReturn, yearlyPercent } from "./time-weighted.ts";
import { xirr } from "./xirr.ts";

const rateOf = (flows: Parameters<typeof xirr>[0]): number => {
  const found = xirr(flows);
  if (!("rate" in found)) throw new Error(found.reason);
  return found.rate;
};

test("200 paid in on 2010-01-01 and 210 there on 2010-12-31 is 5.014075 % a year", () => {
  const rate = rateOf([
    { day: "2010-01-01", amount: -200 },
    { day: "2010-12-31", amount: 210 },
  ]);
  expect(rate).toBeCloseTo(0.05014075, 8);
});

test("the spreadsheet's own example gives 37.34 %", () => {
  // From Microsoft's documentation of XIRR.
  const rate = rateOf([
    { day: "2008-01-01", amount: -10_000 },
    { day: "2008-03-01", amount: 2_750 },
    { day: "2008-10-30", amount: 4_250 },
    { day: "2009-02-15", amount: 3_250 },
    { day: "2009-04-01", amount: 2_750 },
  ]);
  expect(rate).toBeCloseTo(0.373362535, 6);
});

test("a total loss within a year is close to −100 %, and its rate is found", () => {
  expect(
    rateOf([
      { day: "2020-01-01", amount: -100 },
      { day: "2020-12-31", amount: 1 },
    ]),
  ).toBeCloseTo(-0.99, 4);
});

const yearly = (amounts: number[]) =>
  amounts.map((amount, index) => ({
    day: new Date(365 * 86_400_000 * (30 + index)).toISOString().slice(0, 10),
    amount,
  }));

test("flows that allow no rate, or several, say so", () => {
  expect(xirr([{ day: "2020-01-01", amount: 100 }])).toEqual({ reason: "noFlows" });
  expect(xirr([])).toEqual({ reason: "noFlows" });
  // 10 % and 20 %.
  expect(xirr(yearly([-100, 230, -132]))).toEqual({ reason: "severalRoots" });
  // Two rates so close that a coarse search misses them (2.47 % and 2.53 %), then none.
  expect(xirr(yearly([-10_000, 20_500, -10_506.249]))).toEqual({ reason: "severalRoots" });
  expect(xirr(yearly([-10_000, 20_500, -10_507]))).toEqual({ reason: "noRoot" });
});

test("a yearly rate of less than four weeks is not told", () => {
  const flows = (last: string) => [
    { day: "2020-01-01", amount: -100 },
    { day: last, amount: 110 },
  ];
  expect(xirr(flows("2020-01-01"))).toEqual({ reason: "tooShort" });
  expect(xirr(flows("2020-01-28"))).toEqual({ reason: "tooShort" });
  expect(rateOf(flows("2020-01-29"))).toBeCloseTo(1.1 ** (365 / 28) - 1, 9);
});

test("all rates there are, are found: a hundredfold in a month, and all but everything lost", () => {
  const month = (last: number) => [
    { day: "2020-01-01", amount: -1 },
    { day: "2020-01-31", amount: last },
  ];
  expect(rateOf(month(100)) / (100 ** (365 / 30) - 1)).toBeCloseTo(1, 9);
  expect(rateOf(yearly([-1_000_000, 0.01]))).toBeCloseTo(-1 + 1e-8, 12);
  expect(rateOf(yearly([-100, -100, 0]))).toBe(-1);
});

test("a rate that is found makes the flows worth nothing today; one sign change always has one", () => {
  const flows = fc.record({
    paid: fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 20 }),
    got: fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 20 }),
  });
  fc.assert(
    fc.property(flows, ({ paid, got }) => {
      const all = yearly([...paid.map((amount) => -amount), ...got]);
      const rate = rateOf(all);
      const first = Date.parse(all[0]?.day ?? "");
      const terms = all.map(({ day, amount }) => amount / (1 + rate) ** ((Date.parse(day) - first) / 86_400_000 / 365));
      const size = terms.reduce((total, term) => total + Math.abs(term), 0);
      expect(Math.abs(terms.reduce((total, term) => total + term, 0)) / size).toBeLessThan(1e-9);
    }),
  );
});

/** Days given by closing value, amount paid in and amount paid out: `[value, in, out]`. */
const daysOf = (...days: [value: string, paidIn?: string, paidOut?: string][]) =>
  days.map(([value, inflow = "0", paidOut = "0"], index) => ({
    day: `2024-01-0${index + 1}`,
    value,
    inflow,
    deposits: String(Number(inflow) - Number(paidOut)),
  }));

test("paying in or out does not change the time-weighted return", () => {
  expect(timeWeightedReturn("100", daysOf(["110"], ["121"]))).toEqual({ percent: "21" });
  expect(timeWeightedReturn("100", daysOf(["110"], ["1221", "1000"]))).toEqual({ percent: "21" });
  expect(timeWeightedReturn("100", daysOf(["110"], ["71", "0", "50"]))).toEqual({ percent: "21" });
});

test("a first day that begins with nothing earns from what is paid in", () => {
  expect(timeWeightedReturn("0", daysOf(["1000", "1000"], ["1100"]))).toEqual({ percent: "10" });
  expect(timeWeightedReturn("0", daysOf(["0"]))).toEqual({ reason: "nothingHeld", day: "2024-01-01" });
});

test("what comes and goes on one day works that day in full", () => {
  // 100 held, 900 in at the start, 10 earned on 1,000, 900 out at the end.
  expect(timeWeightedReturn("100", daysOf(["110", "900", "900"]))).toEqual({ percent: "1" });
  expect(timeWeightedReturn("0", daysOf(["0", "1000", "1010"]))).toEqual({ percent: "1" });
  expect(timeWeightedReturn("0", daysOf(["0", "1000", "1010"], ["0"], ["50", "50"]))).toEqual({ percent: "1" });
});

test("over a day with nothing or less invested there is no return, and the day says why", () => {
  const below = { reason: "belowZero", day: "2024-01-02" };
  // An earlier version returned −155 % and 420 % for days like these.
  expect(timeWeightedReturn("100", daysOf(["100"], ["-55"], ["-20"]))).toEqual(below);
  expect(timeWeightedReturn("100", daysOf(["50"], ["-15", "0", "10"], ["100", "200"]))).toEqual(below);
  expect(timeWeightedReturn("-20", daysOf(["-104"]))).toEqual({ reason: "belowZero", day: "2024-01-01" });
  expect(timeWeightedReturn("-20", daysOf(["5", "20"]))).toEqual({ reason: "nothingInvested", day: "2024-01-01" });
  // The deposit at the start of the day covers the debt before anything is earned.
  expect(timeWeightedReturn("-20", daysOf(["110", "120"]))).toEqual({ percent: "10" });
  expect(timeWeightedReturn("0", daysOf(["-3"]))).toEqual({ reason: "belowZero", day: "2024-01-01" });
});

test("all lost is −100 %", () => {
  expect(timeWeightedReturn("100", daysOf(["0"]))).toEqual({ percent: "-100" });
  const lost = (last: string, closing: number) => [
    { day: "2024-01-01", amount: -1000 },
    { day: last, amount: closing },
  ];
  expect(xirr(lost("2024-06-01", 0))).toEqual({ rate: -1 });
  expect(xirr(lost("2024-01-02", 0))).toEqual({ rate: -1 });
  // A loss within one day is not a total loss.
  expect(xirr(lost("2024-01-01", 991))).toEqual({ reason: "tooShort" });
  // More than a total loss: no rate explains it.
  expect(xirr(lost("2024-06-01", -5))).toEqual({ reason: "noRoot" });
});

test("money that is only passing changes a day's return as if it had stayed for the day", () => {
  const amounts = fc.integer({ min: 1, max: 1_000_000 });
  fc.assert(
    fc.property(amounts, amounts, fc.integer({ min: -1000, max: 1000 }), (held, passing, gain) => {
      fc.pre(held + gain >= 0);
      const [inside, through] = [
        timeWeightedReturn(String(held + passing), daysOf([String(held + passing + gain)])),
        timeWeightedReturn(String(held), daysOf([String(held + gain), String(passing), String(passing)])),
      ];
      expect(through).toEqual(inside);
    }),
  );
});

test("a return over more than a year as a rate a year; none for less", () => {
  expect(yearlyPercent("21", 730)).toBeCloseTo(10, 10);
  expect(yearlyPercent("-19", 730)).toBeCloseTo(-10, 10);
  expect(yearlyPercent(5, 367)).toBeCloseTo(4.9721, 4);
  expect([yearlyPercent("5", 366), yearlyPercent("-101", 730)]).toEqual([null, null]);
  expect(yearlyPercent("-100", 730)).toBe(-100);
  // The same as the money-weighted return of one payment, whatever the days.
  expect(yearlyPercent("72.4", 3618)).toBeCloseTo(
    100 *
      rateOf([
        { day: "2017-01-02", amount: -100 },
        { day: "2026-11-29", amount: 172.4 },
      ]),
    8,
  );
});
