/** Statements with category, mandate and flags: Article 63's marks, the agreed benchmark, and that older statements stay as they were. */
import type { Holder } from "@portico/api/shapes.ts";
import type { AssetsData } from "@portico/reports/assets.ts";
import { canonicalJson } from "@portico/reports/canonical.ts";
import type { ManagementData } from "@portico/reports/management.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inTransaction } from "../../../kernel/transaction.ts";
import { createTestApp, type TestApp, type TestUser } from "../../../testing/app.ts";
import { inAll, makeBlend, makeSeries, storeValues } from "../../benchmarks/testing/arranged.ts";
import { arrangeMandate } from "../../mandates/testing/arranged.ts";
import { bookEntries } from "../../portfolios/ledger/writer.ts";
import { buy, deposit, makeInstruments, price, sell } from "../../portfolios/testing/firm.ts";
import { askedOf } from "../given.ts";
import { hashOf, makeReport } from "../making.ts";
import { findReport } from "../reports.queries.ts";
import { verifyReports } from "../verification.ts";
import { kinds } from "./kinds.ts";

let app: TestApp;
let office: TestUser;
let admin: TestUser;
let client: TestUser;
let ids: { ACME: number; GLOB: number };
const holder = (): Holder => ({ holderType: "user", holderId: client.id });

beforeAll(async () => {
  app = await createTestApp();
  const { db } = app.services;
  office = await app.as("office");
  admin = await app.as("admin");
  client = await app.as("client", { clientNumber: "M-1" });
  ids = await makeInstruments(db, { ACME: "EUR", GLOB: "EUR" });
  for (const [day, acme, glob] of [
    ["2025-12-31", "100", "50"],
    ["2026-03-31", "110", "60"],
  ] as const) {
    await price(db, ids.ACME, day, acme);
    await price(db, ids.GLOB, day, glob);
  }
  await bookEntries(db, holder(), [
    deposit("2025-12-30", "5000"),
    buy("2025-12-30", ids.ACME, "10", "-1000"),
    buy("2026-01-15", ids.GLOB, "20", "-1000"),
    // Settled after the quarter's end: as the custodian states, by the venue's calendar, and unknown.
    sell("2026-03-27", ids.GLOB, "2", "118", { settledOn: "2026-04-01" }),
    sell("2026-03-30", ids.GLOB, "2", "119", { venue: "XWAR" }),
    sell("2026-03-31", ids.GLOB, "2", "120"),
    // Settled within it.
    sell("2026-03-26", ids.GLOB, "2", "117", { settledOn: "2026-03-30" }),
  ]);
});
afterAll(() => app.close());

async function make(kind: "assets" | "management", to = "2026-03-31") {
  const { id } = await client.client.reports.ask({
    params: holder(),
    body: { kind, from: "2026-01-01", to, language: "en" },
  });
  await makeReport(app.services, id);
  const report = await client.client.reports.get({ params: { id } });
  const data = report.data as unknown;
  return { id: report.id, assets: data as AssetsData, management: data as ManagementData, gaps: report.gaps };
}
const flag = (
  kind: "lent" | "pledged" | "transferred",
  instrument: number | null,
  quantity: string | null,
  note: string | null = null,
) =>
  office.client.mandates.recordFlag({
    params: holder(),
    body: {
      instrument_id: instrument,
      currency: instrument === null ? "EUR" : null,
      kind,
      quantity,
      from: "2026-02-01",
      to: null,
      note,
      replaces: null,
      reason: null,
    },
  });

test("without any record: a retail client, execution only; all is protected", async () => {
  const { assets: data } = await make("assets");
  expect(data).toMatchObject({ template: 2, mandate: { category: "retail", service: "execution" }, flags: [] });
  // 10 at 110, 12 at 60, and 3,474 in cash.
  expect(data.protection).toEqual({ protected: "5294.00", unprotected: "0.00", encumbered: "0.00" });
});

test("trades that had not settled are listed, with who says so", async () => {
  const { assets: data } = await make("assets");
  expect(data.unsettled?.map(({ day, quantity, settlementDay, by }) => [day, quantity, settlementDay, by])).toEqual([
    ["2026-03-27", "-2", "2026-04-01", "custodian"],
    ["2026-03-30", "-2", "2026-04-01", "calendar"],
    ["2026-03-31", "-2", null, null],
  ]);
});

test("what is lent, pledged and transferred, what of it is not protected, and more than is held is marked", async () => {
  await flag("lent", ids.ACME, "4", "To Broker C, 0.4 % a year of the market value");
  await flag("pledged", ids.GLOB, "50");
  await flag("transferred", null, "1000");
  const { assets: data } = await make("assets");
  expect(
    data.flags?.map(({ name, currency, kind, quantity, held, exceeds }) => [
      name ?? currency,
      kind,
      quantity,
      held,
      exceeds,
    ]),
  ).toEqual([
    ["ACME plc", "lent", "4", "10", false],
    ["GLOB plc", "pledged", "50", "12", true],
    ["EUR", "transferred", "1000", "3474", false],
  ]);
  // 4 at 110 and 1,000 in cash; of GLOB no more than the 12 that are held.
  expect(data.protection).toEqual({ protected: "3854.00", unprotected: "1440.00", encumbered: "720.00" });
  expect(await verifyReports(app.services)).toMatchObject({ faults: [] });
});

