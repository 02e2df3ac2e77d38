/** References with published check digits, and what a wrong digit does. */
import { expect, test } from "vitest";
import { checkCreditorReference, creditorReference, printReference } from "./creditor-reference.ts";

test("published references are made and accepted", () => {
  expect(creditorReference("539007547034")).toBe("RF18539007547034");
  expect(creditorReference("2348231")).toBe("RF712348231");
  expect(checkCreditorReference("RF18 5390 0754 7034")).toBeUndefined();
  expect(checkCreditorReference("rf712348231")).toBeUndefined();
  expect(printReference("RF18539007547034")).toBe("RF18 5390 0754 7034");
});

test("one wrong digit anywhere is found", () => {
  const reference = creditorReference("C001234") ?? "";
  for (let place = 2; place < reference.length; place++)
    for (const other of "0123456789AZ") {
      const wrong = reference.slice(0, place) + other + reference.slice(place + 1);
      if (wrong !== reference) expect(checkCreditorReference(wrong), wrong).toBeDefined();
    }
});

test("nothing is left out of a text: what differs has another reference, or none", () => {
  for (const text of ["P/001", "p001", "К17", "", "A".repeat(22)])
    expect(creditorReference(text), text).toBeUndefined();
  expect(checkCreditorReference(`RF18${"1".repeat(22)}`)).toBe("badLength");
});
