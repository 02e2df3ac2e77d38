/** The report of costs through the server: the worked example to the cent, corrections, who left, and what is missing. */
import { addDays } from "@portico/api/rules/calendar.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { Decimal } from "@portico/ledger/decimal.ts";
import type { CostsData } from "@portico/reports/costs-data.ts";
import type { ManagementData } from "@portico/reports/management.ts";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../../testing/app.ts";
import { codeOf } from "../../../testing/effects.ts";
import type { NewEntry } from "../../portfolios/ledger/entries.ts";
import { bookEntries } from "../../portfolios/ledger/writer.ts";
import { buy, deposit, entry, makeInstruments, price, rate, sell } from "../../portfolios/testing/firm.ts";
import { makeReport } from "../making.ts";
import { verifyReports } from "../verification.ts";

let app: TestApp;
let office: TestUser;
let made = 0;

beforeAll(async () => {
  app = await createTestApp();
  office = await app.as("office");
});
afterAll(() => app.close());

const year = { from: "2025-01-01", to: "2025-12-31" } as const;
const of = ({ id }: TestUser): Holder => ({ holderType: "user", holderId: id });

async function askAndMake(
  client: TestUser,
  period: { from: string; to: string } = year,
  kind: "costs" | "management" = "costs",
) {
  const { id } = await client.client.reports.ask({ params: of(client), body: { kind, ...period, language: "en" } });
  await makeReport(app.services, id);
  return client.client.reports.get({ params: { id } });
}
const dataOf = ({ data }: { data: unknown }): CostsData => data as CostsData;

async function makeOwner(): Promise<TestUser> {
  made += 1;
  return app.as("client", { clientNumber: `C-${made}`, name: "Iva Ivanova" });
}

/** A share, and funds by ticker. */
async function makeFunds<Tickers extends string>(...tickers: Tickers[]): Promise<Record<Tickers, number>> {
  const named = Object.fromEntries(tickers.map((ticker) => [`${ticker}${made}`, "EUR"]));
  const ids = Object.values(await makeInstruments(app.services.db, named));
  await sql`update instrument set asset_class = 'fund' where id = any(${ids}::bigint[])`.execute(app.services.db);
  return Object.fromEntries(tickers.map((ticker, index) => [ticker, ids[index]])) as Record<Tickers, number>;
}

const free = { ongoing: "0", transactions: "0", incidental: "0", oneOff: "0", thirdParties: "0" };
const state = (id: number, from: string, own: Partial<typeof free>) =>
  office.client.reports.saveOwnCosts({ params: { id }, body: { from, ...free, ...own, before: null } });

const fee = (day: string, amount: string): NewEntry => entry({ kind: "fee", day, amount, currency: "EUR" });

/** The worked example of reports: the average of the days is 102,000 until June, and 126,480 from July on. */
async function arrangeExample() {
  const client = await makeOwner();
  const { db } = app.services;
  const { [`ACME${made}`]: acme = 0 } = await makeInstruments(db, { [`ACME${made}`]: "EUR" });
  const { ENTRY, RUNNING } = await makeFunds("ENTRY", "RUNNING");
  for (const [day, value] of [
    ["2024-12-31", "100"],
    ["2025-01-02", "120"],
    ["2025-06-30", "149"],
    ["2025-07-02", "173.80"],
    ["2025-12-31", "204.055"],
  ] as const)
    await price(db, acme, day, value);
  await price(db, ENTRY, "2025-12-31", "100");
  await price(db, RUNNING, "2025-12-31", "100");
  await state(ENTRY, "2025-01-01", { oneOff: "1" });
  await state(RUNNING, "2025-01-01", { ongoing: "50", thirdParties: "50" });
  await bookEntries(db, of(client), [
    deposit("2024-12-31", "100000"),
    buy("2024-12-31", acme, "100", "-10000"),
    fee("2025-06-30", "-900"),
    deposit("2025-07-01", "20000"),
    fee("2025-12-31", "-300"),
    buy("2025-12-31", ENTRY, "481", "-48225", { fee: "125" }),
    buy("2025-12-31", RUNNING, "474.5", "-47570.50", { fee: "120.50", tax: "0" }),
  ]);
  return { client, acme, ENTRY, RUNNING };
}

