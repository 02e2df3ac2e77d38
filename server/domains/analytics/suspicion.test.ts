/** When a sign-in is suspicious: travel by distance or country, failures, a new country; and what never is. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { findSuspicions, kilometresBetween } from "./suspicion.ts";

const sofia = { countryCode: "BG", latitude: 42.7, longitude: 23.3 };
const plovdiv = { countryCode: "BG", latitude: 42.15, longitude: 24.75 };
const london = { countryCode: "GB", latitude: 51.5, longitude: -0.13 };
const bare = (countryCode: string | null) => ({ countryCode, latitude: null, longitude: null });
const usual = { last: null, anyCountry: true, sameCountry: true, failures: 0 };
const hours = (count: number) => count * 3600;

test("distances are those of a great circle", () => {
  expect(kilometresBetween(sofia, london)).toBeCloseTo(2015, -2);
  expect(kilometresBetween(sofia, sofia)).toBe(0);
  expect(kilometresBetween(sofia, bare("GB"))).toBeNull();
  expect(kilometresBetween({ latitude: 0, longitude: 0 }, { latitude: 0, longitude: 180 })).toBeCloseTo(20_015, -1);
});

test.each([
  ["London an hour after Sofia", london, { ...sofia, secondsAgo: hours(1) }, true],
  ["London four hours after Sofia", london, { ...sofia, secondsAgo: hours(4) }, false],
  ["the next town at once: lookups are not that exact", plovdiv, { ...sofia, secondsAgo: 0 }, false],
  [
    "another country within the hour, without coordinates",
    bare("GB"),
    { ...bare("BG"), countryCode: "BG", secondsAgo: 3599 },
    true,
  ],
  [
    "another country after an hour, without coordinates",
    bare("GB"),
    { ...bare("BG"), countryCode: "BG", secondsAgo: 3600 },
    false,
  ],
  ["one place without coordinates", bare("GB"), { ...sofia, secondsAgo: 60 }, true],
  ["the same country", bare("BG"), { ...bare("BG"), countryCode: "BG", secondsAgo: 0 }, false],
  ["an unknown or private address", bare(null), { ...sofia, secondsAgo: 0 }, false],
])("travel: %s", (_, place, last, isSuspicious) => {
  expect(findSuspicions({ ...usual, place, last })).toEqual(isSuspicious ? ["impossibleTravel"] : []);
});

test("five failed attempts before it, and a country in which the person never was", () => {
  const place = bare("PL");
  expect(findSuspicions({ ...usual, place, failures: 4 })).toEqual([]);
  expect(findSuspicions({ ...usual, place, failures: 5 })).toEqual(["manyFailures"]);
  expect(findSuspicions({ ...usual, place, sameCountry: false })).toEqual(["newCountry"]);
  expect(findSuspicions({ ...usual, place, sameCountry: false, anyCountry: false })).toEqual([]);
  expect(findSuspicions({ ...usual, place: bare(null), sameCountry: false })).toEqual([]);
});

const degrees = fc.record({
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
});

test("a distance is the same both ways, and never more than half the earth's circumference", () => {
  fc.assert(
    fc.property(degrees, degrees, (a, b) => {
      const there = kilometresBetween(a, b) ?? Number.NaN;
      expect(there).toBeCloseTo(kilometresBetween(b, a) ?? Number.NaN, 6);
      expect(there).toBeGreaterThanOrEqual(0);
      expect(there).toBeLessThan(20_016);
    }),
  );
});

test("the longer ago, the less suspicious is the travel", () => {
  fc.assert(
    fc.property(degrees, degrees, fc.nat(90_000), fc.nat(90_000), (from, to, sooner, more) => {
      const after = (secondsAgo: number) =>
        findSuspicions({
          ...usual,
          place: { ...to, countryCode: "GB" },
          last: { ...from, countryCode: "BG", secondsAgo },
        }).length;
      expect(after(sooner + more)).toBeLessThanOrEqual(after(sooner));
    }),
  );
});
