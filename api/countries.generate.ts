/**
 * Generates the table of countries: `node api/countries.generate.ts`. Names are this Node's CLDR names, currencies come
 * from the cldr packages. Run again after upgrading either; the result is committed, so running the portal needs
 * neither.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { isCountry } from "@portico/kyc/country-codes.ts";
import { languages } from "./shapes.ts";

type Uses = Record<string, { _to?: string; _tender?: string }>[];
const path = createRequire(import.meta.url).resolve("cldr-core/supplemental/currencyData.json");
const { region } = (
  JSON.parse(readFileSync(path, "utf8")) as { supplemental: { currencyData: { region: Record<string, Uses> } } }
).supplemental.currencyData;

/** The currency in use today; the first in CLDR's order if there are several. */
const currencyOf = (country: string): string | null =>
  region[country]
    ?.flatMap((use) => Object.entries(use))
    .find(([, { _to, _tender }]) => _to === undefined && _tender !== "false")?.[0] ?? null;

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".split("");
const listed = letters.flatMap((first) => letters.map((second) => first + second)).filter(isCountry);
/** Kosovo: ISO leaves the code to its users, and the EU, CRS and the banks use it; its residents must find their country. */
const codes = [...listed, "XK"].toSorted();
const namesBy = languages.map((language) => {
  const names = new Intl.DisplayNames([language], { type: "region", fallback: "none" });
  if (names.resolvedOptions().locale !== language) throw new Error(`this Node has no names in ${language}`);
  return { language, names };
});
const rows = codes.map((code) => {
  const names = Object.fromEntries(
    namesBy.map(({ language, names: known }) => {
      const name = known.of(code);
      if (!name) throw new Error(`CLDR has no ${language} name of ${code}`);
      return [language, name];
    }),
  );
  return `  ${code}: ${JSON.stringify({ names, currency: currencyOf(code) })},`;
});
writeFileSync(
  new URL("countries.generated.ts", import.meta.url),
  `/** Names and currency of each country of ISO 3166-1, and Kosovo. Made from CLDR by countries.generate.ts; do not edit. */\nexport const countryTable = {\n${rows.join("\n")}\n} as const;\n`,
);
