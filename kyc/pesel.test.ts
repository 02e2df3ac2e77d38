import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkPesel, readPesel } from "./pesel.ts";

const weights = [1, 3, 7, 9, 1, 3, 7, 9, 1, 3];
const shifts: Readonly<Record<number, number>> = { 18: 80, 19: 0, 20: 20, 21: 40, 22: 60 };

const numbers = fc
  .record({
    birth: fc.date({ min: new Date("1800-01-01"), max: new Date("2299-12-31"), noInvalidDate: true }),
    order: fc.integer({ min: 0, max: 9999 }),
  })
  .map(({ birth, order }) => {
    const birthDate = birth.toISOString().slice(0, 10);
    const [year, month, day] = birthDate.split("-").map(Number) as [number, number, number];
    const shift = shifts[Math.floor(year / 100)] ?? 0;
    const ten =
      [year % 100, month + shift, day].map((part) => String(part).padStart(2, "0")).join("") +
      String(order).padStart(4, "0");
    const sum = weights.reduce((total, weight, place) => total + weight * Number(ten[place]), 0);
    return { pesel: `${ten}${(10 - (sum % 10)) % 10}`, birthDate, male: order % 2 === 1 };
  });

describe("PESEL", () => {
  // python-stdnum, stdnum.pl.pesel; gov.pl, "Czym jest numer PESEL", which calculates the check digit 8 of 0207080362.
  test.each([
    ["44051401359", "1944-05-14", "male"],
    ["440514 01359", "1944-05-14", "male"],
    ["02070803628", "1902-07-08", "female"],
    ["02270803624", "2002-07-08", "female"],
  ])("%s is read as born on %s, %s", (pesel, birthDate, sex) => {
    expect(checkPesel(pesel)).toBeUndefined();
    expect(readPesel(pesel)).toEqual({ birthDate, sex });
  });

  test.each([
    ["44051401358", "badChecksum"],
    ["02381307589", "badDate"],
    ["02990803628", "badDate"],
    ["02000803628", "badDate"],
    ["4405140135", "badLength"],
    ["4405140135X", "badFormat"],
    ["00000000000", "badDate"],
  ])("%s is refused: %s", (pesel, fault) => {
    expect(checkPesel(pesel)).toBe(fault);
    expect(readPesel(pesel)).toBeUndefined();
  });

  test("a number made by the law passes and tells birth date and sex, in all five centuries", () => {
    fc.assert(
      fc.property(numbers, ({ pesel, birthDate, male }) => {
        expect(readPesel(pesel)).toEqual({ birthDate, sex: male ? "male" : "female" });
      }),
      { numRuns: 1000 },
    );
  });

  test("one wrong digit is always found", () => {
    fc.assert(
      fc.property(numbers, fc.nat(10), fc.integer({ min: 1, max: 9 }), ({ pesel }, place, by) => {
        const digit = (Number(pesel[place]) + by) % 10;
        expect(checkPesel(pesel.slice(0, place) + digit + pesel.slice(place + 1))).toBeDefined();
      }),
      { numRuns: 2000 },
    );
  });

  test("two neighbours that changed places are found, but where they differ by 5", () => {
    fc.assert(
      fc.property(numbers, fc.nat(9), ({ pesel }, place) => {
        const [one, other] = [Number(pesel[place]), Number(pesel[place + 1])];
        fc.pre(one !== other && Math.abs(one - other) !== 5);
        expect(checkPesel(`${pesel.slice(0, place)}${other}${one}${pesel.slice(place + 2)}`)).toBeDefined();
      }),
      { numRuns: 2000 },
    );
  });
});
