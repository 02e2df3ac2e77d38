/** Risk and returns by month over HTTP, on days, prices and payments whose figures are calculated by hand. */
import type { Portfolio } from "@portico/api/portfolios.ts";
import { addDays } from "@portico/api/rules/calendar.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startCustodianServer } from "../../../demo/custodian-server.ts";
import { createTestApp, type TestApp } from "../../../testing/app.ts";
import { savePrices } from "../../market-data/market-data.ts";
import { bookEntries } from "../ledger/writer.ts";
import { computeDailyValues } from "../performance/daily-values.ts";
import { linkCustodian } from "../portfolios.ts";
import { buy, deposit, entry, makeInstruments, price, rate, sell } from "../testing/firm.ts";

const today = "2024-06-28";
let portal: TestApp;
beforeAll(async () => {
  portal = await createTestApp();
  portal.services.now = () => new Date(`${today}T12:00:00Z`);
});
afterAll(() => portal.close());

const isWorkday = (day: string) => ![0, 6].includes(new Date(day).getUTCDay());
function daysFrom(first: string, last: string, isWanted: (day: string) => boolean = isWorkday): string[] {
  const days = [];
  for (let day = first; day <= last; day = addDays(day, 1)) if (isWanted(day)) days.push(day);
  return days;
}

/** A client over HTTP, with an instrument priced on these days. */
async function makeClient(prices: Record<string, string> = {}) {
  const { db } = portal.services;
  const user = await portal.as("client", { clientNumber: `R-${Math.random()}` });
  const holder = { holderType: "user" as const, holderId: user.id };
  const { ACME } = await makeInstruments(db, { ACME: "EUR" });
  const list = Object.entries(prices).map(([day, value]) => ({ instrumentId: ACME, day, value, source: "exchange" }));
  await savePrices(db, list);
  const { portfolios } = user.client;
  return {
    db,
    user,
    holder,
    ACME,
    book: (...entries: Parameters<typeof bookEntries>[2]) => bookEntries(db, holder, entries),
    compute: () => computeDailyValues(portal.services, holder),
    risk: (from: string, to = today) => portfolios.getRisk({ params: { ...holder, from, to } }),
    months: () => portfolios.getMonthlyReturns({ params: holder }),
    performance: (from: string, to: string) =>
      portfolios.getPerformance({ params: { ...holder, from, to }, query: {} }),
  };
}

/** Prices that change by these percentages, in turns. */
function pricesOver(days: readonly string[], steps: readonly number[], start = 100): Record<string, string> {
  let value = start;
  return Object.fromEntries(
    days.map((day, index) => {
      if (index > 0) value *= 1 + (steps[(index - 1) % steps.length] ?? 0) / 100;
      return [day, value.toFixed(8)];
    }),
  );
}

test("volatility and Sharpe ratio of the days with a price, whatever is paid in and out; a withdrawal is no fall", async () => {
  const days = daysFrom("2024-01-02", "2024-06-28");
  const client = await makeClient(pricesOver(days, [1, -0.5]));
  await client.book(
    deposit("2024-01-02", "10000"),
    buy("2024-01-02", client.ACME, "100", "-10000"),
    sell("2024-03-04", client.ACME, "50", String(50 * Number(pricesOver(days, [1, -0.5])["2024-03-04"]))),
    entry({
      kind: "withdrawal",
      day: "2024-03-04",
      amount: String(-50 * Number(pricesOver(days, [1, -0.5])["2024-03-04"])),
      currency: "EUR",
    }),
  );
  await client.compute();
  const risk = await client.risk("2024-01-03");
  // 128 returns, half of them 1 % and half −0.5 %: the sample deviation is 0.75 % × √(128 ÷ 127).
  expect(days).toHaveLength(129);
  const deviation = 0.0075 * Math.sqrt(128 / 127);
  expect(risk).toMatchObject({
    days: 128,
    basis: "days",
    months: null,
    reason: null,
    volatility: Number((deviation * Math.sqrt(252) * 100).toFixed(2)),
    sharpe: Number(((0.0025 / deviation) * Math.sqrt(252)).toFixed(2)),
    riskFree: { name: "", percent: 0 },
    worstFall: { percent: -0.5 },
  });
  expect(risk.falls[0]).toEqual({ day: "2024-01-02", percent: 0 });
  expect(Math.min(...risk.falls.map(({ percent }) => percent))).toBe(-0.5);
});

