import { expect, test } from "vitest";
import { sexOfName } from "./sex-of-name.ts";

test.each([
  ["BG", "Maria", "Petrova", "female"],
  ["BG", "Мария", "Петрова", "female"],
  ["BG", "Nikola", "Petrov", "male"],
  ["BG", "Никола", "Златарски", "male"],
  ["BG", "Anna", "Petrova-Müller", "female"],
  ["BG", "Anna", "Petrov-Ivanova", undefined],
  ["BG", "Mehmed", "Osman", undefined],
  ["PL", "Anna", "Kowalska", "female"],
  ["PL", "Anna", "Nowak", "female"],
  ["PL", "Jan", "Zawadzki", "male"],
  ["PL", "Kuba", "Wiśniewski", "male"],
  ["PL", "Kuba", "Nowak", undefined],
  ["PL", "Mykola", "Shevchenko", undefined],
  ["PL", "Anna", "Kowalski", undefined],
  ["PL", "Jan", "Nowak", undefined],
  ["DE", "Anna", "Petrova", undefined],
  ["BG", "", "", undefined],
])("in %s %s %s is told as %s", (country, first, last, sex) => {
  expect(sexOfName(country, first, last)).toBe(sex);
});
