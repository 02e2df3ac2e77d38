/** Numbers in groups of digits. */
import { expect, test } from "vitest";
import { groupIban, groupPhone } from "./grouped-text.ts";

test("an IBAN stands in fours, in capitals", () => {
  expect(groupIban("bg80 bnbg 96611020345678")).toBe("BG80 BNBG 9661 1020 3456 78");
});

test.each([
  ["+359888123456", "+359 888 123 456"],
  ["+48601234567", "+48 601 234 567"],
  ["+447911123456", "+44 791 112 3456"],
  ["+12025550123", "+1 202 555 0123"],
  ["088 812", "088 812"],
])("%s reads %s", (number, grouped) => {
  expect(groupPhone(number)).toBe(grouped);
});
