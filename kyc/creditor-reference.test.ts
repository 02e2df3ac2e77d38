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

test("Cyrillic is written in Latin, and what then has no letters and digits has no reference", () => {
  expect(creditorReference("К-17/б")).toBe(creditorReference("K17B"));
  expect(creditorReference("№ –")).toBeUndefined();
  expect(creditorReference("A".repeat(22))).toBeUndefined();
  expect(checkCreditorReference(`RF18${"1".repeat(22)}`)).toBe("badLength");
});
