import { describe, expect, it } from "vitest";
import { amountTicks, dayTicks, nearestPoint, placeOfDay } from "./scale.ts";

describe("the scale of the chart", () => {
  it("names round amounts that hold all of the line", () => {
    expect(amountTicks(0, 21_000)).toEqual([0, 10_000, 20_000, 30_000]);
    expect(amountTicks(98_200, 103_900)).toEqual([98_000, 100_000, 102_000, 104_000]);
    expect(amountTicks(-120, 310)).toEqual([-200, 0, 200, 400]);
  });

  it("names amounts around a line that is flat, or nothing", () => {
    for (const [least, greatest] of [
      [500, 500],
      [0, 0],
    ] as const) {
      const ticks = amountTicks(least, greatest);
      expect(ticks[0]).toBeLessThanOrEqual(least);
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(greatest);
      expect(new Set(ticks).size).toBeGreaterThan(1);
    }
  });

  it("names days of a short range, months of a longer one, years of a long one, never too many", () => {
    expect(dayTicks("2026-10-22", "2026-11-22").map(({ day }) => day)).toEqual([
      "2026-10-22",
      "2026-10-28",
      "2026-11-03",
      "2026-11-09",
      "2026-11-15",
      "2026-11-21",
    ]);
    expect(dayTicks("2025-11-22", "2026-11-22").map(({ day }) => day)).toEqual([
      "2025-12-01",
      "2026-02-01",
      "2026-04-01",
      "2026-06-01",
      "2026-08-01",
      "2026-10-01",
    ]);
    expect(dayTicks("2016-03-01", "2026-11-22").map(({ day, unit }) => `${day} ${unit}`)).toEqual([
      "2017-01-01 year",
      "2019-01-01 year",
      "2021-01-01 year",
      "2023-01-01 year",
      "2025-01-01 year",
    ]);
  });

  it("finds the point nearest to the pointer by days, not by how many points there are", () => {
    const points = [{ day: "2026-01-01" }, { day: "2026-01-02" }, { day: "2026-01-11" }];
    expect(placeOfDay("2026-01-02", "2026-01-01", "2026-01-11")).toBeCloseTo(0.1);
    expect(nearestPoint(points, 0.5)?.day).toBe("2026-01-02");
    expect(nearestPoint(points, 0.7)?.day).toBe("2026-01-11");
    expect(nearestPoint([], 0.7)).toBeUndefined();
  });
});
