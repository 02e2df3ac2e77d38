/** The review of a portfolio: each of its figures is that of the page, and it is made again to the same hash. */
import { addDays } from "@portico/api/rules/calendar.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { Decimal } from "@portico/ledger/decimal.ts";
import type { ReviewData } from "@portico/reports/review.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../../testing/app.ts";
import { savePrices } from "../../market-data/market-data.ts";
import { bookEntries } from "../../portfolios/ledger/writer.ts";
import { computeDailyValues } from "../../portfolios/performance/daily-values.ts";
import { buy, deposit, entry, makeInstruments, price, rate, sell } from "../../portfolios/testing/firm.ts";
import { getSetting } from "../../settings/settings.ts";
import { makeReport } from "../making.ts";
import { verifyReports } from "../verification.ts";

let app: TestApp;
let client: TestUser;
let admin: TestUser;
let ids: { ACME: number; GLOB: number; BOND: number };
const holder = (): Holder => ({ holderType: "user", holderId: client.id });
const period = { from: "2025-01-01", to: "2025-12-31" } as const;
const two = (value: number | null): string | null => (value === null ? null : new Decimal(value).toFixed(2));

async function saveRules(change: { benchmarkIsin: string | null }): Promise<void> {
  const rules = await getSetting(app.services.db, "portalRules");
  await admin.client.settings.save({ params: { name: "portalRules" }, body: { data: { ...rules, ...change } } });
}

/** Prices of working days that go up and down. */
async function pricesOf(instrumentId: number, start: number, step: (index: number) => number): Promise<void> {
  const rows: { instrumentId: number; day: string; value: string; source: string }[] = [];
  let value = start;
  for (let [day, index] = ["2024-10-01", 0]; day <= period.to; day = addDays(day, 1), index += 1) {
    value *= 1 + step(index);
    if (![0, 6].includes(new Date(day).getUTCDay()))
      rows.push({ instrumentId, day, value: value.toFixed(4), source: "exchange" });
  }
  await savePrices(app.services.db, rows);
}

beforeAll(async () => {
  app = await createTestApp();
  app.services.now = () => new Date("2026-01-01T10:00:00Z");
  const { db } = app.services;
  admin = await app.as("admin");
  client = await app.as("client", { clientNumber: "V-1", name: "Iva Ivanova" });
  ids = await makeInstruments(db, { ACME: "EUR", GLOB: "USD", BOND: "EUR" });
  await sql`update instrument set country = 'BG', isin = 'BG1100000001' where id = ${ids.ACME}`.execute(db);
  await sql`update instrument set asset_class = 'bond' where id = ${ids.BOND}`.execute(db);
  await pricesOf(ids.ACME, 100, (index) => Math.sin(index) / 80);
  await pricesOf(ids.GLOB, 50, (index) => Math.cos(index * 1.3) / 60);
  await pricesOf(ids.BOND, 98, (index) => Math.sin(index / 3) / 900);
  for (let day = "2024-10-01"; day <= period.to; day = addDays(day, 7))
    await rate(db, "USD", day, (1.1 + Number(day.slice(8)) / 1000).toFixed(4));
  await saveRules({ benchmarkIsin: "BG1100000001" });
  await bookEntries(db, holder(), [
    deposit("2024-10-15", "20000"),
    deposit("2024-10-15", "5000", "USD"),
    buy("2024-10-16", ids.ACME, "60", "-6010", { fee: "10" }),
    buy("2024-11-04", ids.GLOB, "40", "-2005", { currency: "USD", fee: "5" }),
    buy("2025-02-03", ids.BOND, "50", "-4900"),
    deposit("2025-03-10", "3000"),
    entry({
      kind: "dividend",
      day: "2025-04-14",
      instrumentId: ids.ACME,
      amount: "54",
      currency: "EUR",
      tax: "6",
      description: "ACME CASH DIVIDEND",
    }),
    entry({
      kind: "dividend",
      day: "2025-05-12",
      instrumentId: ids.GLOB,
      amount: "20",
      currency: "USD",
      description: "GLOB CASH DIVIDEND USD 0.50 PER SHARE",
    }),
    entry({
      kind: "tax",
      day: "2025-05-12",
      instrumentId: ids.GLOB,
      amount: "-3",
      currency: "USD",
      description: "GLOB CASH DIVIDEND USD 0.50 PER SHARE - US TAX",
    }),
    entry({ kind: "interest", day: "2025-06-30", amount: "4.50", currency: "EUR" }),
    sell("2025-07-07", ids.ACME, "20", "2090", { fee: "10" }),
    entry({ kind: "fee", day: "2025-09-30", amount: "-25", currency: "EUR" }),
    entry({ kind: "withdrawal", day: "2025-10-06", amount: "-1000", currency: "EUR" }),
    sell("2025-11-03", ids.BOND, "50", "4890"),
  ]);
  await computeDailyValues(app.services, holder());
});
afterAll(() => app.close());

