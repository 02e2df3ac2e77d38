/** Layouts of tax packs: every text that they may name is in the catalogue, and no figure is lost between data and table. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { fieldsOf, type Layout } from "../layout.ts";
import { layoutOf } from "../layouts.ts";
import { taxBulgaria } from "./bulgaria.ts";
import { taxBGData } from "./bulgaria-data.ts";
import type { BulgarianEvent } from "./bulgaria-shapes.ts";
import { firstInFirstOut } from "./fifo.ts";
import { taxGapCodes } from "./pack-gaps.ts";
import { pit38 } from "./poland.ts";
import { taxPLData } from "./poland-data.ts";
import { pit38Fields } from "./poland-forms.ts";
import { polishSwitches } from "./poland-shapes.ts";

const texts = ["reports.json", "reports-tax.json"].flatMap((file) =>
  Object.keys(JSON.parse(readFileSync(new URL(`../../messages/texts/${file}`, import.meta.url), "utf8")) as object),
);
const catalogue = new Set(texts);

function* keysOf({ title, facts, parts }: Layout): Generator<string> {
  yield title;
  for (const { label, as, value } of facts.rows) yield* as === "label" ? [label, value] : [label];
  for (const part of parts) {
    yield part.title;
    if (part.kind === "notes") for (const { key } of part.sentences) yield key;
    else if (part.kind === "table") {
      yield part.empty;
      const fields = fieldsOf(part);
      for (const { label } of fields) yield label;
      for (const row of part.rows)
        for (const [place, { as }] of fields.entries()) if (as === "label" && row[place]) yield row[place];
      for (const [first] of part.totals) if (first) yield first;
    }
  }
}

const given = {
  firm: "Portico",
  timeZone: "Europe/Sofia",
  holder: { type: "user", name: "Anna", account: "A-1" },
} as const;
const period = { from: "2025-01-01", to: "2025-12-31" };
const shared = {
  given,
  period,
  residences: [],
  corrections: [
    { entryId: 9, day: "2025-02-03", of: 3, paidOn: "2024-12-30", currency: "USD", tax: "1", name: "Acme" },
  ],
  names: { entry: () => ({ name: "Acme", day: "2025-02-03" }), instrument: () => "Acme" },
};
const quoteOf = (_currency: string, day: string) => ({ rate: "2", day, source: "NBP" });
const of = { account: "", instrumentId: 1, currency: "USD", commission: "1", settled: null, venue: "XNAS" };
const sale = { name: "Acme", isin: "US0000000001", country: null, foreignTax: "0", isExemptible: true };
const events: BulgarianEvent[] = [
  { ...of, kind: "purchase", entryId: 1, traded: "2025-01-06", quantity: "10", cost: "100" },
  { ...of, ...sale, kind: "sale", entryId: 2, traded: "2025-03-03", quantity: "4", proceeds: "80" },
  { ...of, ...sale, kind: "sale", entryId: 3, traded: "2025-03-04", quantity: "1", proceeds: "20", venue: "XETR" },
  { ...of, ...sale, kind: "sale", entryId: 4, traded: "2025-03-05", quantity: "1", proceeds: "20", venue: null },
];
const income = { name: "Acme", isin: "US0000000001", country: null, instrumentId: 1, currency: "USD" };
const incomes = [
  { ...income, entryId: 5, kind: "dividend" as const, day: "2025-04-01", gross: "10", foreignTax: "1.5" },
  { ...income, entryId: 6, kind: "interest" as const, day: "2025-04-02", gross: "3", foreignTax: "0", country: "PL" },
];

const missingIn = (layout: Layout | undefined): string[] =>
  layout ? [...new Set(keysOf(layout))].filter((key) => !catalogue.has(key)) : ["no layout"];

test("Poland's: each field of the form, each line with its rate, texts in the catalogue", () => {
  const form = pit38({ year: 2025, sales: firstInFirstOut(events), incomes, quoteOf });
  const layout = layoutOf("taxPL", taxPLData(form, shared));
  expect(missingIn(layout)).toEqual([]);
  const table = layout?.parts.find(({ title }) => title === "reports.tax.pit38");
  const rows = table?.kind === "table" ? table.rows.map(([number, , value]) => [number, value]) : [];
  expect(Object.fromEntries(rows)).toEqual(form.fields);
  const titles = layout?.parts.map(({ title }) => title);
  expect(titles?.slice(0, 3)).toEqual(["reports.tax.helpTitle", "reports.gaps.title", "reports.tax.pit38"]);
  expect(
    missingIn(layoutOf("taxPL", taxPLData(pit38({ year: 2019, sales: [], incomes: [], quoteOf }), shared))),
  ).toEqual([]);
});

test.each(["person", "company"] as const)("Bulgaria's, of a %s: texts in the catalogue", (taxpayer) => {
  const holding = { instrumentId: 1, name: "Acme", isin: "US0000000001", country: null, legalForm: "company" } as const;
  const declaration = (venueKnown: boolean) =>
    taxBulgaria({
      year: 2025,
      taxpayer,
      events: venueKnown ? events.slice(0, 3) : events,
      dividends: incomes.slice(0, 1),
      holdings: [{ ...holding, acquired: "2025-01-06", quantity: "4", cost: "40", currency: "USD" }],
      quoteOf,
      hasLocalIntermediary: venueKnown ? null : false,
    });
  const other = {
    entryId: 6,
    name: "Bank",
    country: "IE",
    day: "2025-04-02",
    gross: "3",
    foreignTax: "0",
    currency: "USD",
  };
  for (const isKnown of [true, false])
    expect(missingIn(layoutOf("taxBG", taxBGData(declaration(isKnown), shared, [other])))).toEqual([]);
});

test("every gap, field, switch and treatment has its text", () => {
  const keys = [
    ...[...taxGapCodes, "more"].map((code) => `gap.${code}`),
    ...pit38Fields.map((field) => `pit38.${field}`),
    ...Object.entries(polishSwitches).map(([name, value]) => `switch.pl.${name}.${String(value)}`),
    ...["commissionInCost.false", "day.settlement", "methodCode.3"].map((value) => `switch.bg.${value}`),
    ...[
      "commissionInCost.false",
      "incomeDay.trade",
      "costDay.trade",
      "country.venue",
      "rounding.sums",
      "flatTax.halfUp",
    ].map((value) => `switch.pl.${value}`),
    ...["taxable", "exempt", "excluded", "inResult", "unknown"].map((value) => `treatment.${value}`),
    ...["spb8", "spb8Not", "spb8Unknown", "ratesEuro"].map((value) => `bg.${value}`),
  ];
  expect(keys.map((key) => `reports.tax.${key}`).filter((key) => !catalogue.has(key))).toEqual([]);
});

test("more gaps than a reader reads are counted", () => {
  const many = Array.from({ length: 150 }, (_, place) => ({
    code: "rateMissing",
    currency: "USD",
    day: `2025-01-${place}`,
  }));
  const data = { ...taxPLData(pit38({ year: 2025, sales: [], incomes: [], quoteOf }), shared), gaps: many };
  const gaps = layoutOf("taxPL", data)?.parts.find(({ title }) => title === "reports.gaps.title");
  expect(gaps?.kind === "notes" && gaps.sentences.at(-1)).toMatchObject({
    key: "reports.tax.gap.more",
    params: { count: { value: "50" } },
  });
  expect(gaps?.kind === "notes" && gaps.sentences.length).toBe(101);
});
