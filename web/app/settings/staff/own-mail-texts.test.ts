/** Own texts of mails as they are typed. */
import { expect, test } from "vitest";
import { changeText, wordsOf } from "./own-mail-texts.ts";

const text = { shipped: { bg: "Здравейте", en: "Hello", pl: "Dzień dobry" } };
const change = (words: string | null, language: "bg" | "en" | "pl" = "en") => ({
  key: "mail.greeting",
  language,
  words,
  text,
});

test("a text is own once it differs from the shipped one, in its language alone", () => {
  const own = changeText([], change("Good day"));
  expect(own).toEqual([{ id: "mail.greeting", words: { bg: null, en: "Good day", pl: null } }]);
  expect(wordsOf(own, "mail.greeting", "pl")).toBeNull();
  expect(wordsOf(changeText(own, change("Witamy", "pl")), "mail.greeting", "en")).toBe("Good day");
});

test("taking the shipped text, or typing it, leaves nothing behind", () => {
  const own = changeText([], change("Good day"));
  expect(changeText(own, change(null))).toEqual([]);
  expect(changeText(own, change("Hello"))).toEqual([]);
});