test("weekends and days without a price of what is held do not count; their return belongs to the next day that does", async () => {
  const { db } = portal.services;
  const client = await makeClient(pricesOver(daysFrom("2024-02-01", today), [1, -1]));
  const { OTHER } = await makeInstruments(db, { OTHER: "EUR" });
  // Priced every day, but not held before April, and on weekends too.
  for (const day of daysFrom("2023-12-01", today, () => true)) await price(db, OTHER, day, "5");
  await client.book(deposit("2024-01-02", "10000"), buy("2024-02-01", client.ACME, "50", "-5000"));
  await client.compute();
  const count = async (from: string, to: string) => (await client.risk(from, to)).days;
  expect(await count("2024-01-02", "2024-01-31")).toBe(0);
  expect(await count("2024-02-01", "2024-02-29")).toBe(21);
  expect(await count("2024-02-03", "2024-02-04")).toBe(0);
  await client.book(sell("2024-03-05", client.ACME, "50", "5000"), buy("2024-04-01", OTHER, "1", "-5"));
  // Held at the close before: the day of the sale counts, no later one until something else is bought.
  expect(await count("2024-03-01", "2024-03-31")).toBe(3);
  expect(await count("2024-04-01", "2024-04-30")).toBe(22);
});

test("the days with a price that are kept are those that entries and prices tell, also while an older build makes days", async () => {
  const { db } = portal.services;
  const client = await makeClient(pricesOver(daysFrom("2024-02-01", today), [1, -1]));
  const { OTHER, LATE } = await makeInstruments(db, { OTHER: "EUR", LATE: "EUR" });
  for (const day of daysFrom("2024-01-05", today, (day) => day.endsWith("5"))) await price(db, OTHER, day, "5");
  await client.book(
    deposit("2024-01-02", "10000"),
    buy("2024-01-10", OTHER, "10", "-50"),
    sell("2024-01-25", OTHER, "10", "50"),
    buy("2024-02-01", client.ACME, "50", "-5000"),
    sell("2024-03-05", client.ACME, "50", "5000"),
    // Held at no close.
    buy("2024-03-15", OTHER, "10", "-50"),
    sell("2024-03-15", OTHER, "10", "50"),
    buy("2024-04-04", LATE, "1", "-5"),
    buy("2024-05-06", OTHER, "1", "-5"),
  );
  await client.compute();
  const untold = async () => {
    const { rows } = await sql<{ count: number }>`select count(*) as count from daily_value
      where holder_id = ${client.user.id} and priced is null`.execute(db);
    return rows[0]?.count;
  };
  const counts = async () => {
    const found: Record<string, number> = {};
    for (const month of ["01", "02", "03", "04", "05", "06"])
      found[month] = (await client.risk(`2024-${month}-01`, `2024-${month}-28`)).days;
    return found;
  };
  expect(await untold()).toBe(0);
  const kept = await counts();
  // The 15th and the 25th of working days, also on which it was sold; none of what was bought and sold on one day, and none without a price.
  expect(kept).toEqual({ "01": 2, "02": 20, "03": 3, "04": 0, "05": 1, "06": 2 });

  // As the build before makes days again.
  await sql`update daily_value set value = value where holder_id = ${client.user.id}`.execute(db);
  expect(await untold()).toBe(179);
  await savePrices(db, [{ instrumentId: LATE, day: "2024-04-09", value: "5", source: "exchange" }]);
  await sql`update ledger_head set version = version + 1 where holder_id = ${client.user.id}`.execute(db);
  expect(await counts()).toEqual({ ...kept, "04": 1 });
  // The job completes them, with the days after the last whole month.
  await client.compute();
  expect(await untold()).toBe(0);
  await sql`update ledger_head set version = version + 1 where holder_id = ${client.user.id}`.execute(db);
  expect(await counts()).toEqual({ ...kept, "04": 1 });
});