test("the worked example to the cent: base, services, instruments, third parties, return before and after costs", async () => {
  const { client } = await arrangeExample();
  const report = await askAndMake(client);
  expect(report).toMatchObject({ state: "made", gaps: [] });
  expect(dataOf(report)).toMatchObject({
    base: "dailyAverage",
    days: 365,
    averageValue: "114340.60",
    service: { amount: "1445.50" },
    instruments: { amount: "546.00" },
    total: { amount: "1991.50", percent: "1.7417" },
    thirdParties: { amount: "65.00", percent: "0.0568" },
    taxes: { amount: "0.00" },
    returns: { after: "8.1600", before: "10.0194", effect: "1.8594" },
  });
  const data = dataOf(report);
  expect(data.kinds.filter(({ amount }) => amount !== "0.00")).toEqual([
    { part: "service", kind: "ongoing", amount: "1200.00", percent: "1.0495" },
    { part: "service", kind: "transactions", amount: "245.50", percent: "0.2147" },
    { part: "instruments", kind: "oneOff", amount: "481.00", percent: "0.4207" },
    { part: "instruments", kind: "ongoing", amount: "65.00", percent: "0.0568" },
  ]);
  // By month; the costs of June and December are seen.
  expect(data.effects).toHaveLength(12);
  expect(data.effects[5]).toEqual({
    to: "2025-06-30",
    costs: "900.00",
    before: "4.9000",
    after: "4.0000",
    effect: "0.9000",
  });
  expect(data.effects[11]).toMatchObject({ to: "2025-12-31", costs: "1091.50", before: "10.0194", after: "8.1600" });
  expect(data.booked.map(({ day, kind, entryKind, amount }) => [day, kind, entryKind, amount])).toEqual([
    ["2025-06-30", "ongoing", "fee", "900.00"],
    ["2025-12-31", "ongoing", "fee", "300.00"],
    ["2025-12-31", "transactions", "buy", "125.00"],
    ["2025-12-31", "transactions", "buy", "120.50"],
  ]);
  // Each line is an entry of the ledger.
  const { rows } = await sql<{ id: number; amount: string }>`
    select id, amount::text as amount from ledger_entry where id = any(${data.booked.map(({ entryId }) => entryId)}::bigint[])`.execute(
    app.services.db,
  );
  expect(rows).toHaveLength(4);
  expect(data.own.map(({ averageHolding, amounts }) => [averageHolding, amounts?.all])).toEqual([
    [new Decimal("48100").div(365).toFixed(2), "481.00"],
    ["130.00", "65.00"],
  ]);
  expect(data.withoutOwn).toHaveLength(1);
});

test("made again after corrections of the ledger, of prices and of own costs it has the same hash; the new one says what changed", async () => {
  const { client, acme, RUNNING } = await arrangeExample();
  const before = await askAndMake(client);
  const { costs } = await office.client.reports.listOwnCosts({ params: { id: RUNNING } });
  await office.client.reports.saveOwnCosts({
    params: { id: RUNNING },
    body: { from: "2025-01-01", ...free, ongoing: "25", thirdParties: "10", before: costs[0]?.id ?? null },
  });
  await bookEntries(app.services.db, of(client), [{ ...fee("2025-05-05", "-10"), externalId: "late" }]);
  await price(app.services.db, acme, "2025-03-03", "121");
  expect((await verifyReports(app.services)).faults).toEqual([]);
  const after = await askAndMake(client);
  expect(after.replaces).toBe(before.id);
  expect(dataOf(after)).toMatchObject({
    service: { amount: "1455.50" },
    instruments: { amount: "513.50" },
    thirdParties: { amount: "13.00" },
  });
  expect(after.changes.map(({ field, before: was, after: is }) => [field, was, is])).toEqual(
    expect.arrayContaining([
      ["reports.costs.total", "1991.50", "1969.00"],
      ["reports.costs.thirdParties", "65.00", "13.00"],
    ]),
  );
  const [again] = (await office.client.reports.listOwnCosts({ params: { id: RUNNING } })).costs;
  await office.client.reports.withdrawOwnCosts({ params: { id: RUNNING, costId: again?.id ?? 0 }, body: {} });
  expect(
    dataOf(await askAndMake(client)).instruments.amount,
    "without costs of a fund nothing is told as whole",
  ).toBeNull();
  expect((await verifyReports(app.services)).faults).toEqual([]);
});

test("a year without anything: no costs, no base, and nothing is missing", async () => {
  const client = await makeOwner();
  await bookEntries(app.services.db, of(client), [
    deposit("2023-02-01", "10"),
    entry({ kind: "withdrawal", day: "2023-02-02", amount: "-10", currency: "EUR" }),
  ]);
  const report = await askAndMake(client);
  expect(report).toMatchObject({ state: "made", gaps: [] });
  expect(dataOf(report)).toMatchObject({
    total: { amount: "0.00", percent: null },
    averageValue: "0.00",
    returns: { before: "0.0000", after: "0.0000" },
    nothingHeld: true,
    booked: [],
  });
  const early = await askAndMake(client, { from: "2022-01-01", to: "2022-12-31" });
  expect(early).toMatchObject({ state: "failed", failure: "beforeFirstEntry" });
});

