/** Wrong letters: what is forgiven, and that the database's index holds what is asked of it. */

import { searchFolded } from "@portico/api/rules/search-folded.ts";
import { isNear, nearOf } from "@portico/api/rules/search-spelling.ts";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../testing/app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const alphabets = ["abcdefghijklmnoprstuvwxyz", "абвгдежзийклмнопрстуфхцчшщъьюя"].map((letters) => letters.split(""));
const written = fc
  .constantFrom(...alphabets)
  .chain((alphabet) =>
    fc.tuple(
      fc.array(fc.constantFrom(...alphabet), { minLength: 6, maxLength: 12 }),
      fc.nat(11),
      fc.constantFrom(...alphabet),
      fc.constantFrom("other", "missing", "more", "neighbours"),
    ),
  );

test("a word with one wrong letter, in either script, shares one spelling with the word that was meant", () => {
  fc.assert(
    fc.property(written, ([word, at, letter, fault]) => {
      const place = at % (word.length - 1);
      const typed =
        fault === "other"
          ? word.with(place, letter)
          : fault === "missing"
            ? word.toSpliced(place, 1)
            : fault === "more"
              ? word.toSpliced(place, 0, letter)
              : word.toSpliced(place, 2, word[place + 1] ?? "", word[place] ?? "");
      const [meant, mistyped] = [searchFolded(word.join("")), searchFolded(typed.join(""))];
      const shared = nearOf(meant).some((spelling) => nearOf(mistyped).includes(spelling));
      // Letters that run together, such as "и" before "я", are folded to others.
      fc.pre(!/ii|iia|iiu/.test(`${meant} ${mistyped}`));
      expect(shared || !isNear(meant, mistyped), `${meant} ${mistyped}`).toBe(true);
    }),
  );
});

test.each([
  ["petrov", "petrow", true],
  ["petrov", "pertov", true],
  ["petrov", "petrv", true],
  ["petrov", "pettrov", true],
  ["petrov", "petrov", true],
  ["petrov", "partov", false],
  ["petrov", "etrovp", false],
  ["petrov", "petrovski", false],
  ["ivan", "ivna", true],
  ["ana", "anna", false],
  ["u765", "u756", false],
  [searchFolded("витоша"), searchFolded("витоаш"), true],
  [searchFolded("витоша"), "vitosah", true],
  [searchFolded("Чаушев"), searchFolded("Цаушев"), true],
  [searchFolded("Щерев"), searchFolded("ерев"), true],
])("%s and %s: %s", (one, other, near) => {
  expect(isNear(one, other)).toBe(near);
  expect(isNear(other, one)).toBe(near);
});

test("the database spells words as the server does", async () => {
  const words = ["petrov", "vitosha", "shteriu", "mar", "kaloianchev", "abcdefghijklmnopqrstuvwxyz", "juliia", "x9yz"];
  for (const word of words) {
    const { rows } = await sql<{ near: string[] | null }>`select search_near(${word}) as near`.execute(app.database.db);
    expect((rows[0]?.near ?? []).toSorted(), word).toEqual(nearOf(word).toSorted());
  }
});
