import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkEik, normaliseEik } from "./eik.ts";

const sum = (number: string, weights: readonly number[]): number =>
  weights.reduce((total, weight, place) => total + weight * Number(number[place]), 0);
const first = [1, 2, 3, 4, 5, 6, 7, 8];
const second = [3, 4, 5, 6, 7, 8, 9, 10];
/** The ninth digit by the register's rules, independent of the code under test. */
function ninth(eight: string): number {
  if (sum(eight, first) % 11 !== 10) return sum(eight, first) % 11;
  return sum(eight, second) % 11 === 10 ? 0 : sum(eight, second) % 11;
}
const eights = fc.stringMatching(/^\d{8}$/).filter((eight) => eight !== "00000000");

describe("EIK", () => {
  // python-stdnum, stdnum.bg.vat; veskoy/eik_validator and petarov/bulgarian-control-numbers, READMEs; Sofia
  // Municipality and the Bulgarian National Bank in the public register: the former's first row of weights gives 10.
  test.each(["175074752", "020469788", "131071587", "000696327", "000694037", "1213961230342", "BG 175 074 752"])(
    "%s passes",
    (eik) => {
      expect(checkEik(eik)).toBeUndefined();
    },
  );
  test.each([
    ["175074751", "badChecksum"],
    ["123456789", "badChecksum"],
    ["1234567891234", "badChecksum"],
    ["1213961230343", "badChecksum"],
    ["1750747521", "badLength"],
    ["17507475", "badLength"],
    ["17507475Z", "badFormat"],
    ["000000000", "badFormat"],
    ["0000000000000", "badFormat"],
  ])("%s is refused: %s", (eik, fault) => {
    expect(checkEik(eik)).toBe(fault);
  });

  test("is kept without the country's letters, Latin or Cyrillic", () => {
    expect(normaliseEik("BG175074752")).toBe("175074752");
    expect(normaliseEik("бг 175074752")).toBe("175074752");
  });

  test("of ten last digits exactly the register's own passes", () => {
    fc.assert(
      fc.property(eights, (eight) => {
        const passing = Array.from({ length: 10 }, (_, digit) => digit).filter(
          (digit) => !checkEik(`${eight}${digit}`),
        );
        expect(passing).toEqual([ninth(eight)]);
      }),
      { numRuns: 1000 },
    );
  });

  test("a branch has one control digit of its own, and its business's must agree too", () => {
    fc.assert(
      fc.property(eights, fc.stringMatching(/^\d{3}$/), (eight, branch) => {
        const twelve = `${eight}${ninth(eight)}${branch}`;
        const passing = Array.from({ length: 10 }, (_, digit) => digit).filter(
          (digit) => !checkEik(`${twelve}${digit}`),
        );
        expect(passing).toHaveLength(1);
        const wrong = `${eight}${(ninth(eight) + 1) % 10}${branch}`;
        for (let digit = 0; digit < 10; digit++) expect(checkEik(`${wrong}${digit}`)).toBe("badChecksum");
      }),
    );
  });

  test("one wrong digit is found where the first row decides both numbers", () => {
    fc.assert(
      fc.property(eights, fc.nat(7), fc.integer({ min: 1, max: 9 }), (eight, place, by) => {
        const wrong = eight.slice(0, place) + ((Number(eight[place]) + by) % 10) + eight.slice(place + 1);
        fc.pre(sum(eight, first) % 11 !== 10 && sum(wrong, first) % 11 !== 10);
        expect(checkEik(`${wrong}${ninth(eight)}`)).toBeDefined();
      }),
      { numRuns: 2000 },
    );
  });
});
