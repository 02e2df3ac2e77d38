/** Attribution over HTTP: the published check, by currency, effects that sum to the difference, and what cannot be told. */
import type { Attribution } from "@portico/api/portfolio-attribution.ts";
import type { Portfolio } from "@portico/api/portfolios.ts";
import type { BenchmarkClass } from "@portico/api/rules/benchmarks.ts";
import { addDays } from "@portico/api/rules/calendar.ts";
import { Decimal } from "decimal.js";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startCustodianServer } from "../../../demo/custodian-server.ts";
import { createTestApp, type TestApp, type TestUser } from "../../../testing/app.ts";
import { faultsOf } from "../../../testing/effects.ts";
import { assign, inAll, makeBlend, makeSeries, storeValues } from "../../benchmarks/testing/arranged.ts";
import { bookEntries } from "../ledger/writer.ts";
import { computeDailyValues } from "../performance/daily-values.ts";
import { linkCustodian } from "../portfolios.ts";
import { buy, deposit, entry, makeInstruments, price, rate, sell } from "../testing/firm.ts";

let portal: TestApp;
let admin: TestUser;
let office: TestUser;
const today = "2024-03-31";
const closes = ["2023-12-31", "2024-01-31", "2024-02-29", "2024-03-31"] as const;
beforeAll(async () => {
  portal = await createTestApp();
  portal.services.now = () => new Date(`${today}T12:00:00Z`);
  [admin, office] = [await portal.as("admin"), await portal.as("office")];
});
afterAll(() => portal.close());

let made = 0;
async function makeHolder(...entries: Parameters<typeof bookEntries>[2]) {
  made += 1;
  const user = await portal.as("client", { clientNumber: `A-${made}` });
  const holder = { holderType: "user" as const, holderId: user.id };
  if (entries.length > 0) await bookEntries(portal.services.db, holder, entries);
  await computeDailyValues(portal.services, holder);
  const read = (
    query: { by?: "class" | "currency"; benchmark?: number } = {},
    range = { from: "2024-01-01", to: today },
    by: TestUser = user,
  ) => by.client.portfolios.getAttribution({ params: { ...holder, ...range }, query });
  const offer = (id: number) => assign(office, id, { scope: "holder", holder_type: "user", holder_id: user.id });
  return { user, holder, read, offer };
}

/** A series with a class, and the returns of the months of 2024 in percent. */
async function seriesOf(returns: number[], asset_class: BenchmarkClass | null, currency = "EUR"): Promise<number> {
  const name = inAll(`${asset_class} ${currency}`);
  const body = { kind: "series", name, currency, return_kind: "price", asset_class } as const;
  const { id } = await admin.client.benchmarks.create({ body });
  let value = 100;
  const rows: [string, number][] = [[closes[0], value]];
  for (const [place, percent] of returns.entries()) {
    value = Math.round(value * (100 + percent) * 1e6) / 1e8;
    rows.push([closes[place + 1] ?? "", value]);
  }
  await storeValues(office, id, ...rows);
  return id;
}

/** Instruments of a class each, with prices at the months' ends. */
async function instrumentsOf(classes: Record<string, { returns: number[]; currency?: string }>) {
  const { db } = portal.services;
  const ids: Record<string, number> = {};
  for (const [assetClass, { returns, currency = "EUR" }] of Object.entries(classes)) {
    const { ONE } = await makeInstruments(db, { ONE: currency });
    await sql`update instrument set asset_class = ${assetClass} where id = ${ONE}`.execute(db);
    let value = 100;
    await price(db, ONE, closes[0], "100");
    for (const [place, percent] of returns.entries()) {
      value = (value * (100 + percent)) / 100;
      await price(db, ONE, closes[place + 1] ?? "", value.toFixed(6));
    }
    ids[assetClass] = ONE;
  }
  return ids as Record<string, number> & { equity: number; bond: number; commodity: number };
}

const rowsOf = ({ parts }: Attribution) =>
  Object.fromEntries(
    parts.map(({ key, allocation, selection, interaction, total }) => [
      key,
      [allocation, selection, interaction, total],
    ]),
  );

/** Each row and each column adds up as shown, and the total is the difference of the returns. */
function expectSums({ parts, total, excess, return: own, benchmarkReturn }: Attribution): void {
  const sum = (values: number[]) => Number(values.reduce((all, value) => all.plus(value), new Decimal(0)));
  expect(excess).toBe(Number(new Decimal(own ?? 0).minus(benchmarkReturn ?? 0)));
  expect(total?.total).toBe(excess);
  for (const row of [...parts, ...(total ? [total] : [])])
    expect(sum([row.allocation, row.selection, row.interaction])).toBe(row.total);
  for (const of of ["allocation", "selection", "interaction", "total"] as const)
    expect(sum(parts.map((part) => part[of]))).toBe(total?.[of]);
  expect(sum(parts.map(({ weight }) => weight))).toBe(100);
  expect(sum(parts.map(({ benchmarkWeight }) => benchmarkWeight))).toBe(100);
}

