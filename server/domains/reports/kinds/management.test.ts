/** The statement of portfolio management closes against the ledger, as it was known. */
import type { Holder } from "@portico/api/shapes.ts";
import { Decimal } from "@portico/ledger/decimal.ts";
import type { ConfirmationData } from "@portico/reports/confirmation.ts";
import type { ManagementData } from "@portico/reports/management.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../../testing/app.ts";
import { bookEntries } from "../../portfolios/ledger/writer.ts";
import { computeDailyValues } from "../../portfolios/performance/daily-values.ts";
import { buy, deposit, entry, makeInstruments, price, rate, sell } from "../../portfolios/testing/firm.ts";
import { makeReport } from "../making.ts";
import { verifyReports } from "../verification.ts";

let app: TestApp;
let client: TestUser;
let ids: { ACME: number; GLOB: number };
const holder = (): Holder => ({ holderType: "user", holderId: client.id });

beforeAll(async () => {
  app = await createTestApp();
  const { db } = app.services;
  client = await app.as("client", { clientNumber: "M-1" });
  ids = await makeInstruments(db, { ACME: "EUR", GLOB: "USD" });
  await rate(db, "USD", "2025-12-30", "1.1");
  await rate(db, "USD", "2026-02-10", "1.2");
  await rate(db, "USD", "2026-03-25", "1.2");
  await price(db, ids.ACME, "2025-12-30", "100");
  await price(db, ids.GLOB, "2025-12-30", "50");
  await price(db, ids.ACME, "2026-03-31", "110");
  await price(db, ids.GLOB, "2026-03-31", "60");
  await bookEntries(db, holder(), [
    deposit("2025-12-30", "5000"),
    deposit("2025-12-30", "1100", "USD"),
    buy("2025-12-30", ids.ACME, "10", "-1000"),
    buy("2026-01-15", ids.GLOB, "11", "-555.5", { currency: "USD", fee: "5.5", price: "50" }),
    deposit("2026-02-10", "1000"),
    entry({ kind: "dividend", day: "2026-02-10", instrumentId: ids.GLOB, amount: "12", currency: "USD" }),
    entry({ kind: "fee", day: "2026-03-01", amount: "-25", currency: "EUR" }),
    sell("2026-03-10", ids.ACME, "4", "418", { fee: "2", price: "105", settledOn: "2026-03-12", venue: "XWAR" }),
  ]);
});
afterAll(() => app.close());

async function make(to = "2026-03-31") {
  const body = { kind: "management", from: "2026-01-01", to, language: "en" } as const;
  const { id } = await client.client.reports.ask({ params: holder(), body });
  await makeReport(app.services, id);
  return client.client.reports.get({ params: { id } });
}

test("value, changes, fees, income and transactions of the quarter, to the cent", async () => {
  const report = await make();
  expect(report).toMatchObject({ state: "made", gaps: [] });
  const data = report.data as unknown as ManagementData;
  // 4,000 and 1,100 / 1.1 in cash, 10 shares at 100.
  expect(data.beginning).toMatchObject({
    day: "2025-12-31",
    totals: { instruments: "1000.00", cash: "5000.00", all: "6000.00" },
  });
  // 6 at 110 and 11 at 60 / 1.2; 4,000 + 1,000 − 25 + 418, and (1,100 − 555.50 + 12) / 1.2.
  expect(data.end).toMatchObject({ totals: { instruments: "1210.00", cash: "5856.75", all: "7066.75" } });
  expect(data.bridge).toMatchObject({
    opening: "6000.00",
    deposits: "1000.00",
    income: "10.00",
    fees: "32.00",
    tax: "0.00",
    closing: "7066.75",
  });
  const bridge = data.bridge as NonNullable<typeof data.bridge>;
  const sum = [bridge.opening, bridge.deposits, bridge.price, bridge.fx, bridge.income]
    .reduce((total, part) => total.plus(part), new Decimal(0))
    .minus(bridge.fees)
    .minus(bridge.tax);
  expect(sum.toFixed(2)).toBe(bridge.closing);
  // 5.50 USD at 1.1 and 2 EUR; 25 EUR; together the fees of the bridge.
  expect(data.fees).toEqual({ execution: "7.00", management: "25.00", all: "32.00" });
  expect(data.income).toEqual({ dividends: "10.00", interest: "0.00", all: "10.00" });
  expect(
    data.transactions.map(({ kind, day, quantity, amount, currency, fee }) => [
      kind,
      day,
      quantity,
      amount,
      currency,
      fee,
    ]),
  ).toEqual([
    ["buy", "2026-01-15", "11", "-555.5", "USD", "5.5"],
    ["sell", "2026-03-10", "-4", "418", "EUR", "2"],
  ]);
  expect(data.incomeReceived).toMatchObject([{ kind: "dividend", instrument: "GLOB plc", amount: "12" }]);
});

