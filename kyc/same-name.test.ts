import { expect, test } from "vitest";
import { isSameName } from "./same-name.ts";

test.each([
  ["Ivan Petrov", "Ivan Petrov"],
  ["IVAN PETROV", "ivan petrov"],
  ["Petrov, Ivan", "Ivan Petrov"],
  ["Иван Петров", "Ivan Petrov"],
  ["Ivan Petrov", "Иван Георгиев Петров"],
  ["Иван Георгиев Петров", "Ivan Petrov"],
  ["Юлия Желева", "Julia Zheleva"],
  ["Mariya Tzoneva", "Мария Цонева"],
  ["Łukasz Wójcik", "Lukasz Wojcik"],
  ["Anna Nowak-Kowalska", "Anna Nowak Kowalska"],
  ["Kowalska Anna", "Anna Nowak-Kowalska"],
  ["Annamaria Petrova", "Anna-Maria Petrova"],
  ["Sean O’Neil", "Seán O'Neil"],
  ["Иван  Петров", "Иван\u0300 Петров"],
  ["Cher", "cher"],
])("%s is %s", (one, another) => {
  expect(isSameName(one, another)).toBe(true);
});

test.each([
  ["Ivan Dimitrov", "Ivan Petrov"],
  ["Ivana Petrova", "Ivan Petrov"],
  ["Petrov", "Ivan Petrov"],
  ["Ivan", "Ivan Petrov"],
  ["Ivan Georgiev", "Ivan Georgiev Petrov"],
  ["Ivan Petrov Dimitrov", "Ivan Petrov"],
  ["Anna Nowak", "Anna Nowak-Kowalska"],
  ["I. Petrov", "Ivan Petrov"],
  ["...", "Ivan Petrov"],
  ["Иван", "Ivan Petrov"],
])("%s is not %s", (one, another) => {
  expect(isSameName(one, another)).toBe(false);
});
