import { expect, test } from "vitest";
import { priceLine, splitRatio } from "./price-line.ts";

const quote = (day: string, price: string | null) => ({ day, price, quoted: "1", currency: "EUR", source: "exchange" });

test("a line breaks where no price was quoted for more than ten days, and says where", () => {
  const prices = [
    quote("2026-03-01", "10"),
    quote("2026-03-05", null),
    quote("2026-03-11", "11.5"),
    quote("2026-03-22", "12"),
  ];
  expect(priceLine(prices, "2026-04-01")).toEqual({
    points: [
      { day: "2026-03-01", value: 10, netDeposits: null },
      { day: "2026-03-11", value: 11.5, netDeposits: null },
      { day: "2026-03-12", value: null, netDeposits: null },
      { day: "2026-03-22", value: 12, netDeposits: null },
    ],
    gaps: [{ from: "2026-03-11", to: "2026-03-22" }],
    stale: undefined,
  });
  expect(priceLine(prices, "2026-04-02").stale).toBe("2026-03-22");
  expect(priceLine([], "2026-04-02")).toEqual({ points: [], gaps: [], stale: undefined });
});

test("the ratio of a split is told in units", () => {
  expect([
    splitRatio({ from: "3", into: "9" }),
    splitRatio({ from: "100", into: "10" }),
    splitRatio({ from: "2", into: "3" }),
  ]).toEqual(["3 : 1", "1 : 10", "3 : 2"]);
});
