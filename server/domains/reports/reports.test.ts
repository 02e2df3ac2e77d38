/** Reports over HTTP: asked for, made by the job, read, corrected, and who may. */
import { createHash } from "node:crypto";
import { addDays } from "@portico/api/rules/calendar.ts";
import type { Holder } from "@portico/api/shapes.ts";
import type { AssetsData } from "@portico/reports/assets.ts";
import { canonicalJson } from "@portico/reports/canonical.ts";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startCustodianServer } from "../../demo/custodian-server.ts";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { auditOf, codeOf } from "../../testing/effects.ts";
import { bookEntries } from "../portfolios/ledger/writer.ts";
import { linkCustodian } from "../portfolios/portfolios.ts";
import { buy, deposit, entry, makeInstruments, price, rate } from "../portfolios/testing/firm.ts";
import { firmDay } from "../settings/firm-day.ts";
import { makeReport, sweepReports } from "./making.ts";
import { verifyReports } from "./verification.ts";

let app: TestApp;
let internal: TestUser;
let today: string;

beforeAll(async () => {
  app = await createTestApp();
  internal = await app.as("internal");
  ({ today } = await firmDay(app.services.db, app.services.now()));
});
afterAll(() => app.close());

/** As the owner of the tables, past the rights of the application. */
async function asOwner(statements: string): Promise<void> {
  const client = new pg.Client(app.database.owner);
  await client.connect();
  try {
    await client.query(statements);
  } finally {
    await client.end();
  }
}

const of = ({ id }: TestUser): Holder => ({ holderType: "user", holderId: id });
const quarter = { kind: "assets", from: "2026-01-01", to: "2026-03-31", language: "en" } as const;
let made = 0;

/** A client with two instruments, one of them in dollars, and cash in both currencies. */
async function makeOwner() {
  const { db } = app.services;
  made += 1;
  const client = await app.as("client", { clientNumber: `R-${made}`, name: "Iva Ivanova" });
  const names = { [`ACME${made}`]: "EUR", [`GLOB${made}`]: "USD" };
  const ids = await makeInstruments(db, names);
  const [acme = 0, glob = 0] = Object.values(ids);
  await bookEntries(db, of(client), [
    deposit("2026-01-05", "10000"),
    deposit("2026-01-05", "500", "USD"),
    buy("2026-01-06", acme, "10", "-1000"),
    buy("2026-01-07", glob, "3", "-300", { currency: "USD" }),
  ]);
  await price(db, acme, "2026-03-30", "123.456");
  await price(db, glob, "2026-03-31", "101.5");
  return { client, acme, glob };
}

beforeAll(async () => {
  await rate(app.services.db, "USD", "2026-01-05", "1.1");
  await rate(app.services.db, "USD", "2026-03-31", "1.2");
});

const ask = (user: TestUser, wanted: Partial<typeof quarter> | object = {}, about = user) =>
  user.client.reports.ask({ params: of(about), body: { ...quarter, ...wanted } });
const get = (user: TestUser, id: number) => user.client.reports.get({ params: { id } });
async function askAndMake(user: TestUser, wanted: object = {}) {
  const { id } = await ask(user, wanted);
  await makeReport(app.services, id);
  return get(user, id);
}

