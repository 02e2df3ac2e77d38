import fc from "fast-check";
import { getCountrySpecifications } from "ibantools";
import { describe, expect, test } from "vitest";
import { checkBic, isBicOfIban, normaliseBic } from "./bic.ts";
import { checkIban, hasIbans, ibanCountry, normaliseIban } from "./iban.ts";

const control = (country: string, rest: string): string => {
  const value = BigInt(Array.from(`${rest}${country}00`, (character) => Number.parseInt(character, 36)).join(""));
  return String(98n - (value % 97n)).padStart(2, "0");
};
const made = (country: string, rest: string): string => `${country}${control(country, rest)}${rest}`;

/** In groups of four, as printed (ISO 13616-1, 6.2). */
const printed = (iban: string): string => iban.replace(/(.{4})(?=.)/g, "$1 ");

test("Cyrillic letters that look like Latin ones count as those, since the check digits tell a wrong one", () => {
  expect(normaliseIban("ВG80 ВNВG 9661 1020 3456 78")).toBe("BG80BNBG96611020345678");
  expect(checkIban("ВG80 ВNВG 9661 1020 3456 78")).toBeUndefined();
  expect(checkIban("БГ80 ВNВG 9661 1020 3456 78")).toBe("badFormat");
  expect(checkIban("ВG80 ВNСG 9661 1020 3456 78")).toBe("badChecksum");
  expect(normaliseBic("ВNВGВGЅD")).toBe("BNBGBGSD");
  expect(checkBic("ВNВGВGЅD")).toBeUndefined();
});

describe("IBAN", () => {
  // SWIFT, IBAN Registry: each country's example.
  test.each([
    ["BG80BNBG96611020345678", "BG"],
    ["PL61109010140000071219812874", "PL"],
    ["DE89370400440532013000", "DE"],
    ["GB29NWBK60161331926819", "GB"],
    ["FR1420041010050500013M02606", "FR"],
    ["NL91ABNA0417164300", "NL"],
    ["MT84MALT011000012345MTLCAST001S", "MT"],
    ["NO9386011117947", "NO"],
    ["CH9300762011623852957", "CH"],
    ["AT611904300234573201", "AT"],
    ["RO49AAAA1B31007593840000", "RO"],
    ["GR1601101250000000012300695", "GR"],
    ["DE02370400440532013014", "DE"],
  ])("%s passes and is kept by a bank of %s", (iban, country) => {
    expect(checkIban(iban)).toBeUndefined();
    expect(checkIban(printed(iban).toLowerCase())).toBeUndefined();
    expect(ibanCountry(iban)).toBe(country);
    expect(normaliseIban(printed(iban))).toBe(iban);
  });

  test.each([
    "BG80\u00a0BNBG\u00a09661\u00a01020\u00a03456\u00a078",
    "\u202aBG80BNBG96611020345678\u202c",
    "BG80\u200bBNBG96611020345678\ufeff",
    "IBAN: BG80 BNBG 9661 1020 3456 78",
    "iban bg80 bnbg 9661 1020 3456 78",
  ])("%j, as pasted from elsewhere, is the number alone", (pasted) => {
    expect(checkIban(pasted)).toBeUndefined();
    expect(normaliseIban(pasted)).toBe("BG80BNBG96611020345678");
  });

  test.each([
    ["BG80BNBG96611020345679", "badChecksum"],
    ["BG80BNBG9661#1020345678", "badFormat"],
    // The remainder is right, but ISO/IEC 7064 allows only 02 to 98: otherwise one account could be written in two
    // ways.
    ["DE99370400440532013014", "badChecksum"],
    ["DE01370400440532013032", "badChecksum"],
    ["DE00370400440532013050", "badChecksum"],
    ["BG80BNBG9661102034567", "badLength"],
    ["BG80BNBG966110203456789", "badLength"],
    ["PL6110901014000007121981287", "badLength"],
    ["BG801NBG96611020345678", "badFormat"],
    ["BG80BNBG9661102034567Ж", "badFormat"],
    ["XX80BNBG96611020345678", "unknownCountry"],
    ["US64SVBKUS6S3300958879", "unknownCountry"],
    ["BG", "badLength"],
    ["", "badLength"],
  ])("%s is refused: %s", (iban, fault) => {
    expect(checkIban(iban)).toBe(fault);
  });

  test("Bulgarian accounts made by the standard pass; one wrong digit and neighbours exchanged are always found", () => {
    const bulgarian = fc.stringMatching(/^[A-Z]{4}\d{14}$/).map((rest) => made("BG", rest));
    fc.assert(
      fc.property(bulgarian, fc.integer({ min: 8, max: 21 }), fc.integer({ min: 1, max: 9 }), (iban, place, by) => {
        expect(checkIban(iban)).toBeUndefined();
        const digit = (Number(iban[place]) + by) % 10;
        expect(checkIban(iban.slice(0, place) + digit + iban.slice(place + 1))).toBe("badChecksum");
        const next = iban.charAt(place + 1);
        if (next && next !== iban[place])
          expect(checkIban(iban.slice(0, place) + next + iban.charAt(place) + iban.slice(place + 2))).toBe(
            "badChecksum",
          );
      }),
      { numRuns: 1000 },
    );
  });
});