test("fewer than 60 days are too short for volatility and Sharpe ratio, not for the worst fall", async () => {
  const days = daysFrom("2024-01-02", today);
  const client = await makeClient(pricesOver(days, [2, -1]));
  await client.book(deposit("2024-01-02", "1000"), buy("2024-01-02", client.ACME, "10", "-1000"));
  await client.compute();
  const [from, to59, to60] = ["2024-01-03", days[59], days[60]] as [string, string, string];
  expect(await client.risk(from, to59)).toMatchObject({
    volatility: null,
    sharpe: null,
    days: 59,
    reason: "tooShort",
    worstFall: { percent: -1 },
  });
  expect(await client.risk(from, to60)).toMatchObject({ days: 60, reason: null, volatility: expect.any(Number) });
});

test("a portfolio that is priced monthly has the volatility of its months, from 36 on", async () => {
  const monthEnds = daysFrom("2020-12-31", "2024-05-31", (day) => addDays(day, 1).endsWith("-01"));
  const client = await makeClient(pricesOver(monthEnds, [3, -1]));
  await client.book(deposit("2020-12-31", "1000"), buy("2020-12-31", client.ACME, "10", "-1000"));
  await client.compute();
  const three = await client.risk("2021-01-01", "2023-12-31");
  const deviation = 0.02 * Math.sqrt(36 / 35);
  // Month ends on weekends do not count, and April 2022 has 30 days that are all its own.
  expect(three).toMatchObject({
    basis: "months",
    months: 36,
    reason: null,
    volatility: Number((deviation * Math.sqrt(12) * 100).toFixed(2)),
    sharpe: Number(((0.01 / deviation) * Math.sqrt(12)).toFixed(2)),
  });
  expect(await client.risk("2021-01-01", "2023-12-30")).toMatchObject({
    months: 35,
    reason: "tooShort",
    volatility: null,
  });
});

test("the worst fall names both days and the day on which it was over, and begins at the close before the range", async () => {
  const client = await makeClient({
    "2024-01-02": "100",
    "2024-01-10": "120",
    "2024-01-18": "90",
    "2024-01-26": "96",
    "2024-02-05": "130",
  });
  await client.book(deposit("2024-01-02", "1000"), buy("2024-01-02", client.ACME, "10", "-1000"));
  await client.compute();
  const fall = async (from: string, to: string) => (await client.risk(from, to)).worstFall;
  const worst = { percent: -25, from: "2024-01-10", to: "2024-01-18" };
  expect(await fall("2024-01-02", today)).toEqual({ ...worst, recovered: "2024-02-05" });
  expect(await fall("2024-01-15", today)).toEqual({ ...worst, from: "2024-01-14", recovered: "2024-02-05" });
  // Before it was over, it was not.
  expect(await fall("2024-01-02", "2024-02-04")).toEqual({ ...worst, recovered: null });
  expect(await fall("2024-01-20", today)).toEqual({ percent: 0, from: null, to: null, recovered: null });
});

test("what has no figure says why", async () => {
  const client = await makeClient({ "2024-01-02": "100" });
  expect(await client.risk("2024-01-01")).toMatchObject({
    volatility: null,
    worstFall: null,
    reason: "nothingHeld",
    falls: [],
  });
  expect(await client.months()).toEqual({ contractCurrency: "EUR", benchmarkName: null, years: [], reason: null });
  await client.book(deposit("2024-01-02", "1000"), deposit("2024-02-01", "10", "XAF"));
  expect(await client.risk("2024-01-01")).toMatchObject({
    volatility: null,
    sharpe: null,
    worstFall: null,
    reason: "gaps",
    gaps: [{ code: "rateMissing", currency: "XAF", day: "2024-02-01" }],
  });
  const below = await makeClient();
  await below.book(
    deposit("2024-01-02", "10"),
    entry({ kind: "fee", day: "2024-01-03", amount: "-20", currency: "EUR" }),
  );
  expect(await below.risk("2024-01-01")).toMatchObject({
    reason: "belowZero",
    reasonDay: "2024-01-03",
    worstFall: null,
  });
  // Priced, but it never moved: there is a volatility of 0, and no ratio to it.
  const flat = await makeClient(pricesOver(daysFrom("2024-01-02", today), [0]));
  await flat.book(deposit("2024-01-02", "1000"), buy("2024-01-02", flat.ACME, "10", "-1000"));
  expect(await flat.risk("2024-01-03")).toMatchObject({ volatility: 0, sharpe: null, reason: "noVariation" });
});

