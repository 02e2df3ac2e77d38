/** Which languages of a text were left behind. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { languagesBehind, textsByLanguage } from "./languages-behind.ts";

const at = (bg: number, en: number, pl: number) => ({ bg: String(bg), en: String(en), pl: String(pl) });

describe("a language is behind", () => {
  test("once another was changed, until it is changed too", () => {
    expect(languagesBehind([at(1, 1, 1)])).toEqual([]);
    expect(languagesBehind([at(1, 1, 1), at(2, 1, 1)])).toEqual(["en", "pl"]);
    expect(languagesBehind([at(1, 1, 1), at(2, 1, 1), at(2, 2, 1)])).toEqual(["pl"]);
    expect(languagesBehind([at(1, 1, 1), at(2, 1, 1), at(2, 2, 1), at(2, 2, 2)])).toEqual([]);
  });

  test("also while others catch up, if one of those that were not behind changes again", () => {
    expect(languagesBehind([at(1, 1, 1), at(2, 1, 1), at(3, 2, 1)])).toEqual(["pl"]);
    expect(languagesBehind([at(1, 1, 1), at(2, 1, 1), at(2, 2, 1), at(2, 3, 1)])).toEqual(["bg", "pl"]);
  });
});

test("never one that the last change was in, and none after a change of all", () => {
  const version = fc.record({ bg: fc.nat(3), en: fc.nat(3), pl: fc.nat(3) });
  fc.assert(
    fc.property(fc.array(version, { minLength: 1, maxLength: 8 }), (numbers) => {
      const versions = numbers.map(({ bg, en, pl }) => at(bg, en, pl));
      const behind = languagesBehind(versions);
      const last = versions.at(-1);
      const before = versions.at(-2);
      if (last && before) for (const language of behind) expect(last[language]).toBe(before[language]);
      const whole = { bg: `${last?.bg} `, en: `${last?.en} `, pl: `${last?.pl} ` };
      expect(languagesBehind([...versions, whole])).toEqual([]);
      expect(languagesBehind([...versions, last ?? whole]), "the same again changes nothing").toEqual(behind);
    }),
  );
});

test("texts are found at any depth", () => {
  const value = {
    name: { bg: "а", en: "a", pl: "ą" },
    questions: [{ answer: { bg: "б", en: "b", pl: "b" } }],
    risk: 3,
  };
  expect(textsByLanguage(value)).toEqual({ bg: '["а","б"]', en: '["a","b"]', pl: '["ą","b"]' });
});