test("a statement says what was held at the end of the day, at which prices and rates, and closes against the portfolio", async () => {
  const { client, acme } = await makeOwner();
  const { id } = await ask(client);
  expect(await get(client, id)).toMatchObject({
    state: "making",
    data: null,
    dataHash: null,
    gaps: [],
    replaces: null,
  });
  await makeReport(app.services, id);
  const report = await get(client, id);
  expect(report).toMatchObject({
    state: "made",
    kind: "assets",
    from: "2026-01-01",
    to: "2026-03-31",
    replaces: null,
    gaps: [],
  });
  const data = report.data as unknown as AssetsData;
  expect(data.instruments).toEqual([
    {
      name: `ACME${made} plc`,
      isin: null,
      ticker: `ACME${made}`,
      assetClass: "equity",
      currency: "EUR",
      quantity: "10",
      price: { value: "123.456", currency: "EUR", day: "2026-03-30", source: "exchange" },
      rate: { value: "1", day: "2026-03-31", source: "fixed" },
      value: "1234.56",
      valuation: "market",
    },
    expect.objectContaining({
      name: `GLOB${made} plc`,
      quantity: "3",
      price: { value: "101.5", currency: "USD", day: "2026-03-31", source: "exchange" },
      rate: { value: "0.83333333333333333333", day: "2026-03-31", source: "ECB" },
      value: "253.75",
    }),
  ]);
  expect(data.cash.map(({ currency, amount, value }) => [currency, amount, value])).toEqual([
    ["EUR", "9000", "9000.00"],
    ["USD", "200", "166.67"],
  ]);
  expect(data.totals).toEqual({ instruments: "1488.31", cash: "9166.67", all: "10654.98" });
  const asOf = await internal.client.portfolios.getAsOf({
    params: { ...of(client), day: "2026-03-31" },
    query: { known: report.knownAt },
  });
  expect(asOf.currentValue?.toFixed(2)).toBe(data.totals.all);
  expect(asOf.instruments.find(({ instrumentId }) => instrumentId === acme)?.currentValue).toBe(1234.56);
  // The hash is of the stored text, which the answer gives again.
  expect(report.dataHash).toBe(createHash("sha256").update(canonicalJson(report.data)).digest("hex"));
  expect(await auditOf(app, { type: "user", id: client.id }, "report.made")).toMatchObject([
    { after: { report: id, kind: "assets", dataHash: report.dataHash } },
  ]);
});

test("asked again, it is the same report; after a correction a new one that names the former and says what changed", async () => {
  const { client, acme } = await makeOwner();
  const first = await askAndMake(client);
  const again = await askAndMake(client);
  expect(again).toEqual(first);
  const inPolish = await askAndMake(client, { language: "pl" });
  expect(inPolish).toMatchObject({ dataHash: first.dataHash, replaces: null });
  expect(inPolish.id).not.toBe(first.id);
  await bookEntries(app.services.db, of(client), [
    { ...buy("2026-02-10", acme, "2", "-200"), externalId: `late ${acme}` },
  ]);
  const corrected = await askAndMake(client);
  expect(corrected.replaces).toBe(first.id);
  expect(corrected.dataHash).not.toBe(first.dataHash);
  expect(corrected.changes).toContainEqual({
    part: "reports.assets.instruments",
    row: `ACME${made} plc`,
    field: "reports.assets.quantity",
    as: "quantity",
    currency: null,
    before: "10",
    after: "12",
  });
  expect(corrected.changes.map(({ field, before, after }) => [field, before, after])).toContainEqual([
    "reports.assets.allCash",
    "9166.67",
    "8966.67",
  ]);
  // The former stays as it was delivered.
  expect(await get(client, first.id)).toEqual({ ...first, replacedBy: corrected.id });
  const { reports } = await client.client.reports.list({ params: of(client), query: {} });
  expect(reports.map(({ id, replaces, replacedBy }) => [id, replaces, replacedBy])).toEqual([
    [corrected.id, first.id, null],
    [inPolish.id, null, null],
    [first.id, null, corrected.id],
  ]);
});

test("what is missing is told, and no sum pretends to be whole", async () => {
  const { client } = await makeOwner();
  const { db } = app.services;
  const ids = await makeInstruments(db, { [`NONE${made}`]: "EUR", [`YEN${made}`]: "JPY" });
  const [none = 0, yen = 0] = Object.values(ids);
  await bookEntries(db, of(client), [
    entry({
      kind: "transferIn",
      day: "2026-01-08",
      instrumentId: none,
      quantity: "4",
      amount: "0",
      currency: "EUR",
      cost: "40",
    }),
    entry({
      kind: "transferIn",
      day: "2026-01-08",
      instrumentId: yen,
      quantity: "5",
      amount: "0",
      currency: "JPY",
      cost: "500",
    }),
  ]);
  await price(db, yen, "2026-03-30", "90");
  const report = await askAndMake(client);
  const data = report.data as unknown as AssetsData;
  expect(data.totals).toEqual({ instruments: null, cash: "9166.67", all: null });
  expect(data.instruments.find(({ name }) => name === `NONE${made} plc`)).toMatchObject({
    price: null,
    value: null,
    valuation: "none",
  });
  expect(data.instruments.find(({ name }) => name === `YEN${made} plc`)).toMatchObject({ rate: null, value: null });
  expect(report.gaps).toEqual([
    expect.objectContaining({ code: "priceMissing", name: `NONE${made} plc` }),
    expect.objectContaining({ code: "rateMissing", currency: "JPY" }),
  ]);
  const { reports } = await client.client.reports.list({ params: of(client), query: {} });
  expect(reports).toMatchObject([{ gaps: 2 }]);
});

