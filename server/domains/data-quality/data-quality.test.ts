/** Lists of what is to be mended: what is in them, that each has its count, and who sees which. */

import { addDays } from "@portico/api/rules/calendar.ts";
import { dataChecks } from "@portico/api/rules/data-checks.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { codeOf } from "../../testing/effects.ts";
import { firmDay } from "../settings/firm-day.ts";

let app: TestApp;
let admin: TestUser;
let internal: TestUser;
let anna: TestUser;
let boris: TestUser;
let today: string;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.as("admin");
  internal = await app.as("internal");
  anna = await app.as("client", { name: "Anna", clientNumber: "A-1" });
  boris = await app.as("client", { name: "Boris", clientNumber: "B-1" });
  ({ today } = await firmDay(app.services.db, app.services.now()));
});
afterAll(() => app.close());

const db = () => app.database.db;
const counts = async (who = admin) =>
  Object.fromEntries((await who.client.dataQuality.count()).checks.map(({ check, count }) => [check, count]));

async function addInstrument(name: string, more: { isin?: string; currency?: string; facts?: boolean }) {
  const { rows } = await sql<{ id: number }>`
    insert into instrument (name, ticker, isin, currency, asset_class, country, country_source, sector, sector_source)
    values (${name}, ${name.slice(0, 4).toUpperCase()}, ${more.isin ?? null}, ${more.currency ?? "EUR"}, 'equity',
      ${more.facts ? "BG" : null}, ${more.facts ? "file" : null}, null, ${more.facts ? "staff" : null}) returning id`.execute(
    db(),
  );
  return rows[0]?.id ?? 0;
}
const hold = (who: TestUser, instrument: number, quantity: string) =>
  sql`insert into position (holder_type, holder_id, instrument_id, quantity, state)
    values ('user', ${who.id}, ${instrument}, ${quantity}::numeric, '{}')`.execute(db());
const pay = (who: TestUser, currency: string, amount: string) =>
  sql`insert into cash_balance (holder_type, holder_id, currency, amount, state)
    values ('user', ${who.id}, ${currency}, ${amount}::numeric, '{}')`.execute(db());
const price = (instrument: number, days: number) =>
  sql`insert into price (instrument_id, currency, day, source, value)
    values (${instrument}, 'EUR', ${addDays(today, days)}::date, 'test', 10)`.execute(db());
const rate = (currency: string, days: number) =>
  sql`insert into fx_rate (currency, day, source, per_euro)
    values (${currency}, ${addDays(today, days)}::date, 'test', 1.5)`.execute(db());

