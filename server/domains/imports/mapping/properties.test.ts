/** Laws of mappings: rows of our CSV, written as another maker would, are read back as they were; damaged files never crash. */
import { mapping, type NamedMapping, type WrittenMapping } from "@portico/api/imports/mapping.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { fileContent } from "../reading/file-content.ts";
import { readFile } from "../reading/reader.ts";
import { workbook } from "../testing/workbooks.ts";
import { readyMappings } from "./ready/ready.ts";

const given = { today: "2026-11-20", zone: "Europe/Sofia", account: "C-1" };

interface Style {
  delimiter: ";" | "\t" | "|";
  decimal: "." | ",";
  thousands: "" | "," | "." | "'" | " ";
  brackets: boolean;
  date: "DD.MM.YYYY" | "MM/DD/YYYY" | "YYYY-MM-DD" | "D.M.YY";
  header: number;
}

const style = fc
  .record<Style>({
    delimiter: fc.constantFrom(";", "\t", "|"),
    decimal: fc.constantFrom(".", ","),
    thousands: fc.constantFrom("", ",", ".", "'", " "),
    brackets: fc.boolean(),
    date: fc.constantFrom("DD.MM.YYYY", "MM/DD/YYYY", "YYYY-MM-DD", "D.M.YY"),
    header: fc.integer({ min: 0, max: 4 }),
  })
  .filter(({ decimal, thousands }) => decimal !== thousands);

