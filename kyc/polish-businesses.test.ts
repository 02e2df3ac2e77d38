import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkKrs, normaliseKrs } from "./krs.ts";
import { checkNip, normaliseNip } from "./nip.ts";
import { checkRegon } from "./regon.ts";

const digits = (count: number) => fc.stringMatching(new RegExp(`^\\d{${count}}$`));
const sum = (number: string, weights: readonly number[]): number =>
  weights.reduce((total, weight, place) => total + weight * Number(number[place]), 0);

const nips = digits(9)
  .filter((nine) => /^[1-9](\d[1-9]|[1-9]\d)/.test(nine) && sum(nine, [6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11 !== 10)
  .map((nine) => `${nine}${sum(nine, [6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11}`);

describe("NIP", () => {
  // python-stdnum, stdnum.pl.nip; ustawa's own example of the Ministry of Finance (Izba Skarbowa) is 123-456-32-18.
  test.each(["8567346215", "PL 856-734-62-15", "123-456-32-18"])("%s passes", (nip) => {
    expect(checkNip(nip)).toBeUndefined();
  });
  test.each([
    ["8567346216", "badChecksum"],
    ["856734621", "badLength"],
    ["85673462I5", "badFormat"],
    ["0000000000", "badFormat"],
    ["1000000005", "badFormat"],
  ])("%s is refused: %s", (nip, fault) => {
    expect(checkNip(nip)).toBe(fault);
  });
  test("is kept without the country's letters", () => {
    expect(normaliseNip("PL 856-734-62-15")).toBe("8567346215");
  });
  test("a number made by the law passes; one wrong digit and neighbours that changed places are always found", () => {
    fc.assert(
      fc.property(nips, fc.nat(9), fc.integer({ min: 1, max: 9 }), fc.nat(8), (nip, place, by, swapped) => {
        expect(checkNip(nip)).toBeUndefined();
        const wrong = nip.slice(0, place) + ((Number(nip[place]) + by) % 10) + nip.slice(place + 1);
        expect(checkNip(wrong)).toBeDefined();
        if (nip[swapped] !== nip[swapped + 1])
          expect(
            checkNip(`${nip.slice(0, swapped)}${nip[swapped + 1]}${nip[swapped]}${nip.slice(swapped + 2)}`),
          ).toBeDefined();
      }),
      { numRuns: 2000 },
    );
  });
});

describe("REGON", () => {
  // python-stdnum, stdnum.pl.regon; Wikipedia (pl), "REGON": 123456785 and 12345678512347.
  test.each(["192598184", "123456785", "12345678512347", "123456785 12347"])("%s passes", (regon) => {
    expect(checkRegon(regon)).toBeUndefined();
  });
  test.each([
    ["192598183", "badChecksum"],
    ["12345678612342", "badChecksum"],
    ["12345678512348", "badChecksum"],
    ["1925981845", "badLength"],
    ["19259818X", "badFormat"],
    ["000000000", "badFormat"],
  ])("%s is refused: %s", (regon, fault) => {
    expect(checkRegon(regon)).toBe(fault);
  });
  test("numbers made by the law pass; one wrong digit is found where no remainder stands for another", () => {
    fc.assert(
      fc.property(digits(8), fc.nat(8), fc.integer({ min: 1, max: 9 }), (eight, place, by) => {
        const remainder = sum(eight, [8, 9, 2, 3, 4, 5, 6, 7]) % 11;
        fc.pre(eight !== "00000000" && remainder !== 0 && remainder !== 10);
        const regon = `${eight}${remainder}`;
        expect(checkRegon(regon)).toBeUndefined();
        expect(
          checkRegon(regon.slice(0, place) + ((Number(regon[place]) + by) % 10) + regon.slice(place + 1)),
        ).toBeDefined();
      }),
      { numRuns: 2000 },
    );
  });
});

describe("KRS", () => {
  // Public entries of the register: Powszechna Kasa Oszczędności Bank Polski S.A., Polski Koncern Naftowy ORLEN S.A.
  test.each(["0000026438", "0000028860", "00000 28860"])("%s passes", (krs) => {
    expect(checkKrs(krs)).toBeUndefined();
  });
  test.each([
    ["26438", "badLength"],
    ["00000264380", "badLength"],
    ["000002643O", "badFormat"],
    ["0000000000", "badFormat"],
  ])("%s is refused: %s", (krs, fault) => {
    expect(checkKrs(krs)).toBe(fault);
  });
  test("is kept without what was typed between the digits", () => {
    expect(normaliseKrs(" 0000 026 438 ")).toBe("0000026438");
  });
});
