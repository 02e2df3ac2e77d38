/** Settlement days that authorities and a public calculator state. */
import { addDays } from "@portico/api/rules/calendar.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findVenue, knownVenues } from "../venues.ts";
import { isBusinessDay } from "./business-days.ts";
import { americanDays } from "./calendars.ts";
import { settlementDay } from "./settlement.ts";

describe("settlement", () => {
  test.each([
    ["XNYS", "2017-09-01", "2017-09-07"],
    ["XNYS", "2017-09-05", "2017-09-07"],
    ["XNYS", "2024-01-02", "2024-01-04"],
    ["XNAS", "2024-05-01", "2024-05-03"],
    // Both cycles settle on one day.
    ["XNAS", "2024-05-24", "2024-05-29"],
    ["XNAS", "2024-05-28", "2024-05-29"],
    ["XNAS", "2024-07-03", "2024-07-05"],
    ["XNYS", "2024-12-13", "2024-12-16"],
    ["XNYS", "2024-12-31", "2025-01-02"],
    ["XNYS", "2025-04-17", "2025-04-21"],
    // Exchanges are open on Columbus Day; nothing settles.
    ["XNYS", "2025-10-10", "2025-10-14"],
    ["XNYS", "2025-10-13", "2025-10-14"],
    ["XETR", "2025-12-23", "2025-12-29"],
    ["XETR", "2025-12-30", "2026-01-02"],
    ["XPAR", "2027-10-08", "2027-10-12"],
    ["XPAR", "2027-10-11", "2027-10-12"],
    ["XWAR", "2025-12-22", "2025-12-29"],
    ["XBUL", "2025-12-30", "2026-01-02"],
    ["XBUL", "2025-04-16", "2025-04-22"],
  ])("%s on %s settles on %s", (venue, traded, settled) => {
    expect(settlementDay(venue, traded)?.day).toBe(settled);
  });

  test("an unknown venue or time is no guess", () => {
    for (const venue of ["", "constructor", "xnys"]) expect(findVenue(venue)).toBeUndefined();
    for (const venue of ["XLON", "XHKG", "", "constructor", "xnys"])
      expect(settlementDay(venue, "2025-01-02")).toBeUndefined();
    expect(settlementDay("XPAR", "2014-10-03")).toBeUndefined();
    expect(settlementDay("XWAR", "2014-10-03")).toBeUndefined();
    expect(settlementDay("XWAR", "2016-12-30")).toMatchObject({ day: "2017-01-03" });
  });

  test("a trade settles after it, on a business day, and never before an earlier one", () => {
    const anyDay = fc.integer({ min: 0, max: 6000 }).map((count) => addDays("2017-03-01", count));
    const settling = knownVenues.filter((venue) => findVenue(venue)?.settlement);
    fc.assert(
      fc.property(fc.constantFrom(...settling), anyDay, anyDay, (venue, one, other) => {
        const [first, second] = one <= other ? [one, other] : [other, one];
        const [early, late] = [settlementDay(venue, first)?.day ?? "", settlementDay(venue, second)?.day ?? ""];
        expect(early > first && late > second && early <= late).toBe(true);
        if (findVenue(venue)?.country === "US") expect(isBusinessDay(americanDays, early)).toBe(true);
      }),
    );
  });
});