async function make(range: { from: string; to: string } = period) {
  const { id } = await client.client.reports.ask({
    params: holder(),
    body: { kind: "review", ...range, language: "en" },
  });
  await makeReport(app.services, id);
  return client.client.reports.get({ params: { id } });
}
const dataOf = ({ data }: { data: unknown }): ReviewData => data as ReviewData;

test("returns, benchmark, risk, months, contributions, attribution and income are those of the pages", async () => {
  const report = await make();
  expect(report.state).toBe("made");
  const data = dataOf(report);
  const { portfolios } = client.client;
  const params = { ...holder(), ...period };
  const shown = await portfolios.getPerformance({ params, query: {} });
  expect(shown.timeWeightedReturn).not.toBeNull();
  expect(data.returns).toEqual({
    timeWeighted: two(shown.timeWeightedReturn),
    timeWeightedYearly: null,
    timeWeightedReason: null,
    moneyWeighted: two(shown.moneyWeightedReturn),
    moneyWeightedReason: null,
  });
  expect(data.bridge).toEqual(shown.bridge);
  expect(data.benchmark).toMatchObject({
    name: { en: "ACME plc" },
    return: two(shown.benchmarkReturn),
    excess: new Decimal(shown.timeWeightedReturn ?? 0).minus(shown.benchmarkReturn ?? 0).toFixed(2),
  });
  const risk = await portfolios.getRisk({ params });
  expect(risk.volatility).not.toBeNull();
  expect(data.risk).toMatchObject({
    volatility: two(risk.volatility),
    sharpe: two(risk.sharpe),
    worstFall: { ...risk.worstFall, percent: two(risk.worstFall?.percent ?? null) },
    days: risk.days,
    basis: "days",
    reason: null,
  });
  const months = await portfolios.getMonthlyReturns({ params: holder() });
  // The page goes on until today.
  expect(data.years.map(({ year }) => year)).toEqual([2024, 2025]);
  for (const year of data.years) {
    const own = months.years.find((one) => one.year === year.year);
    expect(year.percent).toBe(two(own?.percent ?? null));
    expect(year.months.map((month) => month && [month.percent, month.benchmark])).toEqual(
      own?.months.map((month) => month && [two(month.percent), two(month.benchmark)]),
    );
  }
  const results = await portfolios.getResults({ params });
  expect(
    data.contributions.map(({ name, total, fees, returnPercent, contribution, isClosed }) => [
      name,
      total,
      fees,
      returnPercent,
      contribution,
      isClosed,
    ]),
  ).toEqual(
    results.holdings.map(({ name, total, fees, returnPercent, contribution, isClosed }) => [
      name,
      total,
      fees,
      two(returnPercent),
      two(contribution),
      isClosed,
    ]),
  );
  expect(data.contributionTotal).toMatchObject({
    total: results.total.total,
    returnPercent: two(results.total.returnPercent),
  });
  for (const by of ["class", "currency"] as const) {
    const attribution = await portfolios.getAttribution({ params, query: { by } });
    expect(attribution.reason).toBeNull();
    expect(data.attribution[by]).toMatchObject({
      return: two(attribution.return),
      benchmarkReturn: two(attribution.benchmarkReturn),
      excess: two(attribution.excess),
      total: { total: two(attribution.total?.total ?? null), allocation: two(attribution.total?.allocation ?? null) },
    });
    expect(
      data.attribution[by].parts.map(({ key, weight, selection, total }) => [key, weight, selection, total]),
    ).toEqual(
      attribution.parts.map(({ key, weight, selection, total }) => [key, two(weight), two(selection), two(total)]),
    );
  }
  const income = await portfolios.getIncome({ params });
  expect(data.income.total).toEqual(income.total);
  expect(data.income.holdings.map(({ name, gross, tax, net }) => [name, gross, tax, net])).toEqual(
    income.holdings.map(({ name, key, gross, tax, net }) => [name ?? key, gross, tax, net]),
  );
});

