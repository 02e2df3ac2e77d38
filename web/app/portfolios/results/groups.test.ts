/** Groups of results add up to what their holdings do. */
import type { HoldingResult } from "@portico/api/portfolio-results.ts";
import { expect, test } from "vitest";
import { groupResults } from "./groups.ts";

const holding = (key: string, more: Partial<HoldingResult>): HoldingResult => ({
  key,
  instrumentId: Number(key),
  isin: null,
  name: key,
  currency: "EUR",
  assetClass: "equity",
  country: "NL",
  priceGain: "0.10",
  currencyGain: "0.00",
  income: "0.20",
  fees: "0.05",
  tax: "0.00",
  total: "0.25",
  returnPercent: 1,
  returnReason: null,
  contribution: 0.1,
  isClosed: false,
  gaps: [],
  ...more,
});
const cash = holding("USD", { instrumentId: null, currency: "USD", assetClass: "cash", country: null, total: "-0.35" });
const holdings = [
  holding("1", { contribution: 0.1 }),
  holding("2", { currency: "USD", country: "US", contribution: 0.2 }),
  holding("3", { assetClass: "fund", country: null, total: "-1.00" }),
  cash,
];
const of = (kind: Parameters<typeof groupResults>[1]) =>
  groupResults(holdings, kind).map(({ key, total, holdings: own }) => [key, total, own.length]);

test("by class, currency and country; cash has no country, and a fund of which none is stated is told apart", () => {
  expect(of("class")).toEqual([
    ["equity", "0.50", 2],
    ["fund", "-1.00", 1],
    ["cash", "-0.35", 1],
  ]);
  expect(of("currency")).toEqual([
    ["EUR", "-0.75", 2],
    ["USD", "-0.10", 2],
  ]);
  expect(of("country").map(([key]) => key)).toEqual(["NL", "US", "unknown", "cash"]);
});

test("contributions are summed in hundredths, and a holding without a figure leaves its group's unknown", () => {
  const [equity] = groupResults(holdings, "class");
  expect(equity).toMatchObject({ contribution: 0.3, priceGain: "0.20", fees: "0.10" });
  const gap = { code: "priceMissing" as const, instrumentId: 2, name: "2", day: "2026-03-09" };
  const unknown = holding("2", { total: null, contribution: null, gaps: [gap] });
  expect(groupResults([holding("1", {}), unknown, cash], "class")).toMatchObject([
    { key: "equity", total: null, income: "0.40", contribution: null, gaps: [gap] },
    { key: "cash", total: "-0.35" },
  ]);
});
