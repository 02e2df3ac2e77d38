import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../testing/database.ts";
import { buy, deposit, entry, makeClient, makeInstruments, rate, sell } from "../testing/firm.ts";
import type { NewEntry } from "./entries.ts";
import { listCash, listPositions } from "./holdings.queries.ts";
import { bookEntries, EntriesRefused, previewEntries } from "./writer.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

async function holdings(holder: Awaited<ReturnType<typeof makeClient>>) {
  const { db } = database;
  const [positions, cash] = [await listPositions(db, holder), await listCash(db, holder)];
  return { positions, cash };
}

describe("booking", () => {
  test("keeps positions and cash in the same transaction as the entries", async () => {
    const { db } = database;
    const client = await makeClient(db);
    const { ACME } = await makeInstruments(db, { ACME: "EUR" });
    const booking = await bookEntries(db, client, [
      deposit("2024-01-02", "1000"),
      buy("2024-01-03", ACME, "10", "-501.50", { fee: "1.50" }),
      sell("2024-02-01", ACME, "4", "239", { fee: "1" }),
    ]);
    expect(booking).toMatchObject({ booked: 3, version: "1", from: "2024-01-02", refusals: [] });
    const { positions, cash } = await holdings(client);
    // Cost of 10 is 501.50 with the fee; 4 are sold at 50.15 each: 300.90 remains, 239 − 200.60 = 38.40 is gained.
    expect(positions).toMatchObject([
      { instrumentId: ACME, quantity: "6", state: { cost: "300.9", costBase: "300.9", realisedBase: "38.4" } },
    ]);
    expect(cash).toMatchObject([{ currency: "EUR", amount: "737.5" }]);
  });

  test("refuses an opening balance after the first entry of its instrument or currency, and an entry before a balance", async () => {
    const { db } = database;
    const client = await makeClient(db);
    const { ACME, GLOB } = await makeInstruments(db, { ACME: "EUR", GLOB: "EUR" });
    const opening = (day: string, more: Partial<NewEntry>) =>
      entry({ kind: "openingBalance", day, currency: "EUR", amount: "0", ...more });
    await bookEntries(db, client, [deposit("2024-01-02", "1000"), buy("2024-01-03", ACME, "10", "-500")]);
    const refusalsOf = async (entries: NewEntry[]) => {
      await expect(bookEntries(db, client, entries)).rejects.toBeInstanceOf(EntriesRefused);
      return (await previewEntries(db, client, entries)).refusals;
    };
    const code = "openingBalanceNotFirst";
    expect(await refusalsOf([opening("2024-02-01", { instrumentId: ACME, quantity: "5" })])).toEqual([
      { index: 0, code, detail: "2024-01-03 < 2024-02-01", instrumentId: ACME },
    ]);
    expect(await refusalsOf([opening("2024-01-31", { amount: "70" })])).toEqual([
      { index: 0, code, detail: "EUR, 2024-01-02 < 2024-01-31" },
    ]);
    // Valid: on the first entry's own day, before it, and for something not held yet.
    await bookEntries(db, client, [
      opening("2024-01-01", { instrumentId: ACME, quantity: "5" }),
      opening("2024-01-01", { amount: "70" }),
      opening("2024-02-01", { instrumentId: GLOB, quantity: "5" }),
      opening("2024-02-01", { currency: "USD", amount: "9" }),
    ]);
    expect(await refusalsOf([buy("2024-01-15", GLOB, "1", "-1")])).toEqual([
      { index: 0, code, detail: "2024-01-15 < 2024-02-01", instrumentId: GLOB },
    ]);
    expect((await holdings(client)).positions).toMatchObject([{ quantity: "15" }, { quantity: "5" }]);
  });

  test("skips an entry known already and alike, and refuses one known with other content", async () => {
    const { db } = database;
    const client = await makeClient(db);
    await bookEntries(db, client, [deposit("2024-01-02", "1000")]);
    const again = await bookEntries(db, client, [deposit("2024-01-02", "1000"), deposit("2024-01-03", "5")]);
    expect(again).toMatchObject({ booked: 1, known: [0] });
    const changed = { ...deposit("2024-01-03", "5"), amount: "6", fingerprint: "other" };
    const preview = await previewEntries(db, client, [changed]);
    expect(preview.refusals).toMatchObject([{ index: 0, code: "knownWithOtherContent" }]);
    await expect(bookEntries(db, client, [changed])).rejects.toThrow(EntriesRefused);
  });

  test("a sale of shares that are not there refuses the whole call, names it and says what is missing", async () => {
    const { db } = database;
    const client = await makeClient(db);
    const { ACME } = await makeInstruments(db, { ACME: "EUR" });
    const entries = [
      deposit("2024-01-02", "1"),
      buy("2024-01-03", ACME, "2", "-20"),
      sell("2024-01-04", ACME, "5", "60"),
    ];
    const preview = await previewEntries(db, client, entries);
    expect(preview.refusals).toEqual([{ index: 2, code: "quantityBelowZero", detail: "3", instrumentId: ACME }]);
    expect(preview.missing).toEqual([{ instrumentId: ACME, quantity: "3", day: "2024-01-03" }]);
    await expect(bookEntries(db, client, entries)).rejects.toThrow(EntriesRefused);
    expect(await holdings(client)).toEqual({ positions: [], cash: [] });
  });

  test("cash below zero is taken and flagged", async () => {
    const { db } = database;
    const client = await makeClient(db);
    const { ACME } = await makeInstruments(db, { ACME: "EUR" });
    const booking = await bookEntries(db, client, [buy("2024-01-03", ACME, "2", "-20")]);
    expect(booking.cashBelowZero).toEqual(["EUR"]);
    expect(booking.changes).toEqual([
      { instrumentId: ACME, currency: "EUR", before: "0", after: "2" },
      { instrumentId: null, currency: "EUR", before: "0", after: "-20" },
    ]);
  });
});

