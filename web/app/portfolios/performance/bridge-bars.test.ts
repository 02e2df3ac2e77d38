import { describe, expect, it } from "vitest";
import { bridgeBars } from "./bridge-bars.ts";

const sums = {
  opening: "100.00",
  deposits: "50.00",
  price: "-20.00",
  fx: "0",
  income: "5.00",
  fees: "3.00",
  tax: "2.00",
  closing: "130.00",
};

describe("the bridge's picture", () => {
  it("fees and tax are shown as what they take away; the other amounts as they are", () => {
    const amounts = Object.fromEntries(bridgeBars(sums).map((bar) => [bar.line, bar.amount]));
    expect(amounts).toMatchObject({ fees: "-3.00", tax: "-2.00", deposits: "50.00", closing: "130.00" });
  });
  it("each bar begins where the one before ended, and the last ends at the closing value", () => {
    const bars = bridgeBars(sums);
    const ends = bars.map((bar) => [Math.round(bar.start * 1.5), Math.round((bar.start + bar.width) * 1.5)]);
    expect(ends[1]).toEqual([100, 150]);
    expect(ends[2]).toEqual([130, 150]);
    expect(ends[6]).toEqual([130, 132]);
    expect(ends[7]).toEqual([0, 130]);
  });
  it("a bridge of nothing has bars of no width, not of infinite", () => {
    const none = Object.fromEntries(Object.keys(sums).map((line) => [line, "0"])) as typeof sums;
    expect(bridgeBars(none).every((bar) => bar.width === 0 && bar.start === 0)).toBe(true);
  });
});