test("who left during the year gets the costs of the time until then, of the average over the whole year", async () => {
  const client = await makeOwner();
  const { db } = app.services;
  const { FUND } = await makeFunds("FUND");
  await state(FUND, "2020-01-01", { ongoing: "0.73" });
  await price(db, FUND, "2024-12-31", "100");
  await bookEntries(db, of(client), [
    deposit("2024-12-31", "10000"),
    buy("2024-12-31", FUND, "100", "-10000"),
    sell("2025-04-11", FUND, "100", "9990", { fee: "10" }),
    entry({ kind: "withdrawal", day: "2025-04-11", amount: "-9985", currency: "EUR", fee: "5" }),
    entry({ kind: "withdrawal", day: "2025-04-12", amount: "-5", currency: "EUR" }),
  ]);
  const report = await askAndMake(client);
  expect(report.gaps).toEqual([]);
  const data = dataOf(report);
  // 100 days at 10,000 and one at 5.
  expect(data.averageValue).toBe(new Decimal(1_000_005).div(365).toFixed(2));
  expect(data).toMatchObject({
    service: { amount: "15.00" },
    // 0.73 % a year of 10,000 for 100 days.
    instruments: { amount: "20.00" },
    total: { amount: "35.00" },
    returns: { after: "-0.1500" },
  });
  expect(
    data.kinds
      .filter(({ part, amount }) => part === "service" && amount !== "0.00")
      .map(({ kind, amount }) => [kind, amount]),
  ).toEqual([
    ["oneOff", "5.00"],
    ["transactions", "10.00"],
  ]);
});

test("a missing price, and costs of a fund that nobody stated, are told; no partial sum is shown as whole", async () => {
  const client = await makeOwner();
  const { db } = app.services;
  const { KNOWN, LATE } = await makeFunds("KNOWN", "LATE");
  await state(KNOWN, "2025-01-01", { ongoing: "1", thirdParties: "0.5" });
  await state(LATE, "2025-07-01", { ongoing: "1" });
  await price(db, KNOWN, "2024-12-31", "100");
  await price(db, LATE, "2024-12-31", "100");
  for (const id of [KNOWN, LATE]) await price(db, id, "2025-12-30", "100");
  await bookEntries(db, of(client), [
    deposit("2024-12-31", "2000"),
    buy("2024-12-31", KNOWN, "10", "-1000"),
    buy("2024-12-31", LATE, "10", "-1000"),
    fee("2025-03-03", "-1"),
  ]);
  const report = await askAndMake(client);
  const data = dataOf(report);
  expect(data).toMatchObject({
    service: { amount: "1.00" },
    instruments: { amount: null, percent: null },
    total: { amount: null, percent: null },
    thirdParties: { amount: null },
    returns: { before: null },
  });
  expect(data.returns.after).not.toBeNull();
  expect(report.gaps.map(({ code, ...gap }) => [code, gap["name"], gap["day"]])).toEqual([
    ["ownCostsMissing", `LATE${made} plc`, "2025-01-01"],
    ["costReturnMissing", undefined, "2025-01-01"],
  ]);
  await bookEntries(db, of(client), [
    entry({
      kind: "transferIn",
      day: "2025-11-01",
      instrumentId: (await makeInstruments(db, { [`NOPRICE${made}`]: "JPY" }))[`NOPRICE${made}`] ?? 0,
      quantity: "1",
      amount: "0",
      currency: "JPY",
      cost: "100",
    }),
  ]);
  const gapped = dataOf(await askAndMake(client));
  expect(gapped).toMatchObject({ averageValue: null, service: { amount: "1.00", percent: null } });
  expect(gapped.gaps.map(({ code }) => code)).toEqual(expect.arrayContaining(["rateMissing", "daysIncomplete"]));
});

test("a charge in another currency is converted at the rate of its day; without one its sum is unknown", async () => {
  const client = await makeOwner();
  const { db } = app.services;
  await rate(db, "USD", "2025-02-03", "1.25");
  await bookEntries(db, of(client), [
    deposit("2025-02-03", "1000", "USD"),
    entry({ kind: "fee", day: "2025-02-03", amount: "-10", currency: "USD" }),
    entry({ kind: "interest", day: "2025-03-03", amount: "-5", currency: "USD" }),
    entry({ kind: "tax", day: "2025-03-03", amount: "-2.5", currency: "USD" }),
    entry({ kind: "fee", day: "2025-04-04", amount: "1", currency: "USD", externalId: "refund" }),
  ]);
  const data = dataOf(await askAndMake(client));
  expect(data).toMatchObject({ service: { amount: "11.20" }, taxes: { amount: "2.00" }, total: { amount: "11.20" } });
  expect(data.booked.map(({ kind, charged, amount }) => [kind, charged, amount])).toEqual([
    ["ongoing", "10", "8.00"],
    ["ancillary", "5", "4.00"],
    ["ongoing", "2.5", "2.00"],
    ["ongoing", "-1", "-0.80"],
  ]);
});