/** 40 / 30 / 30, bought at the prices of the last day of 2023. */
async function published() {
  const { equity, bond, commodity } = await instrumentsOf({
    equity: { returns: [20] },
    bond: { returns: [-5] },
    commodity: { returns: [6] },
  });
  const client = await makeHolder(
    deposit("2023-12-31", "1000"),
    buy("2023-12-31", equity, "4", "-400"),
    buy("2023-12-31", bond, "3", "-300"),
    buy("2023-12-31", commodity, "3", "-300"),
  );
  return { ...client, equity };
}

describe("by class", () => {
  test("the published check: a month of 40/30/30 against 40/20/40", async () => {
    const client = await published();
    const parts = [await seriesOf([10], "equity"), await seriesOf([-4], "bond"), await seriesOf([8], "commodity")];
    const [one = 0, two = 0, three = 0] = parts;
    const blend = await makeBlend(admin, { [one]: "40", [two]: "20", [three]: "40" });
    await client.offer(blend);
    const january = await client.read({}, { from: "2024-01-01", to: "2024-01-31" });
    expect(january).toMatchObject({
      by: "class",
      from: "2024-01-01",
      to: "2024-01-31",
      benchmarkFrom: null,
      benchmark: { id: blend },
      return: 8.3,
      benchmarkReturn: 6.4,
      excess: 1.9,
      total: { allocation: -1.2, selection: 3, interaction: 0.1, total: 1.9 },
      periods: 1,
      unclassified: [],
      reason: null,
    });
    expect(rowsOf(january)).toEqual({
      equity: [0, 4, 0, 4],
      bond: [-1.04, -0.2, -0.1, -1.34],
      commodity: [-0.16, -0.8, 0.2, -0.76],
    });
    expect(january.parts.map(({ weight, benchmarkWeight }) => [weight, benchmarkWeight])).toEqual([
      [40, 40],
      [30, 20],
      [30, 40],
    ]);
    expectSums(january);
    // Staff read the same.
    expect(await client.read({}, { from: "2024-01-01", to: "2024-01-31" }, office)).toEqual(january);
  });

  test("a series without a class is a part of its own, which is named; a class that staff give it counts at once", async () => {
    const client = await published();
    const series = await seriesOf([5], null);
    await client.offer(series);
    const before = await client.read();
    expect(before.unclassified).toEqual([inAll("null EUR")]);
    expect(before.parts.find(({ key }) => key === "unclassified")).toMatchObject({ weight: 0, benchmarkWeight: 100 });
    expectSums(before);
    const { saved_at: since, asset_class } = await admin.client.benchmarks.open({ params: { id: series } });
    expect(asset_class).toBeNull();
    const content = { kind: "series", name: inAll("Shares"), currency: "EUR", return_kind: "price" } as const;
    await admin.client.benchmarks.save({
      params: { id: series },
      body: { content: { ...content, asset_class: "equity" }, since },
    });
    const after = await client.read();
    expect(after.unclassified).toEqual([]);
    expect(after.parts.map(({ key }) => key).toSorted()).toEqual(["bond", "commodity", "equity"]);
    // A page of the build before, which does not know classes, leaves it.
    const saved = await admin.client.benchmarks.open({ params: { id: series } });
    await admin.client.benchmarks.save({ params: { id: series }, body: { content, since: saved.saved_at } });
    expect(await client.read()).toEqual({ ...after });
  });

  test("an instrument counts by its own class, or by the one that staff give it", async () => {
    const client = await published();
    const body = {
      kind: "instrument",
      name: inAll("Fund"),
      instrument_id: client.equity,
      return_kind: "price",
    } as const;
    const plain = (await admin.client.benchmarks.create({ body })).id;
    const given = (await admin.client.benchmarks.create({ body: { ...body, asset_class: "bond" } })).id;
    for (const id of [plain, given]) await client.offer(id);
    const weightOf = async (benchmark: number) =>
      (await client.read({ benchmark })).parts.flatMap(({ key, benchmarkWeight }) => (benchmarkWeight > 0 ? key : []));
    expect(await weightOf(plain)).toEqual(["equity"]);
    expect(await weightOf(given)).toEqual(["bond"]);
  });

  test("what was bought within the range counts as selection of its class from its day on, and cash is a class", async () => {
    const { equity } = await instrumentsOf({ equity: { returns: [0, 0, 0] } });
    await price(portal.services.db, equity, "2024-02-15", "110");
    const client = await makeHolder(deposit("2023-12-31", "1000"), buy("2024-02-15", equity, "5", "-500"));
    await client.offer(await seriesOf([0, 0, 0], "equity"));
    // Bought at 100 on a day that closes at 110: 5 % without any weight; then it falls to 100 again.
    const day = await client.read({}, { from: "2024-02-15", to: "2024-02-15" });
    expect(rowsOf(day)).toEqual({ equity: [0, 5, 0, 5], cash: [0, 0, 0, 0] });
    const whole = await client.read();
    expect(whole).toMatchObject({ return: 0, excess: 0, periods: 5 });
    expectSums(whole);
  });
});

