/** The committed fonts: made from the published ones, with every weight that the pages use. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fileOf, styleSheet, weights, writeFonts } from "./fonts.ts";

test("the committed fonts are what `npm run fonts` writes", async () => {
  const fonts = await writeFonts();
  expect([...fonts.keys()]).toEqual([
    "sofia-sans-cyrillic.woff2",
    "sofia-sans-latin-ext.woff2",
    "sofia-sans-latin.woff2",
  ]);
  for (const [name, content] of fonts) expect(readFileSync(fileOf(name)).equals(content), name).toBe(true);
});

test("they have the weights that the style sheets declare and use", () => {
  const declared = [...styleSheet.matchAll(/font-weight: ([^;]+);/g)].map(([, weight]) => weight);
  expect(declared).toEqual(Array.from({ length: 3 }, () => `${weights.min} ${weights.max}`));
  const theme = readFileSync(join(import.meta.dirname, "../web/app/ui/theme.css"), "utf8");
  const used = [...theme.matchAll(/--weight-\w+: (\d+);/g)].map(([, weight]) => Number(weight));
  expect(used).toHaveLength(3);
  for (const weight of used) {
    expect(weight).toBeGreaterThanOrEqual(weights.min);
    expect(weight).toBeLessThanOrEqual(weights.max);
  }
});