test("a period that is not over, or ends before it begins, is refused", async () => {
  const { client } = await makeOwner();
  const fieldsOf = (call: Promise<unknown>) =>
    call.then(
      () => [],
      ({ errors }: { errors: object[] }) => errors,
    );
  expect(await fieldsOf(ask(client, { to: today }))).toEqual([{ path: "to", code: "notOver" }]);
  expect(await fieldsOf(ask(client, { from: "2026-04-01" }))).toEqual([{ path: "to", code: "beforeStart" }]);
  expect(await codeOf(ask(client, { to: addDays(today, -1) }))).toBe("done");
  expect(await codeOf(ask(await app.as("client")))).toBe("noClientNumber");
});

test("before the first entry there is nothing to report: it fails with the reason, and a later try replaces it in the list", async () => {
  const { client } = await makeOwner();
  const before = { from: "2025-01-01", to: "2025-12-31" };
  const report = await askAndMake(client, before);
  expect(report).toMatchObject({ state: "failed", failure: "beforeFirstEntry", data: null });
  expect(await codeOf(client.client.reports.getPdf({ params: { id: report.id } }))).toBe("stateConflict");
  await bookEntries(app.services.db, of(client), [{ ...deposit("2025-12-01", "1"), externalId: `early ${made}` }]);
  const second = await askAndMake(client, before);
  expect(second).toMatchObject({ state: "made", replaces: null });
  const { reports } = await client.client.reports.list({ params: of(client), query: {} });
  expect(reports.map(({ id }) => id)).toEqual([second.id]);
});

test("a holder whose ledger a custodian keeps has no reports of the portal", async () => {
  const { client } = await makeOwner();
  const server = await startCustodianServer({ accounts: {} });
  await linkCustodian(app.services.db, of(client), server.baseUrl);
  expect(await codeOf(ask(client))).toBe("ledgerElsewhere");
  await server.close();
});

test("asked for many times at once it is made once, and making is safe to repeat", async () => {
  const { client } = await makeOwner();
  const ids = await Promise.all(Array.from({ length: 5 }, async () => (await ask(client)).id));
  expect(new Set(ids).size).toBe(1);
  const [id = 0] = ids;
  await Promise.all([1, 2, 3].map(() => makeReport(app.services, id)));
  await makeReport(app.services, id);
  const report = await get(client, id);
  expect(report.state).toBe("made");
  expect(await auditOf(app, { type: "user", id: client.id }, "report.made")).toHaveLength(1);
  // Made, it does not change, whoever tries.
  const spoil = `update report set state = 'failed', data = null, data_hash = null, failure = 'tooLarge' where id = ${id}`;
  await expect(sql.raw(spoil).execute(app.database.db)).rejects.toThrow(/does not change/);
  await expect(asOwner(spoil)).rejects.toThrow(/does not change/);
});

test("a report whose job was lost is queued again", async () => {
  const { client } = await makeOwner();
  const { id } = await ask(client);
  const waiting = () =>
    sql<{ id: string }>`select id from jobs.job where name = 'reports.make' and data ->> 'id' = ${String(id)}`.execute(
      app.services.db,
    );
  await asOwner(`delete from jobs.job where name = 'reports.make';
    update report set asked_at = now() - interval '10 minutes' where id = ${id}`);
  await sweepReports(app.services);
  expect((await waiting()).rows).toHaveLength(1);
});

