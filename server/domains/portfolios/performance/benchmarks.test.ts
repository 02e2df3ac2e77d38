/** A performance beside benchmarks: which, their returns by hand, late and old values, and other people's. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../../testing/app.ts";
import { codeOf, faultsOf } from "../../../testing/effects.ts";
import { assign, inAll, makeBlend, makeSeries, storeValues } from "../../benchmarks/testing/arranged.ts";
import { bookEntries } from "../ledger/writer.ts";
import { deposit, makeInstruments, price, rate } from "../testing/firm.ts";
import { computeDailyValues } from "./daily-values.ts";

let portal: TestApp;
let admin: TestUser;
let office: TestUser;
const today = "2024-03-31";
beforeAll(async () => {
  portal = await createTestApp();
  portal.services.now = () => new Date(`${today}T12:00:00Z`);
  [admin, office] = [await portal.as("admin"), await portal.as("office")];
});
afterAll(() => portal.close());

let made = 0;
/** A client with cash since 2 January 2024, and how they read. */
async function makeHolder() {
  made += 1;
  const user = await portal.as("client", { clientNumber: `P-${made}` });
  const holder = { holderType: "user" as const, holderId: user.id };
  await bookEntries(portal.services.db, holder, [deposit("2024-01-01", "100"), deposit("2024-02-10", "50")]);
  await computeDailyValues(portal.services, holder);
  const read = (picked?: readonly number[], range = { from: "2024-01-01", to: today }) =>
    user.client.portfolios.getPerformance({
      params: { ...holder, ...range },
      query: picked ? { benchmarks: picked.join(",") } : {},
    });
  const offer = (id: number) => assign(office, id, { scope: "holder", holder_type: "user", holder_id: user.id });
  return { user, holder, read, offer };
}
const closes = ["2023-12-31", "2024-01-31", "2024-02-29", "2024-03-31"] as const;
/** A series with the returns of the months of 2024, in percent. */
async function seriesOf(returns: number[], name = "Series", currency = "EUR"): Promise<number> {
  const id = await makeSeries(admin, { name, currency });
  let value = 100;
  const rows: [string, number][] = [[closes[0], value]];
  for (const [place, percent] of returns.entries()) {
    value = Math.round(value * (100 + percent) * 1e6) / 1e8;
    rows.push([closes[place + 1] ?? "", value]);
  }
  await storeValues(office, id, ...rows);
  return id;
}

