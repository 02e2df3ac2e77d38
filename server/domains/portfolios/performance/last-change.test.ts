import { describe, expect, test } from "vitest";
import { comparedDay, lastChangeOf } from "./last-change.ts";

const row = (day: string, value: string, deposits = "0", complete = true) => ({
  day,
  value,
  deposits,
  inflow: Number(deposits) > 0 ? deposits : "0",
  entered: "0",
  netDeposits: "0",
  complete,
  priced: true,
  gaps: [],
});

describe("change since the last business day", () => {
  test.each([
    // Sunday, Saturday and Friday: from the close of Thursday. Monday: from that of Friday.
    ["2026-11-29", "2026-11-26"],
    ["2026-11-28", "2026-11-26"],
    ["2026-11-27", "2026-11-26"],
    ["2026-11-30", "2026-11-27"],
    ["2026-12-01", "2026-11-30"],
  ])("%s is compared with %s", (to, since) => expect(comparedDay(to)).toBe(since));

  test("a deposit is no gain", () => {
    const rows = [row("2026-11-26", "1000"), row("2026-11-27", "1510", "500")];
    // 500 count from the start of their day: 1510 ÷ 1500.
    expect(lastChangeOf({ before: undefined, rows }, "EUR")).toEqual({
      since: "2026-11-26",
      gain: "10",
      percent: 0.67,
    });
  });

  test("a weekend's rates belong to it", () => {
    const rows = [row("2026-11-27", "1100"), row("2026-11-28", "1100"), row("2026-11-29", "1101.234")];
    const before = row("2026-11-26", "1000");
    expect(lastChangeOf({ before, rows }, "EUR")).toEqual({ since: "2026-11-26", gain: "101.23", percent: 10.12 });
    // The yen has no decimals.
    expect(lastChangeOf({ before, rows }, "JPY")?.gain).toBe("101");
  });

  test("a portfolio that began today is compared with nothing", () => {
    const rows = [row("2026-11-27", "505", "500")];
    expect(lastChangeOf({ before: undefined, rows }, "EUR")).toEqual({ since: "2026-11-26", gain: "5", percent: 1 });
  });

  test("a range that begins later does not tell", () => {
    const before = row("2026-11-27", "1000");
    expect(lastChangeOf({ before, rows: [row("2026-11-28", "1000")] }, "EUR")).toBeNull();
    expect(lastChangeOf({ before: undefined, rows: [] }, "EUR")).toBeNull();
  });

  test.each([
    ["the last day", [true, false]],
    ["the day it is compared with", [false, true]],
  ] as const)("unknown if %s lacks a price", (_, [first, second]) => {
    const rows = [row("2026-11-26", "1000", "0", first), row("2026-11-27", "1010", "0", second)];
    expect(lastChangeOf({ before: undefined, rows }, "EUR")).toEqual({
      since: "2026-11-26",
      gain: null,
      percent: null,
    });
  });
});