const kinds = { deposit: "Money in", withdrawal: "Money out", interest: "Interest", fee: "Charge" } as const;
const row = fc.record({
  kind: fc.constantFrom(...(Object.keys(kinds) as (keyof typeof kinds)[])),
  day: fc.date({ min: new Date("2001-01-01"), max: new Date("2026-11-01"), noInvalidDate: true }),
  cents: fc.integer({ min: 1, max: 10 ** 12 }),
  currency: fc.constantFrom("EUR", "USD", "CHF"),
  text: fc.stringMatching(/^[A-Za-z0-9 "';,|żЯ]{1,20}$/).filter((text) => text.trim() !== ""),
});
type Row = typeof row extends fc.Arbitrary<infer R> ? R : never;

const signOf = ({ kind }: Row): -1 | 1 => (kind === "withdrawal" || kind === "fee" ? -1 : 1);
const plainOf = (cents: number): string => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;

/** The inverse of reading a number. */
function writeNumber(row: Row, { decimal, thousands, brackets }: Style): string {
  const [whole = "", fraction = ""] = plainOf(row.cents).split(".");
  const text = whole.replace(/\B(?=(\d{3})+$)/g, thousands) + decimal + fraction;
  return signOf(row) > 0 ? text : brackets ? `(${text})` : `-${text}`;
}

function writeDay(day: Date, format: Style["date"]): string {
  const [year = "", month = "", date = ""] = day.toISOString().slice(0, 10).split("-");
  if (format === "DD.MM.YYYY") return `${date}.${month}.${year}`;
  if (format === "MM/DD/YYYY") return `${month}/${date}/${year}`;
  return format === "YYYY-MM-DD" ? `${year}-${month}-${date}` : `${Number(date)}.${Number(month)}.${year.slice(2)}`;
}

const header = ["Day of booking", "What", "Sum", "Money", "Words"];
const cellsOf = (one: Row, how: Style): string[] => [
  writeDay(one.day, how.date),
  kinds[one.kind],
  writeNumber(one, how),
  one.currency,
  one.text,
];
const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

const named = (how: Style): NamedMapping => {
  const column = (name: string) => ({ source: { from: "column" as const, names: [name] } });
  const written: WrittenMapping = {
    makes: "statement",
    table: { delimiter: how.delimiter },
    numbers: { decimal: how.decimal, thousands: how.thousands, brackets: how.brackets },
    dates: { formats: [how.date] },
    columns: {
      date: column("Day of booking"),
      amount: column("sum"),
      currency: column("Money"),
      description: column("Words"),
    },
    kinds: {
      columns: ["What"],
      rows: Object.entries(kinds).map(([kind, value]) => ({ when: [value], result: kind as keyof typeof kinds })),
    },
  };
  return { key: "own/1", name: "Model", version: 1, mapping: mapping.parse(written) };
};

const expected = (rows: readonly Row[], first: number) =>
  rows.map((one, index) => ({
    line: first + index,
    kind: one.kind,
    day: one.day.toISOString().slice(0, 10),
    amount: Number(plainOf(one.cents)) * signOf(one),
    currency: one.currency,
    description: one.text.trim(),
  }));

const read = async (bytes: Uint8Array, how: Style) => {
  const mapped = named(how);
  const file = await readFile(fileContent("file", bytes), { ...given, mappings: [mapped], mapping: mapped.key });
  expect(file.refusals).toEqual([]);
  return file.entries.map(({ line, kind, day, amount, currency, description }) => ({
    line,
    kind,
    day,
    amount: Number(amount),
    currency,
    description,
  }));
};

test("what a model writes as CSV in any style is read back, with the lines of the file", async () => {
  await fc.assert(
    fc.asyncProperty(style, fc.array(row, { minLength: 1, maxLength: 15 }), async (how, rows) => {
      const above = Array.from({ length: how.header }, (_, index) => `Note ${index}${how.delimiter}x`);
      const lines = [header, ...rows.map((one) => cellsOf(one, how))].map((cells) =>
        cells.map(quoted).join(how.delimiter),
      );
      const text = [...above, ...lines].join("\n");
      expect(await read(Buffer.from(text), how)).toEqual(expected(rows, how.header + 2));
    }),
    { numRuns: 150 },
  );
});

test("the same table in a workbook gives the same", async () => {
  await fc.assert(
    fc.asyncProperty(style, fc.array(row, { minLength: 1, maxLength: 15 }), async (how, rows) => {
      const bytes = workbook([{ name: "Table", rows: [header, ...rows.map((one) => cellsOf(one, how))] }]);
      expect(await read(bytes, how)).toEqual(expected(rows, 2));
    }),
    { numRuns: 60 },
  );
});

/** A file with some of its bytes changed, removed or repeated. */
const damaged = (bytes: Uint8Array) =>
  fc
    .array(
      fc.record({
        at: fc.nat(bytes.length),
        length: fc.nat(40),
        byte: fc.nat(255),
        how: fc.constantFrom("set", "cut", "twice"),
      }),
      { minLength: 1, maxLength: 6 },
    )
    .map((changes) => {
      let changed = Buffer.from(bytes);
      for (const { at, length, byte, how } of changes) {
        if (how === "set") changed[at % changed.length] = byte;
        else if (how === "cut") changed = Buffer.concat([changed.subarray(0, at), changed.subarray(at + length)]);
        else changed = Buffer.concat([changed.subarray(0, at + length), changed.subarray(at)]);
        if (changed.length === 0) changed = Buffer.from("x");
      }
      return changed;
    });

const swissquote = Buffer.from(
  [
    "Date;Order #;Transaction;Symbol;Name;ISIN;Quantity;Unit price;Costs;Accrued Interest;Net Amount;Balance;Currency",
    "24-08-2022 07:00:15;00000000;Debit;;;;1.0;2000.00;2.00;0.00;-2002.00;6612.40;CHF",
    "23-08-2022 12:00:25;114723639;Forex credit;;;;1.0;1995.39;0.00;0.00;1995.39;2937.32;EUR",
    "23-08-2022 12:00:25;114723639;Forex debit;;;;1.0;2000.00;0.00;0.00;-2000.00;166660.08;USD",
    "10-08-2022 15:30:02;113947121;Buy;ORFN;CONSTRAINED;US8863645383;200.0;19.85;5.96;0.00;-3975.96;168660.08;USD",
  ].join("\n"),
);
const book = workbook(
  [
    {
      name: "S",
      rows: swissquote
        .toString()
        .split("\n")
        .map((line) => line.split(";")),
    },
  ],
  {
    shared: ["<t>x</t>"],
  },
);

/** More in a long run: `MUTATIONS=100000`. */
const numRuns = Number(process.env["MUTATIONS"] ?? 400);

test.each([
  ["CSV", swissquote],
  ["XLSX", book],
])("a damaged %s is read or refused, never more", { timeout: 3_600_000 }, async (_, bytes) => {
  await fc.assert(
    fc.asyncProperty(damaged(bytes), async (changed) => {
      const file = await readFile(fileContent("file", changed), { ...given, mapping: "ready/swissquote" });
      expect(file.entries.length + file.refusals.length).toBeLessThan(20);
      // Recognition never throws.
      await readFile(fileContent("file", changed), given);
    }),
    { numRuns },
  );
});

const column = (name: string) => ({ source: { from: "column" as const, names: [name] } });

test("positions and cash are stated of a day; lots of one security come together", async () => {
  const named = (makes: "positions" | "lots", columns: WrittenMapping["columns"]): NamedMapping => ({
    key: "own/1",
    name: "Model",
    version: 1,
    mapping: mapping.parse({ makes, numbers: { decimal: "," }, dates: { formats: ["DD.MM.YYYY"] }, columns }),
  });
  const through = (text: string, one: NamedMapping) => readFile(text, { ...given, mappings: [one] });
  const common = { isin: column("ISIN"), quantity: column("Units"), currency: column("Money") };
  const positions = await through(
    "Day;ISIN;Units;Money\n31.10.2026;US0378331005;2,5;USD\n31.10.2026;;100,25;EUR\n30.10.2026;;1,00;CHF",
    named("positions", { ...common, date: column("Day") }),
  );
  expect(positions).toMatchObject({ kind: "positions", format: "mapped", rows: 3 });
  expect(positions.accounts.get("C-1")).toMatchObject({
    to: "2026-10-31",
    positions: [{ quantity: "2.5", currency: "USD", day: "2026-10-31" }],
    cash: [{ currency: "EUR", amount: "100.25" }],
  });
  expect(positions.refusals).toMatchObject([{ line: 4, code: "badDate", detail: "2026-10-31, 2026-10-30" }]);
  const lots = await through(
    "ISIN;Units;Money;Bought;Paid\nUS0378331005;2,5;USD;01.02.2020;300,10\nUS0378331005;1;USD;03.02.2021;150",
    named("lots", { ...common, acquired: column("Bought"), cost: column("Paid") }),
  );
  expect(lots.refusals).toEqual([]);
  expect(lots.entries).toMatchObject([
    {
      kind: "transferIn",
      account: "C-1",
      quantity: "3.5",
      lots: [
        { acquired: "2020-02-01", quantity: "2.5", cost: "300.1" },
        { acquired: "2021-02-03", quantity: "1", cost: "150" },
      ],
    },
  ]);
});

test("every mapping of the portal has a key of its own and needs at least four columns", () => {
  expect(new Set(readyMappings.map(({ key }) => key)).size).toBe(readyMappings.length);
  for (const { key, mapping: one } of readyMappings) {
    expect(Object.keys(one.columns).length, key).toBeGreaterThan(4);
    expect(one.kinds?.rows.length, key).toBeGreaterThan(5);
  }
});
