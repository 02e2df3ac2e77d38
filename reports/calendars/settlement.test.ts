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
    ["XLON", "2020-05-06", "2020-05-11"],
    ["XLON", "2022-09-15", "2022-09-20"],
    ["XLON", "2026-12-23", "2026-12-29"],
    ["XLON", "2027-10-08", "2027-10-12"],
    ["XLON", "2027-10-11", "2027-10-12"],
    // Exchanges are closed on 24 and 31 December; francs are settled on both, kroner in Norway on the second.
    ["XSWX", "2025-12-22", "2025-12-24"],
    ["XSWX", "2025-12-29", "2025-12-31"],
    ["XSWX", "2025-12-30", "2026-01-05"],
    ["XOSL", "2025-12-29", "2025-12-31"],
    ["XOSL", "2025-12-22", "2025-12-29"],
    ["XSTO", "2025-12-29", "2026-01-02"],
    ["XSTO", "2026-06-17", "2026-06-22"],
    ["XCSE", "2023-05-04", "2023-05-09"],
    ["XCSE", "2024-04-25", "2024-04-29"],
    ["XHKG", "2023-08-30", "2023-09-04"],
    ["XHKG", "2024-09-05", "2024-09-10"],
    ["XHKG", "2026-02-13", "2026-02-20"],
    ["XHKG", "2027-12-17", "2027-12-21"],
  ])("%s on %s settles on %s", (venue, traded, settled) => {
    expect(settlementDay(venue, traded)?.day).toBe(settled);
  });

  test("an unknown venue or time is no guess", () => {
    for (const venue of ["", "constructor", "xnys"]) expect(findVenue(venue)).toBeUndefined();
    for (const venue of ["XTKS", "XASX", "", "constructor", "xnys"])
      expect(settlementDay(venue, "2025-01-02")).toBeUndefined();
    expect(settlementDay("XPAR", "2014-10-03")).toBeUndefined();
    expect(settlementDay("XWAR", "2014-10-03")).toBeUndefined();
    expect(settlementDay("XWAR", "2016-12-30")).toMatchObject({ day: "2017-01-03" });
    // The next year's holidays are not gazetted yet.
    expect(settlementDay("XHKG", "2027-12-20")).toBeUndefined();
  });

  test("a trade settles after it, on a business day, and never before an earlier one", () => {
    const anyDay = fc.integer({ min: 0, max: 6000 }).map((count) => addDays("2017-03-01", count));
    const settling = knownVenues.filter((venue) => findVenue(venue)?.settlement);
    fc.assert(
      fc.property(fc.constantFrom(...settling), anyDay, anyDay, (venue, one, other) => {
        const [first, second] = one <= other ? [one, other] : [other, one];
        const [early, late] = [settlementDay(venue, first)?.day, settlementDay(venue, second)?.day];
        if (early === undefined || late === undefined) {
          // Only a calendar that ends has no answer, and none after that either.
          expect(findVenue(venue)?.settlement?.calendar.to).toBeDefined();
          expect(late).toBeUndefined();
          return;
        }
        expect(early > first && late > second && early <= late).toBe(true);
        if (findVenue(venue)?.country === "US") expect(isBusinessDay(americanDays, early)).toBe(true);
      }),
    );
  });
});
