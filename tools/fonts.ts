/**
 * `npm run fonts`: writes the pages' fonts, web/app/ui/fonts/. Sofia Sans with the weights that the pages use alone is
 * three fifths of the published files, which have all from 1 to 1000.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import subsetFont from "subset-font";

const root = join(import.meta.dirname, "..");
const published = dirname(createRequire(import.meta.url).resolve("@fontsource-variable/sofia-sans/package.json"));
export const styleSheet = readFileSync(join(root, "web/app/ui/fonts.css"), "utf8");
export const fileOf = (name: string): string => join(root, "web/app/ui/fonts", name);
/** Matched by the declarations of the style sheet and the weights in theme.css (tools/fonts.test.ts). */
export const weights = { min: 400, max: 700 };

/** The characters of a `unicode-range`. */
const charactersOf = (ranges: string): string =>
  ranges
    .split(",")
    .flatMap((range) => {
      const [first = 0, last = first] = range
        .trim()
        .slice(2)
        .split("-")
        .map((code) => Number.parseInt(code, 16));
      return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index));
    })
    .join("");

/** The files that the style sheet names, by name, with the characters that it declares for each. */
export async function writeFonts(): Promise<Map<string, Buffer>> {
  const fonts = new Map<string, Buffer>();
  for (const [, name = "", ranges = ""] of styleSheet.matchAll(
    /fonts\/([\w-]+)\.woff2[^}]*?unicode-range:\s*([^;]+);/g,
  )) {
    const source = readFileSync(join(published, "files", `${name}-wght-normal.woff2`));
    const options = { targetFormat: "woff2", variationAxes: { wght: weights } } as const;
    fonts.set(`${name}.woff2`, await subsetFont(source, charactersOf(ranges), options));
  }
  return fonts;
}

if (import.meta.main)
  for (const [name, content] of await writeFonts()) {
    writeFileSync(fileOf(name), content);
    console.log(`${name}: ${(content.length / 1024).toFixed(1)} KB`);
  }
