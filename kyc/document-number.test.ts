import { expect, test } from "vitest";
import { checkDocumentNumber } from "./document-number.ts";

test.each([
  ["???", "badFormat"],
  ["", "badLength"],
  ["-", "badLength"],
  ["12", "badLength"],
  ["0000000", "badFormat"],
  ["XXXXXXX", "badFormat"],
  ["AA12*456", "badFormat"],
  ["AA1234567", undefined],
  ["АА 123456", undefined],
  ["LZKVPRTWX", undefined],
  ["1111111", undefined],
  ["CFH-12.345/6", undefined],
])("%j is told as %s", (number, fault) => {
  expect(checkDocumentNumber(number)).toBe(fault);
});