test("its performance is that of the page of the portfolio, and it is made again to the same hash after corrections", async () => {
  const before = await make("2026-03-30");
  const { db } = app.services;
  await computeDailyValues(app.services, holder());
  const shown = await client.client.portfolios.getPerformance({
    params: { ...holder(), from: "2026-01-01", to: "2026-03-30" },
    query: {},
  });
  const performance = (before.data as unknown as ManagementData).performance;
  expect(shown.timeWeightedReturn?.toFixed(2)).toBe(performance);
  await bookEntries(db, holder(), [{ ...deposit("2026-01-02", "77"), externalId: "late" }]);
  await price(db, ids.ACME, "2026-03-29", "1");
  expect(await verifyReports(app.services)).toMatchObject({ verified: 2, faults: [] });
  const after = await make("2026-03-30");
  expect(after.replaces).toBe(before.id);
  expect(after.changes.map(({ field }) => field)).toContain("reports.management.deposits");
});

test("its PDF, workbook and CSV are written, in each language", async () => {
  for (const language of ["bg", "en", "pl"] as const) {
    const body = { kind: "management", from: "2026-01-01", to: "2026-03-31", language } as const;
    const { id } = await client.client.reports.ask({ params: holder(), body });
    await makeReport(app.services, id);
    for (const call of ["getPdf", "getXlsx", "getCsv"] as const)
      expect((await client.client.reports[call]({ params: { id } })).content.length).toBeGreaterThan(500);
  }
});

test("a day without a price makes performance and changes unknown, and says so", async () => {
  const { NONE } = await makeInstruments(app.services.db, { NONE: "JPY" });
  await bookEntries(app.services.db, holder(), [
    entry({
      kind: "transferIn",
      day: "2026-03-20",
      instrumentId: NONE,
      quantity: "1",
      amount: "0",
      currency: "JPY",
      cost: "100",
    }),
  ]);
  const report = await make();
  expect(report.gaps.map(({ code }) => code)).toContain("daysIncomplete");
  expect(report.data).toMatchObject({ bridge: null, performance: null, end: { totals: { all: null } } });
});

test("a confirmation lists each trade with its charges and rate, and says what the custodian does not tell", async () => {
  const body = { kind: "confirmation", from: "2026-01-01", to: "2026-03-31", language: "en" } as const;
  const { id } = await client.client.reports.ask({ params: holder(), body });
  await makeReport(app.services, id);
  const report = await client.client.reports.get({ params: { id } });
  const { trades } = report.data as unknown as ConfirmationData;
  expect(trades).toMatchObject([
    {
      side: "buy",
      day: "2026-01-15",
      instrument: "GLOB plc",
      quantity: "11",
      price: "50",
      consideration: "-550",
      commission: "5.5",
      amount: "-555.5",
      currency: "USD",
      rate: { value: "0.90909090909090909091", day: "2025-12-30", source: "ECB" },
    },
    {
      side: "sell",
      quantity: "-4",
      price: "105",
      consideration: "420",
      commission: "2",
      amount: "418",
      rate: null,
      venue: "XWAR",
    },
  ]);
  expect(trades.map(({ settlementDay }) => settlementDay)).toEqual([null, "2026-03-12"]);
  expect(report.gaps.map(({ code }) => code)).toEqual(["timeMissing", "venueMissing", "settlementMissing"]);
  expect((await client.client.reports.getPdf({ params: { id } })).content.length).toBeGreaterThan(500);
  expect((await verifyReports(app.services)).faults).toEqual([]);
});
