/** Paths of a step at which errors can be shown, for its current answers. */

import { step as documents } from "@portico/api/forms/company/documents.ts";
import { step } from "@portico/api/forms/company/ownership.ts";
import type { FormAnswers } from "@portico/api/forms/field.ts";
import { step as tax } from "@portico/api/forms/person/tax.ts";
import { firstSettled } from "@portico/api/forms/settled.ts";
import { expect, test } from "vitest";
import { askedPaths } from "./asked-paths.ts";

const given = (form: FormAnswers) => ({ form, today: "2026-11-21", ownerPercent: 25, settled: firstSettled });

test("an entry that is added later was not there before", () => {
  const before = askedPaths(tax, given({ tax: { taxResidences: [{ id: "a1" }] } }));
  const after = askedPaths(tax, given({ tax: { taxResidences: [{ id: "a1" }, { id: "b2" }] } }));
  expect(before.has("tax.taxResidences.a1.taxCountry")).toBe(true);
  expect([...after].filter((path) => !before.has(path))).toContain("tax.taxResidences.b2.taxCountry");
  expect([...after].filter((path) => !before.has(path)).every((path) => path.includes("b2"))).toBe(true);
});

test("what is asked of beneficial owners is there once an owner is one", () => {
  const graph = (percent: string) => ({
    ownership: {
      owners: {
        nodes: [{ id: "n1", kind: "person", name: "Ana" }],
        edges: [{ owner: "n1", owned: "company", percent }],
      },
    },
  });
  const few = askedPaths(step, given(graph("10")));
  const many = askedPaths(step, given(graph("60")));
  expect(few.has("ownership.owners.n1.name")).toBe(true);
  expect(few.has("ownership.owners.n1.birthDate")).toBe(false);
  expect(many.has("ownership.owners.n1.birthDate")).toBe(true);
});

test("files are asked for of each person who is named", () => {
  const named = (...ids: string[]) => ({
    representatives: { representatives: ids.map((id) => ({ id, firstName: "Ana", lastName: `Petrova ${id}` })) },
  });
  const paths = (form: FormAnswers) =>
    [...askedPaths(documents, given(form))].filter((path) => path.startsWith("documents.identityPapers."));
  expect(paths(named())).toEqual([]);
  expect(paths(named("a", "b"))).toEqual(["documents.identityPapers.a", "documents.identityPapers.b"]);
});
