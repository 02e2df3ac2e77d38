/** Which licences may be shipped, and that the list is what the lockfile has. */
import { expect, test } from "vitest";
import { isFree, licences } from "./licences.ts";

test.each(["MIT", "(MIT OR EUPL-1.1+)", "MIT or MPL-2.0", "(MIT AND Zlib)", "MIT AND OFL-1.1", "(MIT OR CC0-1.0)"])(
  "%s is free",
  (text) => {
    expect(isFree(text)).toBe(true);
  },
);

test.each([
  "GPL-3.0-only",
  "LGPL-3.0-or-later",
  "Apache-2.0 AND LGPL-3.0-or-later",
  "MPL-2.0",
  "SEE LICENSE IN X",
  "UNLICENSED",
  "",
])("%s is not", (text) => {
  expect(isFree(text)).toBe(false);
});

test("what runs is in the list, what only tests need is not, and all of it may be shipped", () => {
  const all = licences();
  const names = all.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(["fastify", "react-dom", "sharp", "@napi-rs/canvas-linux-x64-gnu"]));
  expect(names.filter((name) => /^(vitest|@biomejs\/biome|playwright-core)$/.test(name))).toEqual([]);
  expect(all.filter(({ allowed }) => !allowed)).toEqual([]);
});
