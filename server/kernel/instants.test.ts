/** Instants are read and written as the libraries do, which are slower. */
import fc from "fast-check";
import { types } from "pg";
import { expect, test } from "vitest";
import { isoOf, parseInstant } from "./instants.ts";

const byLibrary: (text: string) => unknown = types.getTypeParser(types.builtins.TIMESTAMPTZ);

const instant = fc.date({
  min: new Date("0100-01-02T00:00:00Z"),
  max: new Date("9999-12-30T00:00:00Z"),
  noInvalidDate: true,
});

/** As PostgreSQL writes it: without zeros at the end of a fraction. */
function writtenIn(date: Date, hours: number): string {
  const local = new Date(date.getTime() + hours * 3_600_000).toISOString();
  const [whole, fraction = ""] = local.slice(0, -1).replace("T", " ").split(".");
  const shown = fraction.replace(/0+$/, "");
  const zone = `${hours < 0 ? "-" : "+"}${String(Math.abs(hours)).padStart(2, "0")}`;
  return `${whole}${shown === "" ? "" : `.${shown}`}${zone}`;
}

test("an instant is read from what PostgreSQL writes in any zone of whole hours", () => {
  fc.assert(
    fc.property(instant, fc.integer({ min: -12, max: 14 }), (date, hours) => {
      expect(parseInstant(writtenIn(date, hours))?.getTime()).toBe(date.getTime());
    }),
    { numRuns: 3000 },
  );
  expect(parseInstant("2026-11-27 10:02:03.123999+00"), "of microseconds nothing is rounded up").toEqual(
    new Date("2026-11-27T10:02:03.123Z"),
  );
});

test("other texts are left to the library, and those that are not agree with it", () => {
  for (const text of [
    "infinity",
    "-infinity",
    "2026-11-27 10:02:03+05:30",
    "1890-11-27 10:02:03+01:33:16",
    "10000-01-01 00:00:00+00",
    "0044-03-15 12:00:00+00 BC",
    "0099-03-15 12:00:00+00",
    "2026-11-27",
    "2026-11-27 10:02:03",
    "",
  ])
    expect(parseInstant(text), text).toBeUndefined();
  for (const text of ["2026-11-27 10:02:03+00", "2026-03-29 03:00:00.25+03", "0100-01-01 00:00:00-11"])
    expect(parseInstant(text), text).toEqual(byLibrary(text));
});

test("an instant is written as toISOString writes it, on the same day or another", () => {
  const any = fc.date({ noInvalidDate: true });
  fc.assert(
    fc.property(
      fc.array(fc.oneof(instant, any), { minLength: 1, maxLength: 5 }),
      fc.nat(86_400_000),
      (dates, later) => {
        for (const date of dates) {
          const near = new Date(Math.min(date.getTime() + later, 8.64e15));
          for (const one of [date, near, date]) expect(isoOf(one)).toBe(one.toISOString());
        }
      },
    ),
    { numRuns: 2000 },
  );
  expect(() => isoOf(new Date(Number.NaN))).toThrow(RangeError);
});