test("the Sharpe ratio is over the firm's risk-free rate, which the answer names; a new rate answers at once", async () => {
  const client = await makeClient(pricesOver(daysFrom("2024-01-02", today), [1, -0.5]));
  await client.book(deposit("2024-01-02", "1000"), buy("2024-01-02", client.ACME, "10", "-1000"));
  await client.compute();
  const before = (await client.risk("2024-01-03")).sharpe;
  const admin = await portal.as("admin");
  const data = { name: "€STR", percent: 3.9 };
  await admin.client.settings.save({ params: { name: "riskFreeRate" }, body: { data } });
  const after = await client.risk("2024-01-03");
  const [deviation, daily] = [0.0075 * Math.sqrt(128 / 127), 1.039 ** (1 / 252) - 1];
  expect(after.riskFree).toEqual(data);
  expect(after.sharpe).toBe(Number((((0.0025 - daily) / deviation) * Math.sqrt(252)).toFixed(2)));
  expect(after.sharpe).toBeLessThan(before ?? 0);
  for (const percent of [51, -11, "2"])
    await expect(
      admin.client.settings.save({ params: { name: "riskFreeRate" }, body: { data: { name: "", percent } } }),
    ).rejects.toMatchObject({ code: "badInput" });
  await sql`delete from setting`.execute(client.db);
});

test("months and years are the time-weighted returns of their days, parts are marked, and the excess is over the same days", async () => {
  const client = await makeClient({
    "2022-12-30": "100",
    "2023-01-31": "110",
    "2023-03-31": "99",
    "2023-12-29": "132",
    "2024-02-15": "145.2",
    "2024-06-28": "140",
  });
  const { db } = client;
  const { INDEX } = await makeInstruments(db, { INDEX: "EUR" });
  await sql`update instrument set isin = 'US5949181045' where id = ${INDEX}`.execute(db);
  for (const [day, value] of [
    ["2023-01-10", "50"],
    ["2023-01-31", "51"],
    ["2023-12-29", "60"],
    ["2024-06-28", "66"],
  ] as const)
    await price(db, INDEX, day, value);
  const rules = { timeZone: "Europe/Sofia", baseCurrency: "EUR", feesInCost: true, benchmarkIsin: "US5949181045" };
  await sql`insert into setting (name, data) values ('portalRules', ${JSON.stringify(rules)}::jsonb)`.execute(db);
  await client.book(
    deposit("2023-01-16", "2000"),
    buy("2023-01-16", client.ACME, "10", "-1000"),
    entry({ kind: "withdrawal", day: "2023-06-01", amount: "-900", currency: "EUR" }),
    deposit("2024-02-15", "5000"),
  );
  await client.compute();
  const { years, ...about } = await client.months();
  expect(about).toEqual({
    contractCurrency: "EUR",
    benchmarkName: { bg: "INDEX plc", en: "INDEX plc", pl: "INDEX plc" },
    reason: null,
  });
  expect(years.map(({ year, isPartial, from, to }) => [year, isPartial, from, to])).toEqual([
    [2023, true, "2023-01-16", "2023-12-31"],
    [2024, true, "2024-01-01", today],
  ]);
  const [first, second] = years;
  // 10 × 10 of price on 2,000; the benchmark from 50 to 51 over the same days.
  expect(first?.months[0]).toEqual({
    from: "2023-01-16",
    to: "2023-01-31",
    isPartial: true,
    percent: 5,
    reason: null,
    gap: null,
    benchmark: 2,
    excess: 3,
  });
  expect(first?.months[1]).toMatchObject({
    from: "2023-02-01",
    to: "2023-02-28",
    isPartial: false,
    percent: 0,
    benchmark: 0,
  });
  expect(first).toMatchObject({ benchmark: 20 });
  expect(second).toMatchObject({ benchmark: 10 });
  expect(second?.months.map((month) => month?.isPartial)).toEqual([
    ...Array(5).fill(false),
    true,
    ...Array(6).fill(undefined),
  ]);
  for (const period of [...years, ...years.flatMap(({ months }) => months)]) {
    if (!period) continue;
    const { timeWeightedReturn, benchmarkReturn } = await client.performance(period.from, period.to);
    expect([period.from, period.percent, period.benchmark]).toEqual([period.from, timeWeightedReturn, benchmarkReturn]);
  }
  await sql`delete from setting`.execute(db);
});