/** Every row of a list, two at a time. */
async function all<Row>(read: (cursor: string | undefined) => Promise<{ rows: Row[]; nextCursor: string | null }>) {
  const rows: Row[] = [];
  let cursor: string | undefined;
  do {
    const page = await read(cursor);
    rows.push(...page.rows);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return rows;
}
const instrumentsOf = (check: "prices" | "isins" | "facts") =>
  all(async (cursor) => {
    const { instruments, nextCursor } = await internal.client.dataQuality.listInstruments({
      query: { check, limit: 1, ...(cursor !== undefined && { cursor }) },
    });
    return { rows: instruments, nextCursor };
  });
const belowZero = (check: "cash" | "units") =>
  all((cursor) =>
    internal.client.dataQuality.listBelowZero({
      query: { check, limit: 1, ...(cursor !== undefined && { cursor }) },
    }),
  );
const unnumbered = () =>
  all(async (cursor) => {
    const { holders, nextCursor } = await internal.client.dataQuality.listUnnumbered({
      query: { limit: 1, ...(cursor !== undefined && { cursor }) },
    });
    return { rows: holders, nextCursor };
  });

test("a new firm has nothing to mend; clients see none of it, and papers are counted for administrators alone", async () => {
  expect(await counts()).toEqual(Object.fromEntries(dataChecks.map((check) => [check, 0])));
  expect(Object.keys(await counts(internal))).toEqual(dataChecks.filter((check) => check !== "papers"));
  expect(await codeOf(anna.client.dataQuality.count())).toBe("forbidden");
});

describe("instruments", () => {
  test("that are held come if their last price up to today is older than ten days, or missing", async () => {
    const [fresh, ten, eleven, none, sold, unheld, later] = [
      await addInstrument("Fresh", { isin: "XS0000000001", facts: true }),
      await addInstrument("Ten days", { isin: "XS0000000002", facts: true }),
      await addInstrument("Eleven days", { isin: "XS0000000003", facts: true }),
      await addInstrument("No price", { facts: true }),
      await addInstrument("Sold", {}),
      await addInstrument("Unheld", {}),
      await addInstrument("Later", { isin: "XS0000000004" }),
    ];
    for (const id of [fresh, ten, eleven, none, later]) await hold(anna, id, "5");
    await hold(anna, sold, "0");
    await price(fresh, 0);
    await price(ten, -10);
    await price(eleven, -11);
    await price(later, 1);
    expect(unheld).toBeGreaterThan(0);
    expect((await instrumentsOf("prices")).map(({ name, quoted }) => [name, quoted])).toEqual([
      ["Eleven days", addDays(today, -11)],
      ["Later", null],
      ["No price", null],
    ]);
    expect((await instrumentsOf("isins")).map(({ name }) => name)).toEqual(["No price"]);
    // A sector that a colleague took out is not missing.
    expect((await instrumentsOf("facts")).map(({ name }) => name)).toEqual(["Later"]);
    expect(await counts()).toMatchObject({ prices: 3, isins: 1, facts: 1 });
  });
});

test("currencies of cash and held instruments need a young rate, those with a fixed one do not", async () => {
  await hold(boris, await addInstrument("Yen fund", { currency: "JPY" }), "1");
  await addInstrument("Unheld franc", { currency: "CHF" });
  for (const currency of ["USD", "GBP", "BGN", "EUR"]) await pay(boris, currency, "10");
  await pay(boris, "SEK", "0");
  await rate("USD", -10);
  await rate("GBP", -11);
  await rate("GBP", 1);
  expect((await internal.client.dataQuality.listRates()).rates).toEqual([
    { currency: "GBP", quoted: addDays(today, -11) },
    { currency: "JPY", quoted: null },
  ]);
  expect(await counts()).toMatchObject({ rates: 2 });
});

test("cash and units below zero name their client", async () => {
  await pay(anna, "USD", "-0.01");
  await pay(anna, "EUR", "-3");
  await hold(boris, await addInstrument("Oversold", { facts: true }), "-2.5");
  expect((await belowZero("cash")).map(({ holder, currency, amount }) => [holder.name, currency, amount])).toEqual([
    ["Anna", "EUR", "-3"],
    ["Anna", "USD", "-0.01"],
  ]);
  expect(await belowZero("units")).toMatchObject([
    { holder: { name: "Boris" }, instrument: { name: "Oversold" }, amount: "-2.5" },
  ]);
  expect(await counts()).toMatchObject({ cash: 2, units: 1 });
});

describe("client numbers", () => {
  const setNumber = (who: { id: number }, type: "user" | "company", number: string | null) =>
    sql`insert into holder_account (holder_type, holder_id, client_number) values (${type}, ${who.id}, ${number})
      on conflict (holder_type, holder_id) do update set client_number = excluded.client_number`.execute(db());

  test("are missing of approved clients alone, until they get one; removed, it is missing again", async () => {
    const [approved, renewing] = [
      await app.as("client", { name: "Approved", state: "postKYC" }),
      await app.as("client", { name: "Renewing", state: "pendingReKYC" }),
    ];
    await app.as("client", { name: "Disabled", state: "disabled" });
    await app.as("client", { name: "Numbered", state: "postKYC", clientNumber: "N-1" });
    const { rows } = await sql<{ id: number }>`
      insert into company (name, creator_id, state) values ('Firm', ${approved.id}, 'postKYC')
      returning id`.execute(db());
    const [firm] = rows;
    if (!firm) throw new Error("The company was not added");
    const names = async () => (await unnumbered()).map(({ name }) => name);
    const before = await names();
    expect(before).toEqual(expect.arrayContaining(["Approved", "Renewing", "Firm"]));
    expect(before.filter((name) => name === "Disabled" || name === "Numbered")).toEqual([]);
    expect((await counts())["numbers"]).toBe(before.length);
    await setNumber(approved, "user", "N-2");
    await setNumber(renewing, "user", null);
    expect(await names()).toEqual(before.filter((name) => name !== "Approved"));
    await setNumber(approved, "user", null);
    expect(await names()).toEqual(before);
    await setNumber(firm, "company", "F-1");
    expect(await names()).toEqual(before.filter((name) => name !== "Firm"));
  });
});

test("papers and texts are those of their lists", async () => {
  await sql`insert into form_expiry (holder_type, holder_id, expires_on) values ('user', ${anna.id}, ${addDays(today, 60)}::date),
    ('user', ${boris.id}, ${addDays(today, 61)}::date)`.execute(db());
  const { papers } = await admin.client.compliance.listExpiring({ query: { limit: 200 } });
  expect(await counts()).toMatchObject({ papers: papers.length });
  expect(papers).toHaveLength(1);
  const behind = (await internal.client.content.listAll()).pages.filter((page) => page.behind.length > 0);
  expect((await internal.client.dataQuality.listTexts()).texts).toHaveLength(behind.length);
});
