/** A cached portfolio is never shown after something it depends on changed. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createEvents } from "../../kernel/events.ts";
import { inTransaction } from "../../kernel/transaction.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import { cachedOr, findCached, store } from "./answer-cache.ts";
import { findHead } from "./ledger/holdings.queries.ts";
import { recordMarket, recordNames } from "./ledger/market-changes.ts";
import { bookEntries } from "./ledger/writer.ts";
import { computeDailyValues, enqueueOverdue } from "./performance/daily-values.ts";
import { getPerformance } from "./performance/performance.ts";
import { getLightProof, getProof } from "./proof/proof.ts";
import {
  accountOf,
  buy,
  deposit,
  listStoredDays,
  makeClient,
  makeInstruments,
  price,
  rate,
  showPortfolio,
} from "./testing/firm.ts";
import { getPortfolio } from "./valuation/portfolio.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
const today = "2024-06-28";

/** A client with one share worth 110 dollars (or another currency), bought for 100. */
async function makeOwner(currency = "USD") {
  const { db } = database;
  const client = await makeClient(db);
  const { GLOB } = await makeInstruments(db, { GLOB: currency });
  await price(db, GLOB, "2024-01-02", "110");
  await rate(db, currency, "2024-01-01", "1");
  await bookEntries(db, client, [
    deposit("2024-01-02", "100", currency),
    buy("2024-01-02", GLOB, "1", "-100", { currency }),
  ]);
  const show = (day = today) => showPortfolio(db, accountOf(client), day);
  return { db, client, GLOB, show };
}
const market = (rows: Partial<Parameters<typeof recordMarket>[1]>) =>
  inTransaction(database.db, (trx) => recordMarket(trx, { prices: [], rates: [], ...rows }));

test("another day is valued by its own prices, also after today's was kept", async () => {
  const { GLOB, show } = await makeOwner();
  await market({ prices: [{ instrumentId: GLOB, day: "2024-03-01", value: "120", source: "exchange" }] });
  expect(await show()).toMatchObject({ currentValue: 120, valuationDay: today });
  expect(await show("2024-02-01")).toMatchObject({ currentValue: 110, valuationDay: "2024-02-01" });
  expect(await show()).toMatchObject({ currentValue: 120 });
});

test("an entry, a price and a rate show at once", async () => {
  const { db, client, GLOB, show } = await makeOwner();
  expect(await show()).toMatchObject({ currentValue: 110 });
  await bookEntries(db, client, [deposit("2024-02-01", "5")]);
  expect(await show()).toMatchObject({ currentValue: 115 });
  await market({ prices: [{ instrumentId: GLOB, day: "2024-03-01", value: "120", source: "exchange" }] });
  expect(await show()).toMatchObject({ currentValue: 125 });
  await market({ rates: [{ currency: "USD", day: "2024-03-01", perEuro: "2", source: "ECB" }] });
  expect(await show()).toMatchObject({ currentValue: 65 });
});

test("an instrument's new name shows at once", async () => {
  const { db, GLOB, show } = await makeOwner();
  await show();
  await inTransaction(db, async (trx) => {
    await sql`update instrument set name = 'Globe reborn' where id = ${GLOB}`.execute(trx);
    await recordNames(trx, [GLOB]);
  });
  expect((await show()).instruments.map(({ name }) => name)).toContain("Globe reborn");
});

test("another contract currency is never answered with the figures of the one before", async () => {
  const { db, client, show } = await makeOwner();
  await show();
  const dollars = { ...accountOf(client), baseCurrency: "USD" };
  expect((await showPortfolio(db, dollars, today)).contractCurrency).toBe("USD");
});

const usualRules = { timeZone: "Europe/Sofia", baseCurrency: "EUR", feesInCost: true, benchmarkIsin: null };

/** A client with all figures calculated, and the effect of changed rules on them. */
async function makeSettled(currency = "USD") {
  const { db, client, GLOB, show } = await makeOwner(currency);
  await bookEntries(db, client, [
    deposit("2024-02-02", "105", currency),
    buy("2024-02-02", GLOB, "1", "-105", { currency, fee: "5" }),
  ]);
  const services = { db, events: createEvents(), now: () => new Date(`${today}T12:00:00Z`) };
  await computeDailyValues(services, client);
  const key = `user/${client.holderId}`;
  await sql`delete from jobs.job where singleton_key = ${key}`.execute(db);
  const saveRules = (rules: object) =>
    sql`insert into setting (name, data) values ('portalRules', ${JSON.stringify({ ...usualRules, ...rules })}::jsonb)
      on conflict (name) do update set data = excluded.data`.execute(db);
  const runJob = () => enqueueOverdue(services);
  const isQueued = async () =>
    (await sql`select from jobs.job where singleton_key = ${key}`.execute(db)).rows.length > 0;
  return { db, client, GLOB, show, services, saveRules, runJob, isQueued };
}

test("another benchmark or time zone of the firm changes nobody's figures", async () => {
  const { db, client, saveRules, runJob, isQueued } = await makeSettled();
  const before = await findHead(db, client);
  for (const rules of [{ benchmarkIsin: "US0378331005" }, { timeZone: "UTC" }]) {
    await saveRules(rules);
    await runJob();
    expect(await findHead(db, client)).toEqual(before);
    expect(await isQueued()).toBe(false);
  }
  await sql`delete from setting where name = 'portalRules'`.execute(db);
});