test("law: over any history the report is what was booked and what instruments' data make; its services are the fees of the statement", async () => {
  const { db } = app.services;
  const { ANY } = await makeFunds("ANY");
  await state(ANY, "2024-01-01", { ongoing: "1.2", transactions: "0.1" });
  await state(ANY, "2025-05-01", { ongoing: "0.9", oneOff: "0.5" });
  for (let month = 1; month <= 12; month += 1)
    await price(db, ANY, `2025-${String(month).padStart(2, "0")}-01`, String(95 + month));
  const cents = fc.integer({ min: 1, max: 5000 }).map((all) => new Decimal(all).div(100).toFixed());
  const step = fc.record({
    gap: fc.integer({ min: 0, max: 40 }),
    kind: fc.constantFrom(
      "fee" as const,
      "interest" as const,
      "buy" as const,
      "sell" as const,
      "tax" as const,
      "deposit" as const,
    ),
    units: fc.integer({ min: 1, max: 5 }),
    charge: cents,
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
      const client = await makeOwner();
      const entries: NewEntry[] = [deposit("2025-01-02", "10000")];
      let day = "2025-01-02";
      let held = 0;
      const fees: Decimal[] = [];
      let bought = new Decimal(0);
      let boughtLate = new Decimal(0);
      for (const { gap, kind, units, charge } of steps) {
        day = addDays(day, gap);
        const externalId = `${made} ${entries.length}`;
        if (day > "2025-12-31") break;
        if (kind === "sell" && held < units) continue;
        if (kind === "buy") {
          const paid = new Decimal(100 * units);
          entries.push({
            ...buy(day, ANY, String(units), paid.plus(charge).neg().toFixed(), { fee: charge }),
            externalId,
          });
          held += units;
          bought = bought.plus(paid);
          if (day >= "2025-05-01") boughtLate = boughtLate.plus(paid);
        } else if (kind === "sell") {
          entries.push({
            ...sell(day, ANY, String(units), new Decimal(100 * units).minus(charge).toFixed(), { fee: charge }),
            externalId,
          });
          held -= units;
        } else if (kind === "deposit") entries.push({ ...deposit(day, charge), externalId });
        else entries.push({ ...entry({ kind, day, amount: `-${charge}`, currency: "EUR" }), externalId });
        if (kind !== "deposit" && kind !== "tax") fees.push(new Decimal(charge));
      }
      await bookEntries(db, of(client), entries);
      const data = dataOf(await askAndMake(client));
      const booked = fees.reduce((sum, one) => sum.plus(one), new Decimal(0));
      expect(data.service.amount).toBe(booked.toFixed(2));
      const managed = (await askAndMake(client, year, "management")).data as unknown as ManagementData;
      expect(managed.fees.all).toBe(data.service.amount);
      expect(managed.bridge?.tax).toBe(data.taxes.amount);
      // The kinds make the parts, and the parts the total, but for the rounding of each.
      const near = (one: Decimal | string, other: Decimal | string, most: number) =>
        expect(new Decimal(one).minus(other).abs().toNumber()).toBeLessThanOrEqual(most);
      near(new Decimal(data.service.amount ?? 0).plus(data.instruments.amount ?? 0), data.total.amount ?? "0", 0.01);
      // By hand, day by day.
      let own = boughtLate.times("0.005");
      let units = 0;
      for (let each: string = year.from; each <= year.to; each = addDays(each, 1)) {
        for (const { kind, day: on, quantity } of entries)
          if (on === each && (kind === "buy" || kind === "sell")) units += Number(quantity);
        const worth = new Decimal(units).times(95 + Number(each.slice(5, 7)));
        own = own.plus(worth.times(each >= "2025-05-01" ? "0.009" : "0.013").div(365));
      }
      near(own, data.instruments.amount ?? "0", 0.005);
    }),
    { numRuns: 12 },
  );
}, 120_000);

test("its files are written in each language; a client states no costs, and reads none of the lists of staff", async () => {
  const { client, RUNNING } = await arrangeExample();
  for (const language of ["bg", "en", "pl"] as const) {
    const { id } = await client.client.reports.ask({ params: of(client), body: { kind: "costs", ...year, language } });
    await makeReport(app.services, id);
    for (const call of ["getPdf", "getXlsx", "getCsv"] as const) {
      const { content } = await client.client.reports[call]({ params: { id } });
      expect(content.length).toBeGreaterThan(500);
      if (call === "getCsv") expect(new TextDecoder().decode(content)).not.toMatch(/reports\.\w/);
    }
  }
  const params = { id: RUNNING };
  expect(await codeOf(client.client.reports.listOwnCosts({ params }))).toBe("forbidden");
});
