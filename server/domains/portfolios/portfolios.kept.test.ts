/** A portfolio that was worked out before is never shown once something of it changed. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inTransaction } from "../../database/transaction.ts";
import { createEvents } from "../../events.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import { computeDailyValues, portfolioHandlers } from "./portfolios.daily-values.ts";
import { findKept, keep, keptOr } from "./portfolios.kept.ts";
import { recordMarket, recordNames } from "./portfolios.market.ts";
import { getProof } from "./portfolios.proof.ts";
import { bookEntries } from "./portfolios.writer.ts";
import {
  accountOf,
  buy,
  deposit,
  entry,
  makeClient,
  makeInstruments,
  price,
  rate,
  showPortfolio,
} from "./testing/firm.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
const today = "2024-06-28";

/** A client with one share of 110 dollars, bought for 100. */
async function makeOwner() {
  const { db } = database;
  const client = await makeClient(db);
  const { GLOB } = await makeInstruments(db, { GLOB: "USD" });
  await price(db, GLOB, "2024-01-02", "110");
  await rate(db, "USD", "2024-01-01", "1");
  await bookEntries(db, client, [
    deposit("2024-01-02", "100", "USD"),
    buy("2024-01-02", GLOB, "1", "-100", { currency: "USD" }),
  ]);
  const show = (day = today) => showPortfolio(db, accountOf(client), day);
  return { db, client, GLOB, show };
}
const market = (rows: Partial<Parameters<typeof recordMarket>[1]>) =>
  inTransaction(database.db, (trx) => recordMarket(trx, { prices: [], rates: [], ...rows }));

test("what did not change is worked out once", async () => {
  const { show } = await makeOwner();
  expect(await show()).toBe(await show());
});

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

test("a changed rule for fees reckons every ledger anew", async () => {
  const { db, client, GLOB, show } = await makeOwner();
  await bookEntries(db, client, [
    buy("2024-02-02", GLOB, "1", "-105", { currency: "USD", fee: "5" }),
    entry({ kind: "deposit", day: "2024-02-02", amount: "105", currency: "USD" }),
  ]);
  const services = { db, events: createEvents(), now: () => new Date(`${today}T12:00:00Z`) };
  await computeDailyValues(services, client);
  const share = async () => (await show()).instruments.find(({ type }) => type === 1)?.totalInvested;
  const proven = async () =>
    (await getProof(db, accountOf(client), { figure: "totalInvested", key: String(GLOB) }, today)).result;
  expect(await share()).toBe(205);
  const rules = { timeZone: "Europe/Sofia", baseCurrency: "EUR", feesInCost: false, benchmarkIsin: null };
  await sql`insert into setting (name, data) values ('portalRules', ${JSON.stringify(rules)}::jsonb)
    on conflict (name) do update set data = excluded.data`.execute(db);
  // Until a job has worked it out anew, portfolio and proof both go by the rule before; so does a ledger that is only marked.
  expect([await share(), await proven()]).toEqual([205, "205"]);
  const changed = portfolioHandlers(services).find(({ job }) => job.name === "settings.rules-changed");
  await changed?.run({});
  expect([await share(), await proven()]).toEqual([205, "205"]);
  await computeDailyValues(services, client);
  expect([await share(), await proven()]).toEqual([200, "200"]);
  await sql`delete from setting where name = 'portalRules'`.execute(db);
});

test("an entry booked after a change of the fee rule works the whole ledger out by the new one", async () => {
  const { db, client, GLOB, show } = await makeOwner();
  await bookEntries(db, client, [buy("2024-02-02", GLOB, "1", "-105", { currency: "USD", fee: "5" })]);
  const rules = { timeZone: "Europe/Sofia", baseCurrency: "EUR", feesInCost: false, benchmarkIsin: null };
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
  keep(db, "somebody", "3", portfolio);
  expect(findKept(db, "somebody", "3")).toBe(portfolio);
  expect(findKept(db, "somebody", "4")).toBeUndefined();
  const other = await createTestDatabase();
  expect(findKept(other.db, "somebody", "3")).toBeUndefined();
  await other.close();
});

test("what is kept is bounded in number and in bytes, and the one asked for longest ago goes first", async () => {
  const { db, show } = await makeOwner();
  const portfolio = await show();
  for (let index = 0; index < 1000; index++) keep(db, `many ${index}`, "1", portfolio);
  expect(findKept(db, "many 0", "1")).toBe(portfolio);
  keep(db, "one more", "1", portfolio);
  expect(findKept(db, "many 1", "1")).toBeUndefined();
  expect(findKept(db, "many 0", "1")).toBe(portfolio);
  for (const name of ["a", "b", "c"]) keep(db, `large ${name}`, "1", { text: "x".repeat(6 * 1024 * 1024) });
  expect(findKept(db, "large a", "1")).toBeUndefined();
  expect(findKept(db, "large c", "1")).toBeDefined();
});

test("who asks for the same at once shares the work, which ends when all of them have gone", async () => {
  const { db } = database;
  let made = 0;
  let ended = 0;
  const ask = (key: string, signal?: AbortSignal) =>
    keptOr(db, { key, stamp: "1", signal }, async (left) => {
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