/** A valid IBAN of each country of SWIFT's registry: by its structure, and where a country has check digits of its own, with these. */
function exampleOf(country: string): string {
  const { bban_regexp: structure = null, chars } = getCountrySpecifications()[country] ?? {};
  if (structure === null || !chars) throw new Error(`${country} has no structure`);
  const found = fc
    .sample(fc.stringMatching(new RegExp(structure)), { numRuns: 3000, seed: 7 })
    // The structure of a few countries has no end.
    .map((rest) => rest.slice(0, chars - 4))
    .filter((rest) => /^[A-Z\d]+$/.test(rest))
    .map((rest) => made(country, rest))
    .find((iban) => checkIban(iban) === undefined);
  if (found === undefined) throw new Error(`no valid IBAN of ${country} was found`);
  return found;
}
const withIbans = Object.keys(getCountrySpecifications()).filter(hasIbans);
/** EPC409-09, the geographical scope of SEPA; territories use the codes of their countries. */
const sepa =
  "AD AL AT BE BG CH CY CZ DE DK EE ES FI FR GB GI GR HR HU IE IS IT LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS SE SI SK SM VA";

describe("each country's IBAN", () => {
  test("every country of SEPA has one", () => {
    expect(sepa.split(" ").filter((country) => !withIbans.includes(country))).toEqual([]);
  });

  test.each(withIbans)("of %s: with any one digit changed it is refused", (country) => {
    const iban = exampleOf(country);
    for (const [place, character] of Array.from(iban).entries()) {
      if (!/\d/.test(character)) continue;
      for (const digit of "0123456789".replace(character, ""))
        expect(checkIban(iban.slice(0, place) + digit + iban.slice(place + 1)), `${iban} at ${place}`).toBeDefined();
    }
  });
});

describe("BIC", () => {
  test.each(["UNCRBGSF", "BNBGBGSD", "BPKOPLPW", "DEUTDEFF500", "NEDSZAJJXXX", "deut de ff"])("%s passes", (bic) => {
    expect(checkBic(bic)).toBeUndefined();
  });
  test.each([
    ["UNCRBGS", "badLength"],
    ["UNCRBGSF12", "badLength"],
    ["UNC1BGSF", "badFormat"],
    ["UNCRQQSF", "unknownCountry"],
    ["UNCRBGS!", "badFormat"],
  ])("%s is refused: %s", (bic, fault) => {
    expect(checkBic(bic)).toBe(fault);
  });
});

test.each([
  "BI4210000100010000332045181",
  "DJ2100010000000154000100186",
  "FK88SC123456789012",
  "HN88CABF00000000000250005469",
])("the IBAN %s of a country that the registry added is accepted, and its check digits are checked", (iban) => {
  expect(checkIban(iban)).toBeUndefined();
  expect(hasIbans(iban.slice(0, 2))).toBe(true);
  expect(checkIban(`${iban.slice(0, -1)}${iban.endsWith("9") ? "8" : "9"}`)).toBe("badChecksum");
});

test("a BIC belongs to the country of its IBAN, or to a territory with the IBANs of another", () => {
  const iban = "BG80BNBG96611020345678";
  expect(isBicOfIban("BNBGBGSD", iban)).toBe(true);
  expect(isBicOfIban("DEUTDEFF", iban)).toBe(false);
  for (const [bic, account] of [
    ["CHASGGGG", "GB29NWBK60161331926819"],
    ["AABAAX22", "FI2112345600000785"],
    ["BNPARERX", "FR1420041010050500013M02606"],
  ] as const)
    expect(isBicOfIban(bic, account), bic).toBe(true);
});
