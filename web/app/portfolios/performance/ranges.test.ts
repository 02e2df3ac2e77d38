import { dayIn, isDay } from "@portico/api/rules/calendar.ts";
import { presetRange } from "@portico/api/rules/portfolio-ranges.ts";
import { describe, expect, it } from "vitest";
import { rangeFault, rangeFileName, rangeOfSearch, searchOfRange, trimEmptyStart } from "./ranges.ts";

const at = (value: number | null, netDeposits: number | null) => ({ value, netDeposits });

describe("the ranges of the portfolio page", () => {
  it("are kept in the address, and what else is there stays", () => {
    const search = new URLSearchParams("part=orders&range=3M");
    expect(rangeOfSearch(search, "2026-11-22", "1Y")).toEqual(presetRange("3M", "2026-11-22"));
    const custom = searchOfRange(search, { preset: "custom", from: "2024-01-01", to: "2024-06-30" });
    expect(custom.toString()).toBe("part=orders&from=2024-01-01&to=2024-06-30");
    expect(rangeOfSearch(custom, "2026-11-22", "1Y")).toEqual({
      preset: "custom",
      from: "2024-01-01",
      to: "2024-06-30",
    });
    expect(searchOfRange(custom, presetRange("all", "2026-11-22")).toString()).toBe("part=orders&range=all");
  });
  it("an address that names no range, or an impossible one, means the usual one", () => {
    for (const address of ["", "range=2W", "from=2024-02-30&to=2024-03-01", "from=2024-06-30&to=2024-01-01"])
      expect(rangeOfSearch(new URLSearchParams(address), "2026-11-22", "1Y").preset).toBe("1Y");
  });
  it("name their files, all of it from the first entry's day", () => {
    const all = presetRange("all", "2026-11-22");
    expect(rangeFileName("orders", all, ["2024-05-02", "2021-03-09"])).toBe("orders-2021-03-09-2026-11-22");
    expect(rangeFileName("orders", all, [])).toBe("orders");
    expect(rangeFileName("orders", presetRange("YTD", "2026-11-22"), ["2026-05-02"])).toBe(
      "orders-2026-01-01-2026-11-22",
    );
  });
  it("a month before 31 March is the last day of February, in a leap year its 29th", () => {
    expect(presetRange("1M", "2025-03-31").from).toBe("2025-02-28");
    expect(presetRange("1M", "2024-03-31").from).toBe("2024-02-29");
  });
  it("three months before 31 January reach into the year before", () => {
    expect(presetRange("3M", "2026-01-31").from).toBe("2025-10-31");
    expect(presetRange("1M", "2026-01-15").from).toBe("2025-12-15");
  });
  it("a year before 29 February is 28 February", () => {
    expect(presetRange("1Y", "2024-02-29").from).toBe("2023-02-28");
    expect(presetRange("3Y", "2024-02-29").from).toBe("2021-02-28");
  });
  it("year to date on New Year's Day is that one day", () => {
    expect(presetRange("YTD", "2026-01-01")).toEqual({ preset: "YTD", from: "2026-01-01", to: "2026-01-01" });
  });
  it("all begins before any entry", () => {
    expect(presetRange("all", "2026-05-05").from).toBe("1970-01-01");
  });
  it("late evening in UTC is already tomorrow in Sofia, summer and winter", () => {
    expect(dayIn("Europe/Sofia", new Date("2026-06-30T21:00:00Z"))).toBe("2026-07-01");
    expect(dayIn("Europe/Sofia", new Date("2025-12-31T21:59:59Z"))).toBe("2025-12-31");
    expect(dayIn("Europe/Sofia", new Date("2025-12-31T22:00:00Z"))).toBe("2026-01-01");
    expect(dayIn("America/New_York", new Date("2026-01-01T04:59:00Z"))).toBe("2025-12-31");
  });
  it("a day that the calendar does not have is no day", () => {
    expect(isDay("2025-02-29")).toBe(false);
    expect(isDay("2024-02-29")).toBe(true);
    expect(isDay("")).toBe(false);
  });
  it("a chosen range needs both days, in order; one day is a range", () => {
    expect(rangeFault("", "2026-01-01")).toBe("needed");
    expect(rangeFault("2026-01-02", "2026-01-01")).toBe("reversed");
    expect(rangeFault("2026-01-01", "2026-01-01")).toBeUndefined();
  });
  it("days before the first entry are left out, a missing price in the middle stays", () => {
    expect(trimEmptyStart([at(0, 0), at(null, 0), at(5, 5), at(null, 5)])).toEqual([at(5, 5), at(null, 5)]);
    expect(trimEmptyStart([at(0, 0)])).toEqual([]);
  });
});
