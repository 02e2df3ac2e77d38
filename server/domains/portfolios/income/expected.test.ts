/** Estimates over HTTP: for what is held now, beside what is announced and never in its sum. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { inTransaction } from "../../../kernel/transaction.ts";
import { createTestApp, type TestApp } from "../../../testing/app.ts";
import type { NewEntry } from "../ledger/entries.ts";
import { bookEntries } from "../ledger/writer.ts";
import { buy, deposit, entry, makeInstruments, rate } from "../testing/firm.ts";
import { recordAnnounced } from "./announcements.ts";

const today = "2024-06-28";
let portal: TestApp;
beforeAll(async () => {
  portal = await createTestApp();
  portal.services.now = () => new Date(`${today}T12:00:00Z`);
  await rate(portal.services.db, "USD", today, "1.25");
});
afterAll(() => portal.close());

let names = 0;
async function makeHolder() {
  const { db } = portal.services;
  names += 1;
  const user = await portal.as("client", { clientNumber: `X-${names}` });
  const holder = { holderType: "user" as const, holderId: user.id };
  const instruments = await makeInstruments(db, { ACME: "USD", GLOB: "EUR" });
  const announce = (instrumentId: number, more: { currency?: string; account?: string; asOf?: string } = {}) =>
    inTransaction(db, (trx) =>
      recordAnnounced(trx, holder, {
        account: more.account ?? "U1",
        source: "ibFlex",
        asOf: more.asOf ?? "2024-06-27",
        importId: null,
        isList: true,
        isWhole: true,
        rows: [
          {
            instrumentId,
            exDay: "2024-06-20",
            payDay: "2024-07-10",
            currency: more.currency ?? "EUR",
            quantity: "10",
            grossPerUnit: "1",
            gross: "10",
            tax: null,
            isTakenBack: false,
          },
        ],
      }),
    );
  return {
    holder,
    ...instruments,
    announce,
    book: (...entries: NewEntry[]) => bookEntries(db, holder, entries),
    expected: () => user.client.portfolios.getExpectedIncome({ params: holder }),
  };
}
const paid = (instrumentId: number, kind: "dividend" | "tax", day: string, amount: string) =>
  entry({ kind, day, amount, currency: "USD", instrumentId });

test("last year's payment with its tax, also tax that was booked later, for twice the units after a split", async () => {
  const { ACME, GLOB, book, announce, expected } = await makeHolder();
  await book(
    deposit("2023-01-02", "10000"),
    buy("2023-01-02", ACME, "10", "-1000"),
    buy("2023-01-02", GLOB, "10", "-1000"),
    paid(ACME, "dividend", "2023-09-05", "20"),
    paid(ACME, "tax", "2023-09-08", "-3"),
    entry({ kind: "split", day: "2024-01-10", instrumentId: ACME, quantity: "10", currency: "USD", amount: "0" }),
    buy("2024-02-01", ACME, "5", "-300"),
  );
  await announce(GLOB);
  const { estimates, announced, totals, months } = await expected();
  expect(estimates).toMatchObject([
    {
      name: "ACME plc",
      payDay: "2024-09-05",
      currency: "USD",
      units: "25",
      gross: "25",
      tax: "3.75",
      net: "21.25",
      inContract: { gross: "20.00", tax: "3.00", net: "17.00" },
      basis: { day: "2023-09-05", grossPerUnit: "1" },
    },
  ]);
  expect(announced).toMatchObject([{ name: "GLOB plc", tax: null, net: null, state: "announced" }]);
  // A tax that is not stated is not zero.
  expect(totals).toEqual({
    announced: { gross: "10.00", tax: null, net: null },
    estimated: { gross: "20.00", tax: "3.00", net: "17.00" },
  });
  expect(months).toMatchObject([
    { month: "2024-07", announced: { gross: "10.00" }, estimated: { gross: "0.00" } },
    { month: "2024-09", announced: { gross: "0.00" }, estimated: { gross: "20.00" } },
  ]);
});

test("nothing is estimated where it is announced, for what is sold, or before twelve months", async () => {
  const { ACME, GLOB, book, announce, expected } = await makeHolder();
  await book(
    deposit("2023-01-02", "10000"),
    buy("2023-01-02", ACME, "10", "-1000"),
    buy("2023-01-02", GLOB, "10", "-1000"),
    paid(ACME, "dividend", "2023-06-28", "20"),
    paid(ACME, "dividend", "2023-07-05", "20"),
    paid(GLOB, "dividend", "2023-09-05", "20"),
    entry({ kind: "sell", day: "2024-01-10", instrumentId: GLOB, quantity: "-10", currency: "EUR", amount: "900" }),
  );
  expect((await expected()).estimates).toMatchObject([{ payDay: "2024-07-05" }]);
  await announce(ACME, { currency: "USD" });
  const after = await expected();
  expect(after.estimates).toEqual([]);
  expect(after.totals.announced.gross).toBe("8.00");
});

test("without a rate the sum is unknown and says why", async () => {
  const { ACME, book, announce, expected } = await makeHolder();
  await book(deposit("2023-01-02", "10000"), buy("2023-01-02", ACME, "10", "-1000"));
  await announce(ACME, { currency: "XAF" });
  const { totals, gaps, announced } = await expected();
  expect(totals.announced.gross).toBeNull();
  expect(announced).toMatchObject([{ gross: "10", inContract: { gross: null } }]);
  expect(gaps).toEqual([{ code: "rateMissing", currency: "XAF", day: today }]);
});

test("a second custodian that announces the same units is told and not counted", async () => {
  const { ACME, book, announce, expected } = await makeHolder();
  await book(deposit("2023-01-02", "10000"), buy("2023-01-02", ACME, "10", "-1000"));
  await announce(ACME, { currency: "USD" });
  await announce(ACME, { currency: "USD", account: "B2" });
  const { announced, totals } = await expected();
  expect(announced.map(({ state }) => state)).toEqual(["announced", "duplicate"]);
  expect(totals.announced.gross).toBe("8.00");
});

test("an account's announcements change only with its own files", async () => {
  const { ACME, book, announce, expected } = await makeHolder();
  await book(deposit("2023-01-02", "10000"), buy("2023-01-02", ACME, "20", "-1000"));
  await announce(ACME, { account: "U1" });
  await announce(ACME, { account: "B2" });
  await announce(ACME, { account: "B2", asOf: "2024-06-28" });
  expect((await expected()).announced.map(({ state }) => state)).toEqual(["announced", "announced"]);
});