describe("a performance", () => {
  test("is beside up to three that the reader picks, in that order, or else the nearest", async () => {
    const { read, offer } = await makeHolder();
    const one = await seriesOf([5, -2, 3], "One");
    const other = await seriesOf([1, 0, 1], "Other");
    const monthly = await makeBlend(admin, { [one]: "60", [other]: "40" }, { name: "Monthly" });
    const drift = await makeBlend(admin, { [one]: "60", [other]: "40" }, { name: "Drift", rebalancing: "drift" });
    for (const id of [monthly, drift, one]) await offer(id);
    const usual = await read();
    expect(usual).toMatchObject({
      benchmarkName: "Monthly",
      benchmarkReturn: 4.41,
      benchmarkGap: null,
      benchmarksOffered: 3,
    });
    expect(usual.benchmarks).toMatchObject([
      { id: monthly, name: inAll("Monthly"), return: 4.41, from: null, gap: null, points: [], rebalancing: "monthly" },
    ]);
    const picked = await read([drift, monthly, one]);
    // The published check, and that of the first part: 1.05 × 0.98 × 1.03.
    expect(picked.benchmarks.map(({ id, return: of }) => [id, of])).toEqual([
      [drift, 4.4],
      [monthly, 4.41],
      [one, 5.99],
    ]);
    expect(picked.benchmarkName).toBe("Drift");
    for (const { points } of picked.benchmarks)
      expect(points.map(({ day }) => day)).toEqual(picked.points.map(({ day }) => day));
    expect(picked.benchmarks[0]?.points.map(({ value }) => value)).toEqual(
      picked.points.map(({ benchmark }) => benchmark),
    );
    const third = picked.benchmarks[2]?.points ?? [];
    // 100 until the close of January at 5 %; 50 more come on 10 February, when it is unchanged.
    expect(third.find(({ day }) => day === "2024-01-31")).toEqual({ day: "2024-01-31", value: 105, percent: 5 });
    expect(third.find(({ day }) => day === "2024-02-10")).toEqual({ day: "2024-02-10", value: 155, percent: 5 });
    expect(third.at(-1)?.value).toBeCloseTo(155 * 0.98 * 1.03, 6);
    expect((await read([monthly])).benchmarks).toHaveLength(1);
  });

  test("has the line of every day, whatever days are shown: as if each were read", async () => {
    const { read, offer, holder } = await makeHolder();
    const id = await seriesOf([5, -2, 3]);
    await offer(id);
    const days = (await read([id])).benchmarks[0]?.points ?? [];
    await bookEntries(portal.services.db, holder, [deposit("2020-01-01", "10")]);
    await computeDailyValues(portal.services, holder);
    const { points, benchmarks } = await read([id], { from: "2020-01-01", to: today });
    expect(points.length).toBeLessThanOrEqual(400);
    // It begins years later: what waited is bought then, as on the first day before.
    expect(benchmarks[0]).toMatchObject({ from: "2023-12-31", return: 5.99 });
    const [first, last] = [days.at(-1)?.value ?? 0, benchmarks[0]?.points.at(-1)?.value ?? 0];
    expect(last - first).toBeCloseTo(10 * 1.05 * 0.98 * 1.03, 6);
  });

  test("is told a year over more than a year, from where the benchmark begins", async () => {
    const { read, offer, holder } = await makeHolder();
    const id = await makeSeries(admin, { name: "Two years" });
    await storeValues(office, id, ["2022-03-31", 100], ["2023-03-31", 110], ["2024-03-31", 121]);
    await offer(id);
    await bookEntries(portal.services.db, holder, [deposit("2020-01-01", "10")]);
    await computeDailyValues(portal.services, holder);
    const yearly = async (from: string) => (await read([id], { from, to: today })).benchmarks;
    // 731 days, with the leap day; a year of 366 is told as it is.
    expect(await yearly("2022-04-01")).toMatchObject([{ return: 21, yearly: 9.99, from: null }]);
    expect(await yearly("2020-01-01")).toMatchObject([{ return: 21, yearly: 9.99, from: "2022-03-31" }]);
    expect(await yearly("2023-04-01")).toMatchObject([{ return: 10, yearly: null }]);
  });

  test("tells from when a benchmark is that begins within the range: a blend with its latest part", async () => {
    const { read, offer } = await makeHolder();
    const early = await seriesOf([5, -2, 3], "Early");
    const late = await makeSeries(admin, { name: "Late" });
    await storeValues(office, late, ["2024-02-29", 10], ["2024-03-31", 11]);
    const blend = await makeBlend(admin, { [early]: "50", [late]: "50" });
    const drift = await makeBlend(admin, { [early]: "50", [late]: "50" }, { rebalancing: "drift" });
    for (const id of [blend, drift, late]) await offer(id);
    const { benchmarks, benchmarkReturn, benchmarkGap } = await read([blend, drift, late]);
    const lacking = { code: "priceMissing", name: "Late", day: "2023-12-31" };
    const gap = { ...lacking, part: inAll("Late") };
    expect(benchmarks).toMatchObject([
      { return: 6.5, from: "2024-02-29", gap },
      { return: 6.5, from: "2024-02-29", gap },
      { return: 10, from: "2024-02-29", gap },
    ]);
    // Not beside a return of the whole range.
    expect([benchmarkReturn, benchmarkGap]).toEqual([null, lacking]);
    const points = benchmarks[0]?.points ?? [];
    expect(points.find(({ day }) => day === "2024-02-28")).toEqual({ day: "2024-02-28", value: null, percent: null });
    expect(points.find(({ day }) => day === "2024-02-29")).toEqual({ day: "2024-02-29", value: 150, percent: 0 });
    // In a range before it there is nothing.
    const before = await read([late], { from: "2024-01-01", to: "2024-02-01" });
    expect(before.benchmarks).toMatchObject([{ return: null, from: null, gap: { code: "priceMissing" } }]);
  });

  test("has parts in other currencies at the rates of the days, and names a missing rate", async () => {
    const { db } = portal.services;
    const { read, offer } = await makeHolder();
    await rate(db, "USD", "2023-12-31", "1.00");
    await rate(db, "USD", "2024-03-31", "1.25");
    const { GLOB } = await makeInstruments(db, { GLOB: "USD" });
    await price(db, GLOB, "2023-12-31", "100");
    await price(db, GLOB, "2024-03-31", "150");
    const content = { kind: "instrument", name: inAll("World"), instrument_id: GLOB, return_kind: "price" } as const;
    const { id: world } = await admin.client.benchmarks.create({ body: content });
    const euro = await seriesOf([0, 0, 10], "Euro");
    const inEuro = await makeBlend(admin, { [world]: "50", [euro]: "50" }, { rebalancing: "drift" });
    const inDollars = await makeBlend(
      admin,
      { [world]: "50", [euro]: "50" },
      { rebalancing: "drift", currency: "USD" },
    );
    const strange = await seriesOf([1, 1, 1], "Strange", "CHF");
    for (const id of [world, inEuro, inDollars, strange]) await offer(id);
    const first = await read([world, inEuro, inDollars]);
    // 1.5 ÷ 1.25; half of that and half of 10 %. The currency in which a blend is stated changes nothing.
    expect(first.benchmarks.map((one) => one.return)).toEqual([20, 15, 15]);
    expect(first.benchmarks[2]).toMatchObject({ currency: "USD", kind: "blend" });
    const { benchmarks } = await read([strange]);
    expect(benchmarks).toMatchObject([{ return: null, gap: { code: "rateMissing", currency: "CHF" } }]);
  });

  test("names an old value that a benchmark uses at an end or when weights are restored", async () => {
    const { read, offer } = await makeHolder();
    const [one, other] = [await seriesOf([5, -2, 3], "One"), await makeSeries(admin, { name: "Rare" })];
    await storeValues(office, other, ["2023-12-31", 100], ["2024-03-31", 110]);
    const blend = await makeBlend(admin, { [one]: "50", [other]: "50" });
    await offer(blend);
    const { benchmarks } = await read([blend]);
    const gap = { code: "priceStale", name: "Rare", day: "2024-01-31", quoted: "2023-12-31" };
    expect(benchmarks).toMatchObject([{ return: expect.any(Number), gap }]);
  });

  test("drifts from the day that was written, also over ranges in between", async () => {
    const { read, offer } = await makeHolder();
    const [one, other] = [await seriesOf([100, 0, 10], "One"), await seriesOf([0, 0, 0], "Other")];
    const since = await makeBlend(admin, { [one]: "50", [other]: "50" }, { rebalancing: "drift" });
    const later = await makeBlend(
      admin,
      { [one]: "50", [other]: "50" },
      { rebalancing: "drift", base_day: "2024-01-31" },
    );
    for (const id of [since, later]) await offer(id);
    const { benchmarks } = await read([since, later], { from: "2024-03-01", to: today });
    // Two thirds are in the part that doubled; the other blend has half.
    expect(benchmarks.map((one_) => one_.return)).toEqual([6.67, 5]);
  });

  test("is made anew when a value, a weight, an assignment or a group changes", async () => {
    const { user, read, offer } = await makeHolder();
    const [id, near] = [await seriesOf([5, -2, 3]), await seriesOf([1, 1, 1], "Near")];
    await assign(office, id, { scope: "holder", holder_type: "user", holder_id: user.id });
    expect((await read()).benchmarkReturn).toBe(5.99);
    const body = { fileName: "v.csv", content: "day,value\n2024-03-31,110", source: "Corrected" };
    const { id: uploadId } = await office.client.benchmarks.previewValues({ params: { id }, body });
    await office.client.benchmarks.confirmValues({ params: { id, uploadId }, body: { acceptMarked: true } });
    expect((await read()).benchmarkReturn).toBe(10);
    await admin.client.benchmarks.end({ params: { id }, body: {} });
    expect(await read()).toMatchObject({ benchmarkName: null, benchmarks: [], benchmarksOffered: 0 });
    await admin.client.benchmarks.restore({ params: { id }, body: {} });
    expect((await read()).benchmarksOffered).toBe(1);
    await office.client.distributionGroups.setOfUser({ params: { id: user.id }, body: { newGroups: ["Grouped"] } });
    await assign(office, near, { scope: "group", group: "Grouped" });
    expect(await read()).toMatchObject({ benchmarkReturn: 10, benchmarksOffered: 2 });
    await office.client.distributionGroups.setOfUser({ params: { id: user.id }, body: { newGroups: [] } });
    expect((await read()).benchmarksOffered).toBe(1);
    await offer(near);
    expect((await read([near])).benchmarkName).toBe("Near");
  });
});