describe("by currency", () => {
  test("a part is what is in the currency, cash too, with the effect of its rate", async () => {
    const { db } = portal.services;
    const { equity } = await instrumentsOf({ equity: { returns: [10], currency: "USD" } });
    for (const [day, perEuro] of [
      ["2023-12-31", "1.25"],
      ["2024-01-31", "1"],
    ] as const)
      await rate(db, "USD", day, perEuro);
    const client = await makeHolder(
      deposit("2023-12-31", "1000"),
      deposit("2023-12-31", "500", "USD"),
      buy("2023-12-31", equity, "5", "-500", { currency: "USD" }),
    );
    await client.offer(await seriesOf([0], "equity", "USD"));
    const january = await client.read({ by: "currency" }, { from: "2024-01-01", to: "2024-01-31" });
    // 400 of 1,400 in USD earn 37.5 %; the benchmark, all in USD, 25 %.
    expect(january).toMatchObject({ by: "currency", return: 10.71, benchmarkReturn: 25, excess: -14.29 });
    expect(january.parts).toMatchObject([
      { key: "USD", weight: 28.57, benchmarkWeight: 100 },
      { key: "EUR", weight: 71.43, benchmarkWeight: 0 },
    ]);
    expect(rowsOf(january)["EUR"]).toEqual([-17.86, 0, 0, -17.86]);
    expect(january.parts[0]).toMatchObject({ allocation: 0, selection: 12.5 });
    expectSums(january);
  });
});

test("effects sum to the difference of the returns that performance shows, for any payments, trades and prices", async () => {
  const { db } = portal.services;
  const instruments = await instrumentsOf({ equity: { returns: [] }, bond: { returns: [], currency: "USD" } });
  await rate(db, "USD", "2023-12-31", "1.1");
  for (let day = "2024-01-03"; day < today; day = addDays(day, 3)) {
    const number = Number(day.slice(8)) + 31 * Number(day.slice(5, 7));
    await price(db, instruments.equity, day, String(100 + ((number * 7) % 23)));
    await price(db, instruments.bond, day, String(100 - ((number * 5) % 11)));
    await rate(db, "USD", day, String(1 + ((number * 3) % 20) / 100));
  }
  const shares = await seriesOf([4, -3, 2], "equity", "USD");
  const cash = await seriesOf([0.2, 0.2, 0.1], "cash");
  const blend = await makeBlend(admin, { [shares]: "65", [cash]: "35" });
  const drifting = await makeBlend(admin, { [shares]: "65", [cash]: "35" }, { rebalancing: "drift" });
  const dayOf = fc.integer({ min: 1, max: 88 }).map((number) => addDays("2023-12-31", number));
  const happening = fc.record({
    day: dayOf,
    kind: fc.constantFrom(
      "deposit",
      "depositUsd",
      "withdrawal",
      "buyShares",
      "sellShares",
      "buyBonds",
      "dividend",
      "fee",
    ),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(happening, { maxLength: 14 }), async (list) => {
      const { equity, bond } = instruments;
      const entries = list.map(({ day, kind }, place) => {
        const more = { externalId: `${place}`, fingerprint: `${place}` };
        const usd = { currency: "USD", ...more };
        if (kind === "deposit") return { ...deposit(day, "300"), ...more };
        if (kind === "depositUsd") return { ...deposit(day, "200", "USD"), ...more };
        if (kind === "withdrawal") return entry({ kind: "withdrawal", day, amount: "-150", currency: "EUR", ...more });
        if (kind === "buyShares") return buy(day, equity, "1", "-104.5", more);
        if (kind === "sellShares") return sell(day, equity, "1", "101", more);
        if (kind === "buyBonds") return buy(day, bond, "2", "-195", usd);
        if (kind === "dividend")
          return entry({ kind, day, instrumentId: equity, amount: "6", currency: "EUR", ...more });
        return entry({ kind: "fee", day, amount: "-3", currency: "EUR", ...more });
      });
      const client = await makeHolder(
        deposit("2023-12-31", "5000"),
        deposit("2023-12-31", "5000", "USD"),
        buy("2023-12-31", equity, "20", "-2000"),
        ...entries,
      );
      for (const id of [blend, drifting]) await client.offer(id);
      for (const benchmark of [blend, drifting])
        for (const by of ["class", "currency"] as const) {
          const found = await client.read({ by, benchmark });
          const shown = await client.user.client.portfolios.getPerformance({
            params: { ...client.holder, from: "2024-01-01", to: today },
            query: { benchmarks: String(benchmark) },
          });
          expect([found.return, found.benchmarkReturn]).toEqual([
            shown.timeWeightedReturn,
            shown.benchmarks[0]?.return,
          ]);
          expectSums(found);
        }
    }),
    { numRuns: 12 },
  );
});

