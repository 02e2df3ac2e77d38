/**
 * Generates the currency table from CLDR: `node api/currencies.generate.ts`. Names are split by language, so that a
 * browser loads only its own. Run again after upgrading the cldr packages; the result is committed, so running the
 * portal does not need them.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { languages } from "./shapes.ts";

interface Fractions {
  _digits: string;
  _rounding: string;
  _cashDigits?: string;
  _cashRounding?: string;
}
interface CurrencyData {
  region: Record<string, Record<string, { _to?: string; _tender?: string }>[]>;
  fractions: Record<string, Fractions>;
}
type Names = Record<string, { displayName: string; symbol?: string }>;

/** A currency that left use after this day stays in the table, because recent statements still name it. */
const stillNamedSince = "2015-01-01";
/** Those that the euro replaced stay too: statements of then are imported, and their rates are fixed (ledger/fixed-rates.ts). */
const replacedByEuro = new Set(
  "ATS BEF BGN CYP DEM EEK ESP FIM FRF GRD HRK IEP ITL LTL LUF LVL MTL NLG PTE SIT SKK".split(" "),
);
/** Booked by custodians although no country's tender: the renminbi traded outside China. */
const tradedOnly = ["CNH"];

const require = createRequire(import.meta.url);
const read = (path: string): unknown => JSON.parse(readFileSync(require.resolve(path), "utf8"));
const { region, fractions } = (
  read("cldr-core/supplemental/currencyData.json") as { supplemental: { currencyData: CurrencyData } }
).supplemental.currencyData;

function namesIn(language: string): Names {
  const { main } = read(`cldr-numbers-full/main/${language}/currencies.json`) as {
    main: Record<string, { numbers: { currencies: Names } }>;
  };
  return main[language]?.numbers.currencies ?? {};
}

/** Last day of use in any region; null while some region uses it. */
function lastDays(): Map<string, string | null> {
  const last = new Map<string, string | null>(tradedOnly.map((code) => [code, null]));
  for (const use of Object.values(region).flat())
    for (const [code, { _to, _tender }] of Object.entries(use)) {
      const isRecent = _to === undefined || _to >= stillNamedSince || replacedByEuro.has(code);
      if (_tender === "false" || !isRecent) continue;
      const known = last.get(code);
      last.set(code, _to === undefined || known === null ? null : known && known > _to ? known : _to);
    }
  return last;
}

/** The smallest unit, as a decimal: CLDR gives the step in units of the last digit, 0 for 1. */
const step = (digits: string, rounding: string): string => {
  const units = rounding === "0" ? "1" : rounding;
  const padded = units.padStart(Number(digits) + 1, "0");
  return digits === "0" ? units : `${padded.slice(0, -Number(digits))}.${padded.slice(-Number(digits))}`;
};

const english = namesIn("en");
const rows = [...lastDays()]
  .toSorted(([a], [b]) => (a < b ? -1 : 1))
  .map(([code, ended]) => {
    const { _digits, _rounding, _cashDigits, _cashRounding } = (fractions[code] ?? fractions.DEFAULT) as Fractions;
    const row = {
      symbol: english[code]?.symbol ?? code,
      digits: Number(_digits),
      rounding: step(_digits, _rounding),
      cashRounding: step(_cashDigits ?? _digits, _cashRounding ?? _rounding),
      ended,
    };
    return `  ${code}: ${JSON.stringify(row)},`;
  });
const head = (what: string) => `/** ${what} Made from CLDR by currencies.generate.ts; do not edit. */\n`;
writeFileSync(
  new URL("currencies.generated.ts", import.meta.url),
  `${head("Symbol, decimal digits, rounding steps and last day of use of each currency.")}export const currencyTable = {\n${rows.join("\n")}\n} as const;\n`,
);
const codes = [...lastDays().keys()].toSorted();
const unlikeTwo = codes.flatMap((code) => {
  const { _digits } = (fractions[code] ?? fractions.DEFAULT) as Fractions;
  return _digits === "2" ? [] : [`  ${code}: ${_digits},`];
});
writeFileSync(
  new URL("currency-digits.generated.ts", import.meta.url),
  `${head("Decimals of the currencies that have not two: all that a page needs to write an amount.")}export const digitsUnlikeTwo: Record<string, number> = {\n${unlikeTwo.join("\n")}\n};\n`,
);
for (const language of languages) {
  const names = namesIn(language);
  const lines = codes.map((code) => {
    const name = names[code]?.displayName;
    if (!name) throw new Error(`CLDR has no ${language} name of ${code}`);
    return `  ${code}: ${JSON.stringify(name)},`;
  });
  writeFileSync(
    new URL(`currency-names.${language}.generated.ts`, import.meta.url),
    `${head(`Names of the currencies in ${language}.`)}export const currencyNames: Record<string, string> = {\n${lines.join("\n")}\n};\n`,
  );
}
