import { expect, test } from "vitest";
import { firstAndLast, isOwnedBy } from "./account-owner.ts";

test.each([
  ["PETROV IVAN", ["Иван Петров"]],
  ["Иван Георгиев Петров", ["Иван Петров"]],
  ["zielinski piotr", ["Piotr Zieliński"]],
  ["LUKASZ LACKI", ["Łukasz Łącki"]],
  ["Rila Trade EOOD, Sofia", ["„Рила Трейд“ ЕООД", "Rila Trade EOOD"]],
  ["Anna Nowak-Kowalska", ["Anna Kowalska"]],
  ["Whoever", []],
  ["Whoever", [" ", ""]],
])("%s is %j", (owner, names) => {
  expect(isOwnedBy(owner, names)).toBe(true);
});

test.each([
  ["Ivan Petrov", ["Иван Петрова"]],
  ["Ivan Ivanov", ["Ivan Petrov"]],
  ["Petrov", ["Ivan Petrov"]],
  ["", ["Ivan Petrov"]],
  ["Ivan Petrovski", ["Ivan Petrov"]],
])("%s is not %j", (owner, names) => {
  expect(isOwnedBy(owner, names)).toBe(false);
});

test("of a person the first and the last name count", () => {
  expect(["Иван Георгиев Петров", " Ivan  Petrov ", "Cher"].map(firstAndLast)).toEqual([
    "Иван Петров",
    "Ivan Petrov",
    "Cher",
  ]);
});
