import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bulgarianToLatin, reportLetters } from "./latin.ts";

describe("the Bulgarian law on transliteration", () => {
  // Закон за транслитерацията, чл. 4–6, and the examples of the law and of its commentary.
  test.each([
    ["България", "Bulgaria"],
    ["БЪЛГАРИЯ", "BULGARIA"],
    ["българин", "balgarin"],
    ["София", "Sofia"],
    ["Мария", "Maria"],
    ["Марияна", "Mariyana"],
    ["МАРИЯ ИВАНОВА", "MARIA IVANOVA"],
    ["Стара планина", "Stara planina"],
    ["Щърбанов", "Shtarbanov"],
    ["ЩЪРБАНОВ", "SHTARBANOV"],
    ["Жечо Цонев", "Zhecho Tsonev"],
    ["Юлия Янкова", "Yulia Yankova"],
    ["Кръстьо Синьов", "Krastyo Sinyov"],
    ["Йордан", "Yordan"],
    ["Добруджа", "Dobrudzha"],
    ["Дзвер", "Dzver"],
    ["Ангелъ", "Angela"],
    ["Anna Мария", "Anna Maria"],
    ["Щ", "Sht"],
  ])("%s is %s", (name, latin) => {
    expect(bulgarianToLatin(name)).toBe(latin);
  });

  test("Latin text stays as it is", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z0-9 .'-]*$/), (text) => {
        expect(bulgarianToLatin(text)).toBe(text);
      }),
    );
  });
});

describe("the letters of a transaction report", () => {
  // ESMA/2016/1452, 5.5.4: the transliteration table, one letter per letter.
  test.each([
    ["ÄäÀàÁáÂâÃãÅåǍǎĄąĂăÆæ", "A".repeat(20)],
    ["ÇçĆćĈĉČč", "C".repeat(8)],
    ["ĎđĐďð", "D".repeat(5)],
    ["ÈèÉéÊêËëĚěĘę", "E".repeat(12)],
    ["ĜĝĢģĞğ", "G".repeat(6)],
    ["Ĥĥ", "HH"],
    ["ÌìÍíÎîÏïı", "I".repeat(9)],
    ["Ĵĵ", "JJ"],
    ["Ķķ", "KK"],
    ["ĹĺĻļŁłĽľ", "L".repeat(8)],
    ["ÑñŃńŇň", "N".repeat(6)],
    ["ÖöÒòÓóÔôÕõŐőØøŒœ", "O".repeat(16)],
    ["ŔŕŘř", "RRRR"],
    ["ẞßŚśŜŝŞşŠšȘș", "S".repeat(12)],
    ["ŤťŢţÞþȚț", "T".repeat(8)],
    ["ÜüÙùÚúÛûŰűŨũŲųŮů", "U".repeat(16)],
    ["Ŵŵ", "WW"],
    ["ÝýŸÿŶŷ", "Y".repeat(6)],
    ["ŹźŽžŻż", "Z".repeat(6)],
    ["O'Neal-Smith Jr.", "ONEALSMITHJR"],
    ["Жечо", "ZHECHO"],
  ])("%s is %s", (name, letters) => {
    expect(reportLetters(name)).toBe(letters);
  });

  test("nothing but A to Z is left of any name", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (name) => {
        expect(reportLetters(name)).toMatch(/^[A-Z]*$/);
      }),
      { numRuns: 1000 },
    );
  });
});
