/** Texts that change in some languages only. */
import { expect, test } from "vitest";
import { partlyChanged } from "./partly-changed.ts";

const texts = (bg: string, en: string, pl: string) => ({ bg, en, pl });

test("a text that changes in one language of three is found by its path, one that changes in all or none is not", () => {
  const before = { terms: texts("а", "a", "a"), truth: texts("б", "b", "b"), risk: texts("в", "c", "c"), version: 1 };
  const after = { ...before, terms: texts("а", "a!", "a"), truth: texts("б!", "b!", "b!"), version: 2 };
  expect(partlyChanged(before, after)).toEqual([
    { path: "terms", before: texts("а", "a", "a"), after: texts("а", "a!", "a") },
  ]);
});

test("an address that is set in one language leaves the others without; deeper values are found, too", () => {
  const none = { bg: null, en: null, pl: null };
  const after = { documents: { terms: { ...none, pl: "https://firm.example/pl.pdf" } } };
  expect(partlyChanged({ documents: { terms: none } }, after)).toEqual([
    { path: "documents.terms", before: texts("", "", ""), after: texts("", "", "https://firm.example/pl.pdf") },
  ]);
});
