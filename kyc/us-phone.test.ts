import { expect, test } from "vitest";
import { isUsPhone } from "./us-phone.ts";

test.each([
  ["+12125551234", true],
  ["+14155552671", true],
  ["+14165550123", false],
  ["+17875551234", false],
  ["+18005551234", true],
  ["+359888123456", false],
  ["+1212555123", false],
  ["", false],
])("%s: %s", (number, expected) => {
  expect(isUsPhone(number)).toBe(expected);
});
