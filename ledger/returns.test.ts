/** Returns, worked out by hand or published. */
import { expect, test } from "vitest";
import { timeWeightedReturn } from "./time-weighted.ts";
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
  // Microsoft's documentation of XIRR.
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

test("flows that allow no rate, or several, say so", () => {
  expect(xirr([{ day: "2020-01-01", amount: 100 }])).toEqual({ reason: "noFlows" });
  expect(
    xirr([
      { day: "2020-01-01", amount: -100 },
      { day: "2020-01-01", amount: 110 },
    ]),
  ).toEqual({ reason: "tooShort" });
  const twoRates = [
    { day: "2020-01-01", amount: -100 },
    { day: "2020-12-31", amount: 230 },
    { day: "2021-12-31", amount: -132 },
  ];
  expect(xirr(twoRates)).toEqual({ reason: "severalRoots" });
});

test("paying in does not change the time-weighted return", () => {
  const quiet = [
    { value: "110", deposits: "0" },
    { value: "121", deposits: "0" },
  ];
  const withFlow = [
    { value: "110", deposits: "0" },
    { value: "1221", deposits: "1000" },
  ];
  expect(timeWeightedReturn("100", quiet)).toBe("21");
  expect(timeWeightedReturn("100", withFlow)).toBe("21");
});

test("a first day that begins with nothing earns from what is paid in", () => {
  expect(
    timeWeightedReturn("0", [
      { value: "1000", deposits: "1000" },
      { value: "1100", deposits: "0" },
    ]),
  ).toBe("10");
  expect(timeWeightedReturn("0", [{ value: "0", deposits: "0" }])).toBeNull();
});
