/** Paths of a step at which errors can be shown, for its current answers. */

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
