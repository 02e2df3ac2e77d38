/** Which addresses nobody can have. */
import { expect, test } from "vitest";
import { isReservedAddress } from "./reserved-domains.ts";

test.each([
  "a@b.test",
  "a@example.com",
  "a@mail.example.org",
  "A@FIRM.EXAMPLE",
  "a@localhost",
  "a@b.home.arpa",
  "a@x.invalid.",
  '"a@b"@x.local',
])("%s", (address) => {
  expect(isReservedAddress(address)).toBe(true);
});
test.each([
  "a@example.bg",
  "a@myexample.com",
  "a@test.com",
  "a@contest",
  "a@localhost.eu",
  "a@internal.firm.bg",
  "example.com",
  "",
])("%s may exist", (address) => {
  expect(isReservedAddress(address)).toBe(false);
});
