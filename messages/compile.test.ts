import { describe, expect, it } from "vitest";
import { compileTexts, keysSource, TextFault } from "./compile.ts";

const problemsOf = (texts: Record<string, unknown>, more: { name: string; texts: Record<string, unknown> }[] = []) => {
  try {
    compileTexts([{ name: "test", texts }, ...more]);
    return [];
  } catch (error) {
    if (error instanceof TextFault) return error.problems;
    throw error;
  }
};

const textsOf = (key: string) => ({ [key]: { en: "a", bg: "а", pl: "a" } });

describe("the generator of texts", () => {
  it("takes a text that stands in all three languages", () => {
    const compiled = compileTexts([
      {
        name: "test",
        texts: { "test.a.hello": { en: "Hi {name}", bg: "Здравейте, {name}", pl: "Dzień dobry, {name}" } },
      },
    ]);
    expect(compiled.catalogues.portal.en["test.a.hello"]).toEqual(["Hi ", ["name"]]);
    expect(keysSource(compiled.params)).toContain('"test.a.hello": { "name": string | number };');
  });

  it("refuses a missing and an empty language", () => {
    expect(problemsOf({ "test.a.b": { en: "Yes", bg: "" } })).toEqual([
      'test.json: "test.a.b" has no text in bg',
      'test.json: "test.a.b" has no text in pl',
    ]);
  });

  it("refuses a language that the portal does not speak", () => {
    expect(problemsOf({ "test.a.b": { en: "Yes", bg: "Да", pl: "Tak", de: "Ja" } })).toEqual([
      'test.json: "test.a.b" has the unknown language "de"',
    ]);
  });

  it("refuses parameters that differ between languages", () => {
    expect(problemsOf({ "test.a.b": { en: "{count} of {total}", bg: "{count} от {total}", pl: "{count}" } })).toEqual([
      'test.json: "test.a.b" takes {count} in pl, but {count, total} in bg',
    ]);
  });

  it("refuses a parameter that is a number in one language and a date in another", () => {
    const problems = problemsOf({ "test.a.b": { en: "{when, date}", bg: "{when, number}", pl: "{when, date}" } });
    expect(problems[0]).toContain("uses {when} as date in en, but as number elsewhere");
  });

  it("refuses a Polish plural without few and many", () => {
    const plural = "{n, plural, one {# rzecz} other {# rzeczy}}";
    expect(problemsOf({ "test.a.b": { en: plural, bg: plural, pl: plural } })).toEqual([
      'test.json: "test.a.b" in pl {n, plural} lacks the category "few"',
      'test.json: "test.a.b" in pl {n, plural} lacks the category "many"',
    ]);
  });

  it("refuses a plural category that the language does not know", () => {
    const two = "{n, plural, one {#} other {#}}";
    const four = "{n, plural, one {#} few {#} many {#} other {#}}";
    expect(problemsOf({ "test.a.b": { en: two, bg: four, pl: four } })).toEqual([
      'test.json: "test.a.b" in bg {n, plural} has the category "few", which bg does not know',
      'test.json: "test.a.b" in bg {n, plural} has the category "many", which bg does not know',
    ]);
  });

  it("refuses what is not ICU, a key without places, and a key of two files", () => {
    expect(problemsOf({ "test.a.b": { en: "{open", bg: "да", pl: "tak" } })[0]).toContain("in en is not valid ICU");
    expect(problemsOf({ word: { en: "a", bg: "а", pl: "a" } })[0]).toContain("is no key of the form");
    const same = { "test.a.b": { en: "a", bg: "а", pl: "a" } };
    expect(problemsOf(same, [{ name: "other", texts: same }])[0]).toContain("also stands in other.json");
  });

  it("keeps the staff's and the mails' texts out of what every page loads", () => {
    const { catalogues } = compileTexts([
      { name: "admin", texts: textsOf("admin.a.b") },
      { name: "mail", texts: textsOf("mail.a.b") },
      { name: "shell", texts: textsOf("shell.a.b") },
    ]);
    expect(Object.keys(catalogues.portal.pl)).toEqual(["shell.a.b"]);
    expect(Object.keys(catalogues.admin.pl)).toEqual(["admin.a.b"]);
    expect(Object.keys(catalogues.mail.pl)).toEqual(["mail.a.b"]);
  });
});
