import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkGiin, normaliseGiin } from "./giin.ts";
import { checkLei } from "./lei.ts";

/** ISO/IEC 7064 MOD 97-10 with big integers, independent of the code under test. */
function lei(eighteen: string): string {
  const value = BigInt(Array.from(`${eighteen}00`, (character) => Number.parseInt(character, 36)).join(""));
  return `${eighteen}${String(98n - (value % 97n)).padStart(2, "0")}`;
}
const leis = fc.stringMatching(/^[A-Z\d]{18}$/).map(lei);

describe("LEI", () => {
  // Public entries of the Global LEI Index: GLEIF itself, Jaguar Land Rover, the BBC; python-stdnum, stdnum.lei.
  test.each(["506700GE1G29325QX363", "213800WSGIIZCXF1P572", "5493000IBP32UQZ0KL24", "213800KUD8LAJWSQ9D15"])(
    "%s passes",
    (value) => {
      expect(checkLei(value)).toBeUndefined();
      expect(checkLei(value.toLowerCase().replace(/(.{4})/g, "$1 "))).toBeUndefined();
    },
  );
  test.each([
    ["213800KUD8LXJWSQ9D15", "badChecksum"],
    ["213800KUD8LAJWSQ9D1", "badLength"],
    ["213800KUD8LAJWSQ9D1X", "badFormat"],
    ["213800KUD8LAJWSQ9Д15", "badFormat"],
    ["", "badLength"],
  ])("%s is refused: %s", (value, fault) => {
    expect(checkLei(value)).toBe(fault);
  });

  test("a number made by the standard passes; one wrong character of a kind and neighbouring digits exchanged are found", () => {
    fc.assert(
      fc.property(leis, fc.nat(19), fc.integer({ min: 1, max: 9 }), (value, place, by) => {
        expect(checkLei(value)).toBeUndefined();
        const character = value.charAt(place);
        const wrong = /\d/.test(character)
          ? String((Number(character) + by) % 10)
          : String.fromCharCode(65 + ((character.charCodeAt(0) - 65 + by) % 26));
        expect(checkLei(value.slice(0, place) + wrong + value.slice(place + 1))).toBe("badChecksum");
        const next = value.charAt(place + 1);
        if (/\d/.test(character) && /\d/.test(next) && character !== next)
          expect(checkLei(value.slice(0, place) + next + character + value.slice(place + 2))).toBe("badChecksum");
      }),
      { numRuns: 2000 },
    );
  });

  test("a second spelling of the control digits does not pass", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Z\d]{18}$/), (eighteen) => {
        const passing = Array.from(
          { length: 100 },
          (_, digits) => `${eighteen}${String(digits).padStart(2, "0")}`,
        ).filter((value) => !checkLei(value));
        expect(passing).toEqual([lei(eighteen)]);
      }),
    );
  });
});

describe("GIIN", () => {
  // Examples of the IRS's FATCA XML user guide and of its page on the composition of the GIIN.
  test.each(["98Q96B.00000.LE.250", "98q96b 00000 le 250", "98Q96B.99999.SL.100", "S519K4.99999.SL.392"])(
    "%s passes",
    (value) => {
      expect(checkGiin(value)).toBeUndefined();
    },
  );
  test.each([
    ["98Q96O.00000.LE.250", "badFormat"],
    ["98Q96B.00000.XX.250", "badFormat"],
    ["98Q96B.00000.LE.25A", "badFormat"],
    ["98Q96B.00000.LE.000", "unknownCountry"],
    ["98Q96B.00000.LE", "badLength"],
  ])("%s is refused: %s", (value, fault) => {
    expect(checkGiin(value)).toBe(fault);
  });
  test("the dots are put where they belong", () => {
    expect(normaliseGiin("98q96b00000le250")).toBe("98Q96B.00000.LE.250");
  });
});