describe("what cannot be told says why", () => {
  test("without a benchmark, without holdings, and with one that is not offered", async () => {
    const client = await makeHolder();
    expect(await client.read()).toMatchObject({ reason: "noBenchmark", benchmark: null, excess: null, parts: [] });
    const series = await seriesOf([1], "equity");
    expect(await faultsOf(client.read({ benchmark: series }))).toEqual(["benchmark notAllowed"]);
    await client.offer(series);
    expect(await client.read()).toMatchObject({ reason: "nothingHeld", benchmark: { id: series } });
    expect(await faultsOf(client.read({}, { from: "2024-02-01", to: "2024-01-01" }))).toEqual(["to tooSmall"]);
  });

  test("a benchmark that begins late is measured from then on, and one without values says what is missing", async () => {
    const client = await makeHolder(deposit("2023-12-31", "1000"));
    const late = await makeSeries(admin, { name: "Late" });
    const none = await makeSeries(admin, { name: "None" });
    await storeValues(office, late, ["2024-02-10", 100], ["2024-03-31", 103]);
    for (const id of [late, none]) await client.offer(id);
    expect(await client.read({ benchmark: late })).toMatchObject({
      from: "2024-02-11",
      to: today,
      benchmarkFrom: "2024-02-10",
      benchmarkReturn: 3,
      excess: -3,
      reason: null,
    });
    expect(await client.read({ benchmark: none })).toMatchObject({
      reason: "benchmarkGaps",
      gaps: [{ code: "priceMissing", part: inAll("None") }],
    });
  });

  test("a day without a rate, days without holdings in between, and a debt", async () => {
    const series = await seriesOf([1, 1, 1], "equity");
    const gap = await makeHolder(deposit("2023-12-31", "1000"), deposit("2024-02-01", "10", "XAF"));
    const left = await makeHolder(
      deposit("2023-12-31", "1000"),
      entry({ kind: "withdrawal", day: "2024-01-10", amount: "-1000", currency: "EUR" }),
      deposit("2024-02-20", "1000"),
    );
    const debt = await makeHolder(
      deposit("2023-12-31", "10"),
      entry({ kind: "fee", day: "2024-01-03", amount: "-20", currency: "EUR" }),
    );
    for (const { offer } of [gap, left, debt]) await offer(series);
    expect(await gap.read()).toMatchObject({
      reason: "gaps",
      excess: null,
      gaps: [{ code: "rateMissing", currency: "XAF", day: "2024-02-01" }],
    });
    expect(await gap.read({}, { from: "2024-01-01", to: "2024-01-31" })).toMatchObject({ reason: null, excess: -1 });
    expect(await left.read()).toMatchObject({ reason: "nothingHeld", reasonDay: "2024-01-11" });
    expect(await left.read({}, { from: "2024-01-11", to: today })).toMatchObject({ reason: null, from: "2024-02-20" });
    expect(await debt.read()).toMatchObject({ reason: "belowZero", reasonDay: "2024-01-03" });
  });

  test("a range of many days is calculated on a thread", async () => {
    const client = await makeHolder(deposit("1994-01-03", "100"));
    const series = await makeSeries(admin, { name: "Long" });
    await storeValues(office, series, ["1993-12-31", 100], ["2024-03-31", 250]);
    await client.offer(series);
    const started = portal.services.workers.threads();
    expect(await client.read({}, { from: "1994-01-03", to: today })).toMatchObject({
      benchmarkReturn: 150,
      excess: -150,
    });
    expect(portal.services.workers.threads()).toBe(started + 1);
  });

  test("a custodian's system gives no days", async () => {
    const clientNumber = "A/9";
    const server = await startCustodianServer({ accounts: { [clientNumber]: { "/portfolio": {} as Portfolio } } });
    const user = await portal.as("client", { clientNumber });
    const holder = { holderType: "user" as const, holderId: user.id };
    await linkCustodian(portal.services.db, holder, server.baseUrl);
    const params = { ...holder, from: "2024-01-01", to: today };
    expect(await user.client.portfolios.getAttribution({ params, query: {} })).toMatchObject({
      reason: "notProvided",
      excess: null,
    });
    await server.close();
  });
});