test("its holder's people open it, which is recorded once an hour; staff may look, which is not an opening", async () => {
  const { client } = await makeOwner();
  const { id } = await ask(client);
  await get(client, id);
  await makeReport(app.services, id);
  const openings = async () =>
    (
      await sql<{
        user_id: number;
        form: string;
      }>`select user_id, form from report_opening where report_id = ${id} order by id`.execute(app.services.db)
    ).rows;
  await get(internal, id);
  expect(await openings(), "neither before it was made nor by staff").toEqual([]);
  await get(client, id);
  await get(client, id);
  await client.client.reports.getCsv({ params: { id } });
  expect(await openings()).toEqual([
    { user_id: client.id, form: "page" },
    { user_id: client.id, form: "csv" },
  ]);
  const { reports } = await client.client.reports.list({ params: of(client), query: {} });
  expect(reports[0]?.openedAt).not.toBeNull();
  const looks = await sql<{ after: unknown }>`
    select after from audit_entry where action = 'holder.accessedByStaff' and subject_id = ${String(client.id)}`.execute(
    app.services.db,
  );
  expect(looks.rows.map(({ after }) => after)).toContainEqual({ call: "reports.get" });
});

test("another holder's report is not found, in whatever form; whoever acts for a company reads its reports", async () => {
  const { client } = await makeOwner();
  const { id } = await askAndMake(client);
  const stranger = await app.as("client", { clientNumber: `S-${made}` });
  const missing = 999_999_999;
  for (const call of ["get", "getPdf", "getXlsx", "getCsv"] as const) {
    expect(await codeOf(stranger.client.reports[call]({ params: { id } }))).toBe("notFound");
    expect(await codeOf(internal.client.reports[call]({ params: { id: missing } }))).toBe("notFound");
    expect(await codeOf(app.anonymous.reports[call]({ params: { id } }))).toBe("unauthenticated");
  }
  expect(await codeOf(ask(stranger, {}, client))).toBe("notFound");
  expect(await codeOf(ask(internal, {}, client))).toBe("done");
});

// Last: what it corrects is the market's, and so of all clients.
test("each kept report's data are made again to the same hash, after corrections of entries, prices, rates and names", async () => {
  const { client, acme } = await makeOwner();
  const { db } = app.services;
  const { id } = await askAndMake(client);
  await bookEntries(db, of(client), [
    { ...deposit("2026-01-09", "5"), externalId: `later ${acme}` },
    entry({ kind: "fee", day: "2026-02-01", amount: "-7", currency: "EUR", externalId: `fee ${acme}` }),
  ]);
  await price(db, acme, "2026-03-31", "1");
  await rate(db, "USD", "2026-03-31", "2", "late");
  await sql`update instrument set name = 'Renamed AD' where id = ${acme}`.execute(db);
  await sql`update app_user set name = 'Married' where id = ${client.id}`.execute(db);
  expect(await verifyReports(app.services)).toMatchObject({ faults: [] });
  // What was written is not what is verified against: a changed text is found.
  const write = (from: string, to: string) =>
    asOwner(`alter table report disable trigger keep_report;
      update report set data = replace(data, '${from}', '${to}') where id = ${id};
      alter table report enable trigger keep_report`);
  await write("1234.56", "1234.57");
  expect((await verifyReports(app.services)).faults).toMatchObject([{ id }]);
  await write("1234.57", "1234.56");
  const corrected = await askAndMake(client);
  expect((corrected.data as unknown as AssetsData).given.holder.name).toBe("Married");
  expect((await verifyReports(app.services)).faults).toEqual([]);
});

test("a long list is narrowed by kind and year, and statements of single days are apart", async () => {
  const { client } = await makeOwner();
  const days = { kind: "assets", from: "2026-03-31", to: "2026-03-31" };
  const year = { kind: "management", from: "2026-01-05", to: "2026-03-31" };
  const former = { kind: "assets", from: "2025-01-01", to: "2026-01-05" };
  const ids: number[] = [];
  for (const wanted of [days, year, former]) ids.push((await askAndMake(client, wanted)).id);
  const [ofDay, ofYear, other] = ids;
  const listed = async (query: object) =>
    (await client.client.reports.list({ params: of(client), query })).reports.map(({ id }) => id);
  expect(await listed({})).toEqual([other, ofYear, ofDay]);
  expect(await listed({ daily: "no" })).toEqual([other, ofYear]);
  expect(await listed({ daily: "yes" })).toEqual([ofDay]);
  expect(await listed({ kind: "management" })).toEqual([ofYear]);
  expect(await listed({ year: 2026, kind: "assets", daily: "no" })).toEqual([other]);
  expect(await listed({ year: 2025 })).toEqual([]);
});