test("the allocation is that of the portfolio on the last day: parts make the whole, weights make 100", async () => {
  const data = dataOf(await make());
  const office = await app.as("internal");
  const then = await office.client.portfolios.getAsOf({ params: { ...holder(), day: period.to }, query: {} });
  const valueOf = (key: string) => data.allocation.class.find((part) => part.key === key)?.value;
  const sum = (wanted: string) =>
    then.instruments
      .filter(({ assetClass }) => assetClass === wanted)
      .reduce((all, { currentValue }) => all.plus(new Decimal(currentValue ?? 0).toDecimalPlaces(2)), new Decimal(0))
      .toFixed(2);
  expect(valueOf("equity")).toBe(sum("equity"));
  expect(valueOf("cash")).toBe(sum("cash"));
  for (const parts of Object.values(data.allocation)) {
    expect(parts.reduce((all, { weight }) => all.plus(weight ?? 0), new Decimal(0)).toFixed(2)).toBe("100.00");
    const whole = parts.reduce((all, { value }) => all.plus(value ?? 0), new Decimal(0));
    expect(
      whole
        .minus(then.currentValue ?? 0)
        .abs()
        .toNumber(),
    ).toBeLessThanOrEqual(0.02);
  }
  expect(data.allocation.country.map(({ key }) => key)).toEqual(expect.arrayContaining(["BG", "cash", "unknown"]));
});

test("its files are written in each language", async () => {
  for (const language of ["bg", "en", "pl"] as const) {
    const { id } = await client.client.reports.ask({ params: holder(), body: { kind: "review", ...period, language } });
    await makeReport(app.services, id);
    for (const call of ["getPdf", "getXlsx", "getCsv"] as const) {
      const { content } = await client.client.reports[call]({ params: { id } });
      expect(content.length).toBeGreaterThan(500);
      if (call === "getCsv") expect(new TextDecoder().decode(content)).not.toMatch(/reports\.\w/);
    }
  }
});

// It changes the market and the ledger: last but one.
test("made again after corrections of entries, prices, rates, the risk-free rate and the benchmark it has the same hash", async () => {
  const before = await make();
  const { db } = app.services;
  await bookEntries(db, holder(), [{ ...deposit("2025-02-10", "77"), externalId: "late" }]);
  await price(db, ids.ACME, "2025-12-31", "90", "corrected");
  await rate(db, "USD", "2025-06-16", "1.5", "corrected");
  await admin.client.settings.save({
    params: { name: "riskFreeRate" },
    body: { data: { name: "Later", percent: 4.25 } },
  });
  await saveRules({ benchmarkIsin: null });
  await sql`update instrument set name = 'Renamed AD', country = 'DE' where id = ${ids.ACME}`.execute(db);
  expect((await verifyReports(app.services)).faults).toEqual([]);
  const after = await make();
  expect(after.replaces).toBe(before.id);
  expect(dataOf(after).benchmark).toBeNull();
  expect(dataOf(after).risk.riskFree).toEqual({ name: "Later", percent: "4.25" });
  expect(dataOf(after).attribution.class.reason).toBe("noBenchmark");
});

test("what is missing leaves figures unknown and is told; before the first entry there is no review", async () => {
  const { NONE } = await makeInstruments(app.services.db, { NONE: "JPY" });
  await bookEntries(app.services.db, holder(), [
    entry({
      kind: "transferIn",
      day: "2025-08-20",
      instrumentId: NONE,
      quantity: "1",
      amount: "0",
      currency: "JPY",
      cost: "100",
    }),
  ]);
  const report = await make();
  expect(report.gaps.map(({ code }) => code)).toEqual(expect.arrayContaining(["rateMissing", "daysIncomplete"]));
  expect(dataOf(report)).toMatchObject({
    bridge: null,
    returns: { timeWeighted: null, timeWeightedReason: "gaps" },
    risk: { volatility: null, reason: "gaps" },
    contributionTotal: { contribution: null },
  });
  expect(await make({ from: "2023-01-01", to: "2023-12-31" })).toMatchObject({ failure: "beforeFirstEntry" });
});