test("a statement of the first version is made again as it was", async () => {
  const { id } = await make("assets", "2026-03-30");
  const { db } = app.services;
  const row = await findReport(db, id);
  if (!row) throw new Error("no report");
  const made = await inTransaction(
    db,
    (trx) => kinds.assets!.make(trx, { ...askedOf(row), template: 1 }),
    "repeatable read",
  );
  if ("failure" in made) throw new Error(made.failure);
  const text = canonicalJson(made.data);
  expect(JSON.parse(text)).toMatchObject({ template: 1 });
  expect(text).not.toMatch(/protection|unsettled|mandate/);
  await sql`
    insert into report (holder_type, holder_id, kind, period_from, period_to, language, known_at, template_version, given, state, data,
      data_hash, writer_version, made_at)
    values ('user', ${client.id}, 'assets', '2026-01-01', '2026-03-30', 'pl', ${row.known_at}, 1, ${row.given}, 'made', ${text},
      ${hashOf(text)}, 1, now())`.execute(db);
  expect(await verifyReports(app.services)).toMatchObject({ faults: [] });
});

test("a flag recorded later changes the next statement, not the kept one", async () => {
  const before = await make("assets");
  await flag("pledged", ids.ACME, null);
  expect(await verifyReports(app.services)).toMatchObject({ faults: [] });
  const after = await make("assets");
  expect(after.id).not.toBe(before.id);
  expect(after.assets.flags).toHaveLength(4);
});

test("the agreed benchmark stands beside the performance, as it was made up and known when it was asked for", async () => {
  const world = await makeSeries(admin, { name: "World" });
  const bonds = await makeSeries(admin, { name: "Bonds" });
  await storeValues(office, world, ["2025-12-31", 100], ["2026-03-31", 110]);
  await storeValues(office, bonds, ["2025-12-31", 100], ["2026-03-31", 102]);
  const blend = await makeBlend(admin, { [world]: "60", [bonds]: "40" }, { name: "Sixty", rebalancing: "drift" });
  await arrangeMandate(app.database.db, holder(), { from: "2026-01-01", benchmark: blend, category: "professional" });
  const { management: data, id } = await make("management");
  expect(data).toMatchObject({
    template: 2,
    mandate: { category: "professional", service: "management", frequency: "quarter", leverage: false, changed: false },
    // 60 % of 10 % and 40 % of 2 %.
    benchmark: { name: inAll("Sixty"), percent: "6.80", returnKind: "price", from: null },
  });
  // Other weights, another name, a corrected value: the kept statement is made again to the same hash.
  const { saved_at: since } = await admin.client.benchmarks.open({ params: { id: blend } });
  await admin.client.benchmarks.save({
    params: { id: blend },
    body: {
      since,
      content: {
        kind: "blend",
        name: inAll("Ten"),
        currency: "EUR",
        rebalancing: "drift",
        base_day: null,
        parts: [
          { benchmark_id: world, percent: "10" },
          { benchmark_id: bonds, percent: "90" },
        ],
      },
    },
  });
  const body = { fileName: "v.csv", content: "day,value\n2026-03-31,120", source: "Correction" };
  const { id: uploadId } = await office.client.benchmarks.previewValues({ params: { id: world }, body });
  await office.client.benchmarks.confirmValues({ params: { id: world, uploadId }, body: { acceptMarked: true } });
  expect(await verifyReports(app.services)).toMatchObject({ faults: [] });
  const again = await make("management");
  expect(again.id).not.toBe(id);
  // 10 % of 20 % and 90 % of 2 %.
  expect(again.management.benchmark).toMatchObject({ name: inAll("Ten"), percent: "3.80" });
});

test("with single confirmations the transactions are not listed again, and the statement says so", async () => {
  await arrangeMandate(app.database.db, holder(), { from: "2026-02-01", frequency: "year", singleConfirmations: true });
  const { management: data } = await make("management");
  expect(data).toMatchObject({
    transactions: [],
    mandate: { frequency: "year", singleConfirmations: true, changed: true },
  });
  for (const call of ["getPdf", "getCsv", "getXlsx"] as const) {
    const { id } = await make("management");
    expect((await client.client.reports[call]({ params: { id } })).content.length).toBeGreaterThan(500);
  }
});

test("a benchmark without a value at the end is a gap, not a return of nothing", async () => {
  const empty = await makeSeries(admin, { name: "Empty" });
  await arrangeMandate(app.database.db, holder(), { from: "2026-03-01", benchmark: empty });
  const { management: data, gaps } = await make("management");
  expect(data.benchmark).toMatchObject({ percent: null });
  expect(gaps).toContainEqual({ code: "benchmarkMissing", name: "Empty" });
});
