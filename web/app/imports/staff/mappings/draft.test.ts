/** A mapping survives being shown and saved, and what is not finished is named. */
import { mapping, neededColumns, type WrittenMapping } from "@portico/api/imports/mapping.ts";
import { expect, test } from "vitest";
import { emptyColumn, emptyDraft, missingOf, toDraft, toMapping, withValues } from "./draft.ts";

const written: WrittenMapping = {
  makes: "statement",
  table: { delimiter: ";", sheet: "May" },
  numbers: { decimal: ",", thousands: ".", brackets: true },
  dates: { formats: ["DD.MM.YYYY", "YYYY-MM-DD"], zone: "Europe/Zurich" },
  columns: {
    date: { source: { from: "column", names: ["Day", "Date"] } },
    currency: { source: { from: "constant", value: "EUR" } },
    ticker: { source: { from: "part", name: "Symbol", divider: ":", part: 1 } },
    quantity: {
      source: { from: "text", name: "Text", templates: ["Buy {quantity} @ {}"], take: "quantity" },
      sign: "byKind",
    },
    amount: { source: { from: "sum", terms: [{ name: "In" }, { name: "Out", minus: true }] } },
    fee: { source: { from: "sum", terms: [{ name: "A" }, { name: "B", currency: "C" }] }, optional: true },
    price: { source: { from: "column", names: ["Price"] }, currency: { from: "column", names: ["Unit"] } },
    tax: { source: { from: "remainder" } },
  },
  kinds: {
    columns: ["Type"],
    rows: [
      {
        when: ["Buy*"],
        amount: "below",
        result: "buy",
        columns: { name: { source: { from: "constant", value: "x" } } },
      },
    ],
  },
  pairs: ["Order"],
};

test("what the page shows, and what it only keeps, is saved as it was", () => {
  const read = mapping.parse(written);
  expect(mapping.parse(toMapping(toDraft(read)))).toEqual(read);
  const { columns } = toDraft(read);
  expect(Object.entries(columns).map(([column, { mode }]) => [column, mode])).toEqual([
    ["date", "column"],
    ["currency", "constant"],
    ["ticker", "part"],
    ["quantity", "text"],
    ["amount", "difference"],
    ["fee", "kept"],
    ["price", "kept"],
    ["tax", "kept"],
  ]);
});

test("columns that are needed and unfinished ones are named", () => {
  expect(missingOf(emptyDraft, neededColumns.statement)).toEqual(["date", "currency", "amount", "kind"]);
  const draft = {
    ...emptyDraft,
    formats: " ",
    kindColumns: ["Type"],
    columns: {
      date: { ...emptyColumn, mode: "column" as const, name: "Day" },
      currency: { ...emptyColumn, mode: "constant" as const, value: " " },
      amount: { ...emptyColumn, mode: "difference" as const, name: "In" },
    },
  };
  expect(missingOf(draft, neededColumns.statement)).toEqual(["currency", "amount", "formats"]);
});

test("values of the file join the table of kinds once", () => {
  const rows = withValues([{ when: ["Buy"], result: "buy" }], [["BUY"], ["Sell"]]);
  expect(rows).toEqual([
    { when: ["Buy"], result: "buy" },
    { when: ["Sell"], result: "ask" },
  ]);
  expect(withValues(rows, [["sell"]])).toEqual(rows);
});
