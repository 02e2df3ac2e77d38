import { expect, test } from "vitest";
import { issuesTaxNumbers, issuesToEveryResident, isTaxNumberToo } from "./tin-issuers.ts";

test.each([
  ["BG", true, true],
  ["PL", true, true],
  ["FR", true, false],
  ["US", true, false],
  ["UA", true, false],
  ["AE", false, false],
  ["KY", false, false],
  ["", false, false],
])("%s issues tax numbers: %s, to every resident: %s", (country, any, every) => {
  expect(issuesTaxNumbers(country)).toBe(any);
  expect(issuesToEveryResident(country)).toBe(every);
});

test("the personal number is the tax number in Bulgaria and Poland, and another one in Slovenia and Greece", () => {
  expect(["BG", "PL", "SI", "GR"].map(isTaxNumberToo)).toEqual([true, true, false, false]);
});
