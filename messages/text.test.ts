import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { compileMessageOrThrow } from "@lingui/message-utils/compileMessage";
import { describe, expect, it } from "vitest";
import type { Language } from "./catalogue.ts";
import { textKeys } from "./server-text.ts";
import { createText, type TextKey } from "./text.ts";

/** Formats a message that is not in a catalogue. */
const word = (language: Language, message: string, params: Record<string, string | number | Date>): string => {
  const t = createText(language, [{ probe: compileMessageOrThrow(message) }]) as (
    key: TextKey,
    params: object,
  ) => string;
  return t("probe" as TextKey, params);
};

describe("wording a text", () => {
  it("counts in Polish by one, few, many", () => {
    const message = "{n, plural, one {# wiersz} few {# wiersze} many {# wierszy} other {# wiersza}}";
    expect([1, 3, 5, 22, 1.5].map((n) => word("pl", message, { n }))).toEqual([
      "1 wiersz",
      "3 wiersze",
      "5 wierszy",
      "22 wiersze",
      "1,5 wiersza",
    ]);
  });

  it("prefers an exact number and takes an offset off", () => {
    const message = "{n, plural, offset:1 =0 {nobody} =1 {you} one {you and # other} other {you and # others}}";
    expect([0, 1, 2, 4].map((n) => word("en", message, { n }))).toEqual([
      "nobody",
      "you",
      "you and 1 other",
      "you and 3 others",
    ]);
  });

  it("fills a parameter inside a branch and leaves a # outside of plurals alone", () => {
    expect(word("en", "No. # {g, select, a {for {name}} other {}}", { g: "a", name: "Ana" })).toBe("No. # for Ana");
  });

  it("writes dates and numbers in the language's own manner", () => {
    expect(word("bg", "{d, date}", { d: new Date(2026, 2, 9) })).toBe("9 март 2026 г.");
    expect(word("pl", "{n, number}", { n: 12345.5 })).toBe("12\u00a0345,5");
  });

  it("writes English dates with the day first", () => {
    expect(word("en", "{d, date}", { d: new Date(2026, 10, 22) })).toBe("22 November 2026");
  });

  it("ends a sentence with one full stop where its last value ends with one", () => {
    expect(word("bg", "Нареждане от {day}.", { day: "9 март 2026 г." })).toBe("Нареждане от 9 март 2026 г.");
    expect(word("en", "{name}. See {n, plural, one {# remark} other {# remarks}}.", { name: "Acme Inc.", n: 2 })).toBe(
      "Acme Inc. See 2 remarks.",
    );
    expect(word("en", "Wait for {name}...", { name: "Acme Inc." })).toBe("Wait for Acme Inc....");
  });

  it("shows the key of a text whose chunk is not loaded", () => {
    expect(createText("en", [])("shell.nav.dashboard")).toBe("shell.nav.dashboard");
  });
});

it("the server has the texts of every chunk", () => {
  const folder = join(import.meta.dirname, "texts");
  const keys = readdirSync(folder).flatMap((name) =>
    Object.keys(JSON.parse(readFileSync(join(folder, name), "utf8")) as object),
  );
  expect([...textKeys].sort()).toEqual(keys.sort());
});
