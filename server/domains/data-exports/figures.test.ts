/** What is exported sums to the portal's own figures, of one moment, with what was corrected. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { bookEntries } from "../portfolios/ledger/writer.ts";
import { computeDailyValues } from "../portfolios/performance/daily-values.ts";
import {
  buy,
  deposit,
  entry,
  makeClient,
  makeInstruments,
  price,
  rate,
  sell,
  type TestClient,
} from "../portfolios/testing/firm.ts";
import { columnsOf } from "./content/columns.ts";
import { exported, order } from "./testing/exported.ts";
import { typeOf } from "./testing/read-back.ts";

let app: TestApp;
let office: TestUser;
let ana: TestClient;
let boris: TestClient;
let dollars: TestClient;
const period = { from: "2026-01-01", to: "2026-03-31" };

beforeAll(async () => {
  app = await createTestApp();
  const { db } = app.services;
  office = await app.as("office");
  [ana, boris, dollars] = [await makeClient(db), await makeClient(db), await makeClient(db, { baseCurrency: "USD" })];
  const { ACME, GLOB, NOPRICE } = await makeInstruments(db, { ACME: "EUR", GLOB: "USD", NOPRICE: "EUR" });
  for (const [day, acme, glob, usd] of [
    ["2025-12-30", "9.5", "101.37", "1.1731"],
    ["2026-01-15", "10.123456", "99.99", "1.0913"],
    ["2026-02-27", "11", "103.5", "1.2077"],
    ["2026-03-30", "12.75", "98.01", "1.1999"],
  ] as const) {
    await price(db, ACME, day, acme);
    await price(db, GLOB, day, glob);
    await rate(db, "USD", day, usd);
  }
  await bookEntries(db, ana, [
    deposit("2025-12-31", "10000"),
    buy("2026-01-05", ACME, "333", "-3400.12", { fee: "4.37" }),
    entry({
      kind: "fx",
      day: "2026-01-06",
      currency: "EUR",
      amount: "-2000",
      counter: { currency: "USD", amount: "2180.55" },
    }),
    buy("2026-01-07", GLOB, "7.123456", "-715.5", { currency: "USD", fee: "1.005", description: "=HYPERLINK(1)" }),
    entry({ kind: "fee", day: "2026-02-28", currency: "EUR", amount: "-25.5", description: "Такса" }),
    entry({ kind: "interest", day: "2026-03-02", currency: "USD", amount: "-3.33" }),
    buy("2026-03-31", NOPRICE, "3", "-30"),
  ]);
  await bookEntries(db, boris, [
    deposit("2026-01-01", "5000"),
    buy("2026-01-05", ACME, "100", "-1000", { fee: "1" }),
    sell("2026-03-31", ACME, "40", "510", { fee: "0.5", tax: "2" }),
    entry({ kind: "fee", day: "2026-01-31", currency: "EUR", amount: "-9.99", externalId: "wrong fee" }),
    deposit("2026-04-01", "77"),
  ]);
  await bookEntries(db, dollars, [
    deposit("2026-01-10", "1000", "USD"),
    buy("2026-01-12", ACME, "10", "-101", { fee: "0.1" }),
  ]);
  await bookEntries(db, boris, [
    {
      ...entry({ kind: "reversal", day: "2026-04-02", currency: "EUR", amount: "0" }),
      reversesExternalId: "wrong fee",
    },
    entry({ kind: "fee", day: "2026-01-31", currency: "EUR", amount: "-9.9", externalId: "right fee" }),
  ]);
  // Of Boris the job is behind: his days are worked out by the export.
  await computeDailyValues(app.services, ana);
  await computeDailyValues(app.services, dollars);
});
afterAll(() => app.close());

const plainSum = (column: string): string => `cast(sum(${column}) as varchar)`;

test("booked entries sum to the portal's cash and units; cancelled ones and reversals are told", async () => {
  const { query, made } = await exported(
    app,
    office,
    order({ from: "2025-01-01", to: "2026-04-30", positions: "monthEnd" }),
  );
  expect(made).toMatchObject({ state: "ready", holders: 3, elsewhere: 0, failure: null });
  const { rows } = await sql<{ id: string; currency: string; amount: string }>`
    select holder_id::text as id, currency, amount::numeric(38, 12)::text as amount from cash_balance where amount <> 0
    order by 1, 2`.execute(app.database.db);
  expect(rows.length).toBe(5);
  expect(
    await query(`
      select holder_id as id, currency, ${plainSum("amount")} as amount from (
        select holder_id, currency, amount from entries where state = 'booked'
        union all select holder_id, counter_currency, counter_amount from entries where state = 'booked' and counter_currency is not null
      ) group by all having sum(amount) <> 0 order by 1, 2`),
  ).toEqual(rows);
  const units = await sql<{ id: string; instrument: string; quantity: string }>`
    select holder_id::text as id, instrument_id::text as instrument, quantity::numeric(38, 12)::text as quantity
    from position where quantity <> 0 order by 1, 2`.execute(app.database.db);
  expect(
    await query(`
      select holder_id as id, instrument_id as instrument, ${plainSum("quantity")} as quantity from entries
      where state = 'booked' and instrument_id is not null group by all order by 1, 2`),
  ).toEqual(units.rows);
  expect(
    await query(`select state, kind, amount, undone_by is not null as undone, reverses is not null as undoes from entries
      where state <> 'booked' order by day`),
  ).toEqual([
    { state: "cancelled", kind: "fee", amount: "-9.990000000000", undone: "true", undoes: "false" },
    { state: "reversal", kind: "reversal", amount: "0.000000000000", undone: "false", undoes: "true" },
  ]);
});

test("positions sum to the values of their day, which are the portal's, also where the job is behind", async () => {
  const { query, made } = await exported(app, office, order(period));
  // One cent of the 18th decimal: each position and the value are rounded to 20.
  const differing = await query(`
    select v.day, v.holder_id, v.value, p.value as positions from values v
      left join (select day, holder_id, sum(value) as value from positions group by all) p using (day, holder_id)
    where abs(v.value - coalesce(p.value, 0)) > 0.000000000000000001`);
  expect(differing).toEqual([]);
  expect(made.files.find(({ content }) => content === "values")?.rows).toBe(90 + 90 + 81);
  for (const client of [ana, boris, dollars]) {
    const asOf = await office.client.portfolios.getAsOf({
      params: { holderType: "user", holderId: client.holderId, day: "2026-03-31" },
      query: {},
    });
    const [exportedValue] = await query(
      `select round(value, 2) as value from values where day = '2026-03-31' and holder_id = ${client.holderId}`,
    );
    expect(Number(exportedValue?.["value"])).toBe(Number((asOf.currentValue ?? 0).toFixed(2)));
  }
  await computeDailyValues(app.services, boris);
  const after = await exported(app, office, order(period));
  const all = "select * from values order by holder_id, day";
  expect(await after.query(all)).toEqual(await query(all));
  await sql`update ledger_head set computed_until = null where holder_id = ${boris.holderId}`.execute(app.database.db);
});

test("fees sum to the fees of the values, and only those that count", async () => {
  const { query } = await exported(app, office, order(period));
  const differing = await query(`
    select day, holder_id, v.fees, f.fees as charged from values v
      full join (select day, holder_id, sum(amount_in_contract_currency) as fees from fees group by all) f using (day, holder_id)
    where abs(coalesce(v.fees, 0) - coalesce(f.fees, 0)) > 0.000000000000000001`);
  expect(differing).toEqual([]);
  expect(await query("select kind, amount, currency from fees order by entry_id")).toEqual(
    [
      ["buy", "4.370000000000", "EUR"],
      ["buy", "1.005000000000", "USD"],
      ["fee", "25.500000000000", "EUR"],
      ["interest", "3.330000000000", "USD"],
      ["buy", "1.000000000000", "EUR"],
      ["sell", "0.500000000000", "EUR"],
      ["buy", "0.100000000000", "EUR"],
      ["fee", "9.900000000000", "EUR"],
    ].map(([kind, amount, currency]) => ({ kind, amount, currency })),
  );
});

test("CSV says the same as Parquet", async () => {
  const parquet = await exported(app, office, order(period));
  const csv = await exported(app, office, order({ ...period, format: "csv" }));
  for (const content of ["positions", "values", "fees"] as const) {
    const compared = columnsOf[content].map((column) => `cast(${column.name} as ${typeOf(column)}) as ${column.name}`);
    const all = `select ${compared.join(", ")} from ${content} order by all`;
    const rows = await parquet.query(all);
    expect(rows.length).toBeGreaterThan(5);
    expect((await csv.query(all)).map((row) => ({ ...row }))).toEqual(rows);
  }
  expect(await csv.query("select description from entries where description is not null order by 1")).toEqual([
    { description: "'=HYPERLINK(1)" },
    { description: "Такса" },
  ]);
  expect(await csv.query("select count(*) as n from entries")).toEqual(
    await parquet.query("select count(*) as n from entries"),
  );
});

test("a period is of the firm's days, first and last included, and may be empty", async () => {
  const { query } = await exported(app, office, order({ from: "2026-01-05", to: "2026-01-06", contents: ["entries"] }));
  expect(await query("select distinct day from entries order by 1")).toEqual([
    { day: "2026-01-05" },
    { day: "2026-01-06" },
  ]);
  const empty = await exported(app, office, order({ from: "2020-01-01", to: "2020-01-31" }));
  expect(empty.made).toMatchObject({ state: "ready", holders: 0 });
  expect(empty.made.files.map(({ rows }) => rows)).toEqual([0, 0, 0, 0]);
  expect(await empty.query("select count(*) as n, sum(value) as v from values")).toEqual([{ n: "0", v: null }]);
});

test("positions of months' ends are those of the last day of each month and of the period", async () => {
  const { query } = await exported(app, office, order({ from: "2026-01-10", to: "2026-03-15", positions: "monthEnd" }));
  expect(await query("select distinct day from positions order by 1")).toEqual(
    ["2026-01-31", "2026-02-28", "2026-03-15"].map((day) => ({ day })),
  );
});

test("a holding without a price has no value, and one without a quote is marked as an estimate", async () => {
  const { query } = await exported(app, office, order({ from: "2026-03-31", to: "2026-03-31" }));
  expect(
    await query("select ticker, is_estimate, value is null as unknown from positions where ticker = 'NOPRICE'"),
  ).toEqual([{ ticker: "NOPRICE", is_estimate: "false", unknown: "false" }]);
});

test("a group or a custodian selects holders, with all that they have", async () => {
  const { db } = app.database;
  await sql`insert into distribution_group (name) values ('Sofia')`.execute(db);
  await sql`insert into distribution_group_member (group_name, user_id) values ('Sofia', ${ana.holderId})`.execute(db);
  const whole = { from: "2025-01-01", to: "2026-04-30", contents: ["entries" as const] };
  const holdersOf = async (holders: Parameters<typeof order>[0]["holders"]) => {
    const { query } = await exported(app, office, order({ ...whole, ...(holders && { holders }) }));
    return (await query("select holder_id as id, count(*) as n from entries group by all order by 1")).map(
      ({ id, n }) => [Number(id), Number(n)],
    );
  };
  expect(await holdersOf({ scope: "group", group: "Sofia" })).toEqual([[ana.holderId, 7]]);
  const { rows } = await sql<{ id: number }>`
    insert into custodian (name, other_names) values ('Bank of Two Names', '{Second Name}') returning id`.execute(db);
  const custodianId = rows[0]?.id ?? 0;
  await bookEntries(app.services.db, boris, [
    { ...deposit("2026-04-03", "1"), custodian: "second name", externalId: "named" },
  ]);
  expect(await holdersOf({ scope: "custodian", custodianId })).toEqual([[boris.holderId, 8]]);
});
