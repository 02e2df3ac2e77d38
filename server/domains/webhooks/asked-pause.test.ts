/** Pauses between attempts, and those that a busy receiver asks for. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { askedPause, nextTry } from "./webhooks.policy.ts";

const now = new Date("2026-11-27T08:00:00.000Z");
const secondsOf = (at: Date | null): number | null => (at === null ? null : (at.getTime() - now.getTime()) / 1000);

test.each<[number, string | undefined, number | null]>([
  [429, "120", 120],
  [503, " 3600 ", 3600],
  [429, "Fri, 27 Nov 2026 08:10:00 GMT", 600],
  [429, "999999999", 43_200],
  [429, "Fri, 31 Dec 9999 23:59:59 GMT", 43_200],
  [429, "Fri, 27 Nov 2026 07:00:00 GMT", null],
  [429, "0", null],
  [429, "-5", null],
  [429, "soon", null],
  [429, undefined, null],
  // Of other answers it means something else, or nothing.
  [500, "120", null],
  [301, "120", null],
])("status %d with Retry-After %s: %s seconds", (status, header, seconds) => {
  expect(secondsOf(askedPause(status, header, now))).toBe(seconds);
});

test("a message is never tried before the time that was asked for, nor after its own", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 0, max: 71 * 3600 }),
      fc.option(fc.integer({ min: 1, max: 43_200 })),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (tries, ago, asked, random) => {
        const since = new Date(now.getTime() - ago * 1000);
        const notBefore = asked === null ? null : new Date(now.getTime() + asked * 1000);
        const next = nextTry({ tries, since, now, notBefore }, random);
        const end = since.getTime() + 72 * 3_600_000;
        expect(next?.getTime()).toBeLessThanOrEqual(end);
        if (notBefore) expect(next?.getTime()).toBeGreaterThanOrEqual(Math.min(notBefore.getTime(), end));
        expect(next?.getTime()).toBeGreaterThan(now.getTime());
      },
    ),
  );
});