describe("a backdated entry", () => {
  test("leaves the same holdings as if all had come in order", async () => {
    const { db } = database;
    const { ACME, GLOB } = await makeInstruments(db, { ACME: "EUR", GLOB: "USD" });
    await rate(db, "USD", "2024-01-01", "1.10");
    await rate(db, "USD", "2024-02-01", "1.05");
    const usd = { currency: "USD" };
    const entries = [
      deposit("2024-01-02", "5000"),
      deposit("2024-01-02", "3000", "USD"),
      buy("2024-01-05", ACME, "10", "-501", { fee: "1" }),
      buy("2024-01-09", GLOB, "7", "-702", { ...usd, fee: "2" }),
      buy("2024-02-05", ACME, "3", "-180"),
      sell("2024-02-06", GLOB, "2", "260", usd),
      sell("2024-02-07", ACME, "6", "366"),
    ];
    const [inOrder, backdated] = [await makeClient(db), await makeClient(db)];
    await bookEntries(db, inOrder, entries);
    for (const index of [0, 1, 4, 3, 6, 5].filter((place) => place < 5))
      await bookEntries(db, backdated, [entries[index] as never]);
    await bookEntries(db, backdated, [entries[2] as never]);
    await bookEntries(db, backdated, entries.slice(5));
    expect(await holdings(backdated)).toEqual(await holdings(inOrder));
  });

  test("that takes the shares from a later sale is refused", async () => {
    const { db } = database;
    const client = await makeClient(db);
    const { ACME } = await makeInstruments(db, { ACME: "EUR" });
    await bookEntries(db, client, [buy("2024-01-03", ACME, "5", "-50"), sell("2024-03-01", ACME, "5", "60")]);
    const preview = await previewEntries(db, client, [sell("2024-02-01", ACME, "1", "11")]);
    expect(preview.refusals).toMatchObject([{ index: 0, code: "quantityBelowZero", detail: "1" }]);
  });
});

describe("a reversal", () => {
  const wrong = (instrumentId: number) => buy("2024-01-03", instrumentId, "5", "-50", { externalId: "wrong" });
  const undo = (externalId: string) =>
    entry({
      kind: "reversal",
      day: "2024-01-08",
      currency: "EUR",
      amount: "0",
      reversesExternalId: "wrong",
      externalId,
    });

  test("undoes its entry as if it had never been, and marks the days from that entry on", async () => {
    const { db } = database;
    const client = await makeClient(db);
    const { ACME, OTHER } = await makeInstruments(db, { ACME: "EUR", OTHER: "EUR" });
    await bookEntries(db, client, [deposit("2024-01-02", "100"), wrong(ACME)]);
    const booking = await bookEntries(db, client, [undo("undo"), buy("2024-01-09", OTHER, "1", "-10")]);
    expect(booking.from).toBe("2024-01-03");
    const { positions, cash } = await holdings(client);
    expect(positions.map(({ instrumentId, quantity }) => [instrumentId, quantity])).toEqual([[OTHER, "1"]]);
    expect(cash).toMatchObject([{ currency: "EUR", amount: "90" }]);
  });

  test("of an entry that is not there, or is undone already, is refused", async () => {
    const { db } = database;
    const client = await makeClient(db);
    const { ACME } = await makeInstruments(db, { ACME: "EUR" });
    expect((await previewEntries(db, client, [undo("undo")])).refusals).toMatchObject([{ code: "unknownReversal" }]);
    await bookEntries(db, client, [wrong(ACME), undo("undo")]);
    expect((await previewEntries(db, client, [undo("again")])).refusals).toMatchObject([
      { index: 0, code: "unknownReversal" },
    ]);
  });
});

test("two writers to one holder at once leave what one after the other would", async () => {
  const { db } = database;
  const client = await makeClient(db);
  const days = Array.from({ length: 12 }, (_, index) => `2024-01-${String(index + 1).padStart(2, "0")}`);
  await Promise.all(days.map((day) => bookEntries(db, client, [deposit(day, "10")])));
  const { cash } = await holdings(client);
  expect(cash).toMatchObject([{ currency: "EUR", amount: "120" }]);
  const { rows } = await sql<{ version: number; entries: number }>`
    select version, entries from ledger_head where holder_id = ${client.holderId}`.execute(db);
  expect(rows).toEqual([{ version: 12, entries: 12 }]);
});

test("the app's role cannot change or delete an entry, a price or a rate", async () => {
  const { db } = database;
  for (const statement of [
    "update ledger_entry set amount = 0",
    "delete from ledger_entry",
    "update price set value = 1",
    "delete from price",
    "update fx_rate set per_euro = 1",
    "truncate ledger_entry",
  ])
    await expect(sql.raw(statement).execute(db)).rejects.toThrow(/permission denied/);
});
