/** What a row without an id is recognised by: every field of it. */
import { expect, test } from "vitest";
import { entryBook, type NamelessEntry } from "./identity.ts";
import type { FileEntry } from "./parsed-file.ts";

const row: NamelessEntry = {
  line: 2,
  account: "P1",
  kind: "buy",
  day: "2026-01-05",
  time: "10:00:00",
  named: "ACME",
  quantity: "10",
  price: "5",
  currency: "EUR",
  amount: "-51",
  fee: "1",
  tax: "0.5",
  cost: "50",
  counter: { currency: "USD", amount: "60", quantity: "3" },
  counterNamed: "OTHER",
  reversesExternalId: "r1",
  orderId: "o1",
  description: "Bought",
};

/** The entries made of rows in one file. */
function read(...rows: NamelessEntry[]): FileEntry[] {
  const entries: FileEntry[] = [];
  const book = entryBook(entries, () => undefined);
  for (const each of rows) book.add(each);
  return entries;
}
const idOf = (entry: NamelessEntry) => read(entry)[0]?.externalId;

test("a row that comes again is the same row, wherever it stands in its file", () => {
  expect(idOf({ ...row, line: 9 })).toBe(idOf(row));
});

test.each<Partial<NamelessEntry>>([
  { kind: "sell" },
  { day: "2026-01-06" },
  { time: "10:00:01" },
  { named: "ACNE" },
  { quantity: "11" },
  { price: "6" },
  { currency: "USD" },
  { amount: "-52" },
  { fee: "2" },
  { fee: undefined },
  { tax: "0.6" },
  { accruedInterest: "0.1" },
  { cost: "51" },
  { counter: { ...row.counter, currency: "CHF" } },
  { counter: { ...row.counter, amount: "61" } },
  { counter: { ...row.counter, quantity: "4" } },
  { counterNamed: "OTHERS" },
  { reversesExternalId: "r2" },
  { orderId: "o2" },
  { description: "Bought again" },
])("rows that differ in %o alone are two rows", (change) => {
  expect(idOf({ ...row, ...change } as NamelessEntry)).not.toBe(idOf(row));
});

test("rows of a file that are alike are numbered, account by account", () => {
  const [first, second, other] = read(row, row, { ...row, account: "P2" });
  expect(second?.externalId).toBe(`${first?.externalId}:2`);
  expect(other?.externalId).toBe(first?.externalId);
});