test("a changed rule for fees has the job replay every ledger; until then all answers keep the rule before, as they stand", async () => {
  const { db, client, GLOB, services, saveRules, runJob, isQueued } = await makeSettled();
  const account = accountOf(client);
  const range = { from: "2024-01-01", to: today };
  const portfolio = async () => {
    const { instruments } = await getPortfolio(db, account, today, () =>
      Promise.reject(new Error("replayed for an answer")),
    );
    return instruments.find(({ type }) => type === 1)?.totalInvested;
  };
  const query = { figure: "totalInvested", key: String(GLOB) } as const;
  // Undefined if it needed a replay.
  const proven = async () => (await getLightProof(db, account, query, today))?.result;
  expect([await portfolio(), await proven()]).toEqual([205, "205"]);
  const performance = await getPerformance(db, account, range, today);
  const days = await listStoredDays(db, client);
  const head = await findHead(db, client);
  await saveRules({ feesInCost: false });
  expect([await portfolio(), await proven()]).toEqual([205, "205"]);
  await runJob();
  expect([await portfolio(), await proven()]).toEqual([205, "205"]);
  expect(await findHead(db, client)).toEqual(head);
  expect(await isQueued()).toBe(true);
  const reported: string[] = [];
  services.events.on("portfolio:changed", () => reported.push("portfolio"));
  services.events.on("performance:changed", () => reported.push("performance"));
  await computeDailyValues(services, client);
  expect([await portfolio(), await proven()]).toEqual([200, "200"]);
  // No daily value depends on the rule.
  expect(reported).toEqual(["portfolio"]);
  expect(await listStoredDays(db, client)).toEqual(days);
  expect(await getPerformance(db, account, range, today)).toEqual(performance);
  await sql`delete from setting where name = 'portalRules'`.execute(db);
});

test("after a late rate and a changed rule for fees portfolio and proof are replayed by one rule, and the job changes both", async () => {
  const { db, client, GLOB, show, services, saveRules, runJob } = await makeSettled("NOK");
  const proven = async () =>
    (await getProof(db, accountOf(client), { figure: "totalInvested", key: String(GLOB) }, today)).result;
  const share = async () => (await show()).instruments.find(({ type }) => type === 1)?.totalInvested;
  await saveRules({ feesInCost: false });
  await runJob();
  await market({ rates: [{ currency: "NOK", day: "2024-01-02", perEuro: "2", source: "late" }] });
  expect([await share(), await proven()]).toEqual([102.5, "102.5"]);
  await computeDailyValues(services, client);
  expect([await share(), await proven()]).toEqual([100, "100"]);
  await sql`delete from setting where name = 'portalRules'`.execute(db);
});

test("an entry booked after a change of the fee rule works the whole ledger out by the new one", async () => {
  const { db, client, GLOB, show } = await makeOwner();
  await bookEntries(db, client, [buy("2024-02-02", GLOB, "1", "-105", { currency: "USD", fee: "5" })]);
  const rules = { ...usualRules, feesInCost: false };
  await sql`insert into setting (name, data) values ('portalRules', ${JSON.stringify(rules)}::jsonb)`.execute(db);
  await bookEntries(db, client, [buy("2024-02-05", GLOB, "1", "-107", { currency: "USD", fee: "7" })]);
  const share = (await show()).instruments.find(({ type }) => type === 1);
  const proof = await getProof(db, accountOf(client), { figure: "totalInvested", key: String(GLOB) }, today);
  expect([share?.totalInvested, proof.result]).toEqual([300, "300"]);
  expect(proof.terms.map(({ value }) => value)).toEqual(["100", "100", "100"]);
  await sql`delete from setting where name = 'portalRules'`.execute(db);
});

test("what was kept of an older version, or in another database, is not found", async () => {
  const { db, show } = await makeOwner();
  const portfolio = await show();
  store(db, "somebody", "3", portfolio);
  expect(findCached(db, "somebody", "3")).toBe(portfolio);
  expect(findCached(db, "somebody", "4")).toBeUndefined();
  const other = await createTestDatabase();
  expect(findCached(other.db, "somebody", "3")).toBeUndefined();
  await other.close();
});

test("what is kept is bounded in number and in bytes, and the one asked for longest ago goes first", async () => {
  const { db, show } = await makeOwner();
  const portfolio = await show();
  for (let index = 0; index < 1000; index++) store(db, `many ${index}`, "1", portfolio);
  expect(findCached(db, "many 0", "1")).toBe(portfolio);
  store(db, "one more", "1", portfolio);
  expect(findCached(db, "many 1", "1")).toBeUndefined();
  expect(findCached(db, "many 0", "1")).toBe(portfolio);
  for (const name of ["a", "b", "c"]) store(db, `large ${name}`, "1", { text: "x".repeat(6 * 1024 * 1024) });
  expect(findCached(db, "large a", "1")).toBeUndefined();
  expect(findCached(db, "large c", "1")).toBeDefined();
});

test("who asks for the same at once shares the work, which ends when all of them have gone", async () => {
  const { db } = database;
  let made = 0;
  let ended = 0;
  const ask = (key: string, signal?: AbortSignal) =>
    cachedOr(db, { key, stamp: "1", signal }, async (left) => {
      made += 1;
      await new Promise<void>((resolve, reject) => {
        const timer = setTimeout(resolve, 50);
        left.addEventListener("abort", () => {
          ended += 1;
          clearTimeout(timer);
          reject(new Error("left"));
        });
      });
      return { made };
    });
  const one = new AbortController();
  const answers = [ask("shared"), ask("shared", one.signal), ask("shared")];
  one.abort();
  expect(await Promise.all(answers)).toEqual([{ made: 1 }, { made: 1 }, { made: 1 }]);
  expect(await ask("shared")).toEqual({ made: 1 });
  const both = new AbortController();
  const left = Promise.allSettled([ask("left", both.signal), ask("left", both.signal)]);
  both.abort();
  expect((await left).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect([made, ended]).toEqual([2, 1]);
  expect(await ask("left")).toEqual({ made: 3 });
});