test("a month without a price is unknown with its year, and says what is missing; months without holdings are left out at both ends", async () => {
  const client = await makeClient();
  await client.book(
    deposit("2023-03-01", "1000"),
    deposit("2023-11-20", "10", "XOF"),
    entry({ kind: "withdrawal", day: "2023-12-05", amount: "-10", currency: "XOF" }),
  );
  await rate(client.db, "XOF", "2023-12-05", "655.957");
  await client.compute();
  const [year, next] = (await client.months()).years;
  const gap = { code: "rateMissing", currency: "XOF" };
  expect(year?.months.map((month) => month?.percent)).toEqual([
    ...Array(2).fill(undefined),
    ...Array(8).fill(0),
    null,
    null,
  ]);
  expect(year?.months[10]).toMatchObject({ reason: null, gap: { ...gap, day: "2023-11-20" } });
  expect(year).toMatchObject({ percent: null, gap: { ...gap, day: "2023-11-20" }, isPartial: true });
  expect(next).toMatchObject({ year: 2024, percent: 0, gap: null });

  const left = await makeClient();
  await left.book(
    deposit("2023-03-01", "1000"),
    entry({ kind: "withdrawal", day: "2023-05-10", amount: "-1000", currency: "EUR" }),
  );
  expect((await left.months()).years).toMatchObject([{ year: 2023, to: "2023-05-31", isPartial: true }]);
});

test("a ledger of more years than are read beside other calls is calculated on a thread, with the same figures", async () => {
  const client = await makeClient({ "1994-01-03": "10", "1995-06-30": "20", "2010-06-30": "15" });
  await client.book(deposit("1994-01-03", "100"), buy("1994-01-03", client.ACME, "10", "-100"));
  await client.compute();
  const started = portal.services.workers.threads();
  const { years } = await client.months();
  expect(years.map(({ year, percent }) => [year, percent]).filter(([, percent]) => percent !== 0)).toEqual([
    [1995, 100],
    [2010, -25],
  ]);
  expect((await client.risk("1994-01-01")).worstFall).toMatchObject({
    percent: -25,
    from: "1995-06-30",
    to: "2010-06-30",
  });
  expect(portal.services.workers.threads()).toBe(started + 1);
});

test("a system that gives no days is said to give none", async () => {
  const clientNumber = "R/1";
  const server = await startCustodianServer({ accounts: { [clientNumber]: { "/portfolio": {} as Portfolio } } });
  const user = await portal.as("client", { clientNumber });
  const holder = { holderType: "user" as const, holderId: user.id };
  await linkCustodian(portal.services.db, holder, server.baseUrl);
  const { portfolios } = user.client;
  expect(await portfolios.getRisk({ params: { ...holder, from: "2024-01-01", to: today } })).toMatchObject({
    reason: "notProvided",
    volatility: null,
    worstFall: null,
  });
  expect(await portfolios.getMonthlyReturns({ params: holder })).toMatchObject({ years: [], reason: "notProvided" });
  await server.close();
});

test("a range that ends before it begins is refused", async () => {
  const client = await makeClient();
  await expect(client.risk("2024-02-01", "2024-01-01")).rejects.toMatchObject({ code: "badInput" });
});
