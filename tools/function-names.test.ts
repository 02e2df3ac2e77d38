/** Which names of functions are refused. */
import { parseSync } from "oxc-parser";
import { expect, test } from "vitest";
import { findAsyncOfNames } from "./function-names.ts";

const find = (source: string): string[] => findAsyncOfNames(parseSync("a.ts", source).program);

test("what waits for something does not end in Of, wherever it is declared", () => {
  expect(
    find(`
      export async function ticketsOf() {}
      async function* rowsOf() {}
      export const namesOf = async () => 1;
      function list() { const pageOf = async function () {}; }
    `),
  ).toEqual(["ticketsOf", "rowsOf", "namesOf", "pageOf"]);
});

test("lookups may, and so may what only begins with it", () => {
  expect(
    find(`
      export function labelOf() {}
      const nameOf = (one) => one.name;
      export async function listTickets() {}
      const labels = await getLabels();
    `),
  ).toEqual([]);
});