describe("a reader", () => {
  test("cannot ask for what is not offered: another's, an ended or an unknown one are refused alike", async () => {
    const [mine, theirs] = [await makeHolder(), await makeHolder()];
    const [own, foreign, ended] = [await seriesOf([1, 1, 1]), await seriesOf([1, 1, 1]), await seriesOf([1, 1, 1])];
    for (const id of [own, ended]) await mine.offer(id);
    await theirs.offer(foreign);
    await admin.client.benchmarks.end({ params: { id: ended }, body: {} });
    for (const id of [foreign, ended, 999_999, 0])
      expect(await faultsOf(mine.read([id]))).toEqual(["benchmarks notAllowed"]);
    expect(await faultsOf(mine.read([own, own]))).toEqual(["benchmarks twice"]);
    expect(await codeOf(mine.read([own, own, own, own]))).toBe("badInput");
    const { benchmarks } = await mine.user.client.benchmarks.listOffered({ params: mine.holder });
    expect(benchmarks).toEqual([
      {
        id: own,
        kind: "series",
        name: inAll("Series"),
        currency: "EUR",
        return_kind: "price",
        rebalancing: null,
        parts: [],
      },
    ]);
    // Staff see the holder's, too.
    const staff = await office.client.portfolios.getPerformance({
      params: { ...mine.holder, from: "2024-01-01", to: today },
      query: { benchmarks: String(own) },
    });
    expect(staff.benchmarks).toMatchObject([{ id: own }]);
  });

  test("is offered the instrument of the firm's setting last; it is the first where nothing is assigned", async () => {
    const { db } = portal.services;
    const { read, offer, user, holder } = await makeHolder();
    const { ACME } = await makeInstruments(db, { ACME: "EUR" });
    await db.updateTable("instrument").set({ isin: "US0378331005" }).where("id", "=", ACME).execute();
    await price(db, ACME, "2023-12-31", "10");
    await price(db, ACME, "2024-03-31", "11");
    const rules = { timeZone: "Europe/Sofia", baseCurrency: "EUR", feesInCost: true, benchmarkIsin: "US0378331005" };
    await admin.client.settings.save({ params: { name: "portalRules" }, body: { data: rules } });
    expect(await read()).toMatchObject({ benchmarkName: "ACME plc", benchmarkReturn: 10, benchmarksOffered: 1 });
    const own = await seriesOf([1, 1, 1], "Own");
    await offer(own);
    expect(await read()).toMatchObject({ benchmarkName: "Own", benchmarkReturn: 3.03, benchmarksOffered: 2 });
    expect((await read([0])).benchmarks).toMatchObject([{ id: 0, return: 10, return_kind: "price", currency: "EUR" }]);
    const { benchmarks } = await user.client.benchmarks.listOffered({ params: holder });
    expect(benchmarks.map(({ id }) => id)).toEqual([own, 0]);
  });

  test("of a portfolio in a custodian's system is offered none", async () => {
    const { user, offer, holder } = await makeHolder();
    await offer(await seriesOf([1, 1, 1]));
    await portal.database.db
      .insertInto("custodian_link")
      .values({ holder_type: "user", holder_id: user.id, base_url: "http://127.0.0.1:9" })
      .execute();
    expect((await user.client.benchmarks.listOffered({ params: holder })).benchmarks).toEqual([]);
  });
});
