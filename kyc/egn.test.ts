import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkEgn, readEgn } from "./egn.ts";

const weights = [2, 4, 8, 5, 10, 9, 7, 3, 6];
const sum = (nine: string): number => weights.reduce((total, weight, place) => total + weight * Number(nine[place]), 0);

/** A number according to the law; the remainder 10 becomes 0. */
const numbers = fc
  .record({
    birth: fc.date({ min: new Date("1800-01-01"), max: new Date("2099-12-31"), noInvalidDate: true }),
    order: fc.integer({ min: 0, max: 999 }),
  })
  .map(({ birth, order }) => {
    const birthDate = birth.toISOString().slice(0, 10);
    const [year, month, day] = birthDate.split("-").map(Number) as [number, number, number];
    const shift = year >= 2000 ? 40 : year < 1900 ? 20 : 0;
    const nine =
      [year % 100, month + shift, day].map((part) => String(part).padStart(2, "0")).join("") +
      String(order).padStart(3, "0");
    const remainder = sum(nine) % 11;
    return { egn: `${nine}${remainder % 10}`, birthDate, remainder, male: Math.floor(order % 10) % 2 === 0 };
  });

describe("EGN", () => {
  // python-stdnum, stdnum.bg.egn; petarov/bulgarian-control-numbers, README (both public).
  test.each([
    ["7523169263", "1875-03-16", "male"],
    ["752316 926 3", "1875-03-16", "male"],
    ["8032056031", "1880-12-05", "female"],
    ["7501020018", "1975-01-02", "female"],
    ["0550290476", "2005-10-29", "female"],
  ])("%s is read as born on %s, %s", (egn, birthDate, sex) => {
    expect(checkEgn(egn)).toBeUndefined();
    expect(readEgn(egn)).toEqual({ birthDate, sex });
  });

  test.each([
    ["7523169264", "badChecksum"],
    ["7552A10004", "badFormat"],
    ["8019010008", "badDate"],
    // Months that exist in no century (accepted by stdnum for JavaScript); a day that its month does not have.
    ["7599010009", "badDate"],
    ["7500010009", "badDate"],
    ["7533010009", "badDate"],
    ["7553010009", "badDate"],
    ["0142290009", "badDate"],
    ["0143310009", "badChecksum"],
    ["752316926", "badLength"],
    ["75231692630", "badLength"],
    ["", "badLength"],
    ["٧٥٢٣١٦٩٢٦٣", "badFormat"],
  ])("%s is refused: %s", (egn, fault) => {
    expect(checkEgn(egn)).toBe(fault);
    expect(readEgn(egn)).toBeUndefined();
  });

  test("29 February exists in 2000 and not in 1900", () => {
    expect(checkEgn(`004229000${(sum("004229000") % 11) % 10}`)).toBeUndefined();
    expect(checkEgn("0002290000")).toBe("badDate");
  });

  test("a number made by the law passes and tells birth date and sex", () => {
    fc.assert(
      fc.property(numbers, ({ egn, birthDate, male }) => {
        expect(checkEgn(egn)).toBeUndefined();
        expect(readEgn(egn)).toEqual({ birthDate, sex: male ? "male" : "female" });
      }),
      { numRuns: 1000 },
    );
  });

  test("one wrong digit is always found, but where the law writes 0 for both 0 and 10", () => {
    fc.assert(
      fc.property(numbers, fc.nat(9), fc.integer({ min: 1, max: 9 }), ({ egn, remainder }, place, by) => {
        fc.pre(remainder !== 0 && remainder !== 10);
        const digit = (Number(egn[place]) + by) % 10;
        expect(checkEgn(egn.slice(0, place) + digit + egn.slice(place + 1))).toBeDefined();
      }),
      { numRuns: 2000 },
    );
  });
});
