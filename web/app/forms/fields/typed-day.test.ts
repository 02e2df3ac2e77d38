/** Typing and pasting a day. */
import { expect, test } from "vitest";
import { type DayPart, readDay, typeInto } from "./typed-day.ts";

const empty = { day: "", month: "", year: "" };

test("digits typed without a pause go on from box to box", () => {
  let parts: Record<DayPart, string> = empty;
  let box: DayPart = "day";
  for (const digit of "17021985") {
    const typed = typeInto(parts, box, parts[box] + digit);
    parts = typed.parts;
    box = typed.next ?? box;
  }
  expect(parts).toEqual({ day: "17", month: "02", year: "1985" });
});

test("a separator ends a box, and a whole day put into one box is spread", () => {
  expect(typeInto(empty, "day", "7.")).toEqual({ parts: { ...empty, day: "7" }, next: "month" });
  expect(typeInto(empty, "day", "17021985").parts).toEqual({ day: "17", month: "02", year: "1985" });
});

test("correcting a box leaves the others, and stays where it is when a digit is taken away", () => {
  const whole = { day: "17", month: "02", year: "1985" };
  expect(typeInto(whole, "day", "175")).toEqual({ parts: whole, next: "month" });
  expect(typeInto(whole, "month", "0")).toEqual({ parts: { ...whole, month: "0" } });
});

test.each([
  ["17.02.1985", "17", "02", "1985"],
  ["17.2.1985 г.", "17", "2", "1985"],
  ["1985-02-17", "17", "02", "1985"],
  ["17 / 02 / 1985", "17", "02", "1985"],
  [" 17021985 ", "17", "02", "1985"],
])("%s is pasted whole", (text, day, month, year) => {
  expect(readDay(text)).toEqual({ day, month, year });
});

test.each(["17", "85", "17.02", "somebody"])("%s is no whole day", (text) => {
  expect(readDay(text)).toBeUndefined();
});
