/** When a remark counts as answered. */
import { expect, test } from "vitest";
import { isAnswered, saidAt } from "./remarks.ts";

const form = {
  contact: { phone: "+359888123456", email: "ana@mail.example" },
  tax: { taxResidences: [{ id: "a1", taxCountry: "BG", taxNumber: "1" }] },
  knowledge: { knowledgeTest: { version: "1", chosen: { q1: "a" } }, experience: { shares: { trades: "none" } } },
  ownership: {
    owners: {
      nodes: [{ id: "n1", kind: "person", name: "Ana", details: { birthDate: "1990-01-01" } }],
      edges: [{ owner: "n1", owned: "company", percent: "60" }],
    },
  },
};
const remarkOn = (path: string) => ({ path, said: saidAt(form, path) });

test.each([
  ["contact", { contact: { phone: "+48601234567", email: "ana@mail.example" } }],
  ["contact.phone", { contact: { email: "ana@mail.example" } }],
  ["tax.taxResidences.a1.taxNumber", { tax: { taxResidences: [{ id: "a1", taxCountry: "BG", taxNumber: "2" }] } }],
  ["tax.taxResidences.a1", { tax: { taxResidences: [] } }],
  ["knowledge.knowledgeTest.q1", { knowledge: { knowledgeTest: { version: "1", chosen: { q1: "b" } } } }],
  ["knowledge.experience.shares", { knowledge: { experience: { shares: { trades: "few" } } } }],
  [
    "ownership.owners.n1",
    { ownership: { owners: { ...form.ownership.owners, edges: [{ owner: "n1", owned: "company", percent: "50" }] } } },
  ],
  ["ownership.owners.n1.birthDate", { ownership: { owners: { nodes: [], edges: [] } } }],
])("a remark on %s is answered once something else stands there", (path, changed) => {
  expect(isAnswered(remarkOn(path), form)).toBe(false);
  expect(isAnswered(remarkOn(path), { ...form, ...changed })).toBe(true);
});

test("blanks, emptied fields and another order of the same answer no remark", () => {
  const same = { contact: { email: "ana@mail.example ", mobile: "", phone: "+359888123456", fax: null } };
  expect(isAnswered(remarkOn("contact"), same)).toBe(false);
  expect(isAnswered({ path: "contact.fax", said: null }, same)).toBe(false);
});
