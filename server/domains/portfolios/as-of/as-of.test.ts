/** What was known at a time is shown again as it was then, whatever was booked, corrected, renamed or excluded since. */

import type { PortfolioAsOf } from "@portico/api/portfolio-as-of.ts";
import type { Portfolio } from "@portico/api/portfolios.ts";
import fc from "fast-check";
import { sql } from "kysely";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { installJobs } from "../../../jobs/start.ts";
import { createEvents } from "../../../kernel/events.ts";
import { inTransaction } from "../../../kernel/transaction.ts";
import { createTestDatabase, type TestDatabase } from "../../../testing/database.ts";
import { readKnowledgeNow } from "../../market-data/knowledge.ts";
import { completeInstrument } from "../../market-data/market-data.queries.ts";
import type { PriceRow, RateRow } from "../../market-data/market-data.ts";
import { settingDefaults } from "../../settings/defaults.ts";
import { findStates, insertCheckpoints } from "../ledger/checkpoints.queries.ts";
import * as entriesQueries from "../ledger/entries.queries.ts";
import { listActiveEntries } from "../ledger/entries.queries.ts";
import type { NewEntry } from "../ledger/entries.ts";
import { recordExcluded } from "../ledger/excluded-instruments.ts";
import { lockHead } from "../ledger/holdings.queries.ts";
import { findKnowledge } from "../ledger/knowledge.queries.ts";
import { readKnownState } from "../ledger/known-state.ts";
import { recordMarket, recordNames } from "../ledger/market-changes.ts";
import { bookEntries, EntriesRefused } from "../ledger/writer.ts";
import { computeDailyValues } from "../performance/daily-values.ts";
import {
  accountOf,
  buy,
  deposit,
  entry,
  makeClient,
  makeInstruments,
  sell,
  showPortfolio,
  type TestClient,
} from "../testing/firm.ts";
import { readPastPortfolio } from "./as-of.ts";

let database: TestDatabase;
let importId: number;
beforeAll(async () => {
  database = await createTestDatabase();
  await installJobs(database.connection);
  const staff = await makeClient(database.db, { role: "office" });
  const { rows } = await sql<{ id: number }>`
    insert into import (kind, file_name, sha256, characters, state, rows, new_rows, known_rows, refused_rows, preview, created_by)
    values ('statement', 'a.xml', decode(repeat('00', 32), 'hex'), 1, 'refused', 0, 0, 0, 0, '{}', ${staff.holderId})
    returning id`.execute(database.db);
  importId = rows[0]?.id ?? 0;
});
afterAll(() => database.close());

const dayOf = (index: number): string => new Date(Date.UTC(2024, 0, 1 + index)).toISOString().slice(0, 10);

const setFeeRule = (feesInCost: boolean) =>
  sql`
    insert into setting (name, data)
    values ('portalRules', ${JSON.stringify({ ...settingDefaults.portalRules, feesInCost })}::jsonb)
    on conflict (name) do update set data = excluded.data`.execute(database.db);

const market = (rows: { prices?: PriceRow[]; rates?: RateRow[] }) =>
  inTransaction(database.db, (trx) => recordMarket(trx, { prices: rows.prices ?? [], rates: rows.rates ?? [] }));

const compute = (client: TestClient, today: string) =>
  computeDailyValues({ db: database.db, events: createEvents(), now: () => new Date(`${today}T09:00:00Z`) }, client);

/** A checkpoint after every other day with entries that has none yet, as a long ledger has them, each to be kept when it is replaced. */
async function addCheckpoints(client: TestClient, last: number): Promise<void> {
  const { db } = database;
  const account = accountOf(client);
  const known = await readKnowledgeNow(db);
  await inTransaction(db, async (trx) => {
    if ((await lockHead(trx, client)).replay) return;
    const knowledge = await findKnowledge(trx, account, known);
    for (let at = 0; at < last; at += 2) {
      const day = dayOf(at);
      const [entry] = (await listActiveEntries(trx, client, { from: day, to: day })).slice(-1);
      const no = (at + 1) * 16;
      if (!entry || (await findStates(trx, client, [no])).size > 0) continue;
      const state = JSON.stringify(await readKnownState(trx, account, { day, knowledge }));
      await insertCheckpoints(trx, client, [{ ...entry, no }], [{ state, counts: "{}" }]);
    }
  });
}

const readAsOf = (client: TestClient, asOf: { day: string; known: string }): Promise<PortfolioAsOf> =>
  inTransaction(database.db, (trx) => readPastPortfolio(trx, accountOf(client), asOf), "repeatable read");

/** What a page shows of a portfolio: without its version, and with gaps in one order. */
function shownOf({ version: _version, ...portfolio }: Portfolio): object {
  const { known: _known, firstDay: _firstDay, firstKnown: _firstKnown, ...shown } = portfolio as PortfolioAsOf;
  const keyOf = (gap: object) =>
    JSON.stringify(Object.entries(gap).toSorted(([one], [other]) => (one < other ? -1 : 1)));
  const sorted = (gaps: Portfolio["gaps"]) => gaps.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  return {
    ...shown,
    gaps: sorted(shown.gaps),
    instruments: shown.instruments.map((row) => ({ ...row, gaps: sorted(row.gaps) })),
  };
}

interface Recorded {
  day: string;
  known: string;
  portfolio: Portfolio;
}

async function record(client: TestClient, day: string): Promise<Recorded> {
  const portfolio = await showPortfolio(database.db, accountOf(client), day);
  return { day, known: await readKnowledgeNow(database.db), portfolio };
}

async function expectReproduced(client: TestClient, records: readonly Recorded[]): Promise<void> {
  for (const { day, known, portfolio } of records)
    expect(shownOf(await readAsOf(client, { day, known })), `${day} as known at ${known}`).toEqual(shownOf(portfolio));
}

const nth = fc.nat({ max: 11 });
const step = fc.record({
  kind: fc.constantFrom(
    "deposit",
    "buy",
    "buy",
    "sell",
    "dividend",
    "fx",
    "deliver",
    "split",
    "othersSplit",
    "reverse",
    "reverse",
    "price",
    "price",
    "rate",
    "rename",
    "exclude",
    "feeRule",
    "compute",
    "compute",
    "compute",
  ),
  /** Days that passed before the step, and how many days ago what it is about was. */
  passed: fc.nat({ max: 2 }),
  ago: fc.oneof(fc.constant(0), fc.nat({ max: 9 })),
  of: nth,
  amount: fc.integer({ min: 1, max: 40 }),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** Takes the steps one after another; the portal's answer after each. */
async function live(steps: readonly Step[]): Promise<{ client: TestClient; records: Recorded[] }> {
  const { db } = database;
  const [client, other] = [await makeClient(db), await makeClient(db)];
  const ids = await makeInstruments(db, { ACME: "EUR", GLOB: "USD" });
  const instruments = [ids.ACME, ids.GLOB];
  await bookEntries(
    db,
    other,
    instruments.map((id) =>
      entry({ kind: "transferIn", day: dayOf(0), instrumentId: id, quantity: "10", amount: "0", currency: "EUR" }),
    ),
  );
  const booked: string[] = [];
  const records: Recorded[] = [await record(client, dayOf(0))];
  let at = 1;
  for (const [number, { kind, passed, ago, of, amount }] of steps.entries()) {
    at += passed;
    const [today, day] = [dayOf(at), dayOf(Math.max(0, at - ago))];
    const instrumentId = instruments[of % 2] as number;
    const currency = of % 3 === 0 ? "USD" : "EUR";
    const id = { externalId: `e${number}`, fingerprint: `e${number}` };
    const book = async (holder: TestClient, one: NewEntry) => {
      try {
        await bookEntries(db, holder, [one]);
        if (holder === client) booked.push(one.externalId);
      } catch (error) {
        if (!(error instanceof EntriesRefused)) throw error;
      }
    };
    const own = { ...id, currency };
    if (kind === "deposit") await book(client, { ...deposit(day, `${amount}.37`), ...own });
    if (kind === "buy")
      await book(client, buy(day, instrumentId, `${amount}`, `-${amount * 7}.13`, { ...own, fee: "1.1" }));
    if (kind === "sell")
      await book(client, sell(day, instrumentId, `${amount % 5}`, `${amount}.77`, { ...own, fee: "0.3" }));
    if (kind === "dividend")
      await book(client, { ...entry({ kind, day, instrumentId, amount: "3.33", currency, tax: "0.4" }), ...id });
    if (kind === "fx")
      await book(client, {
        ...entry({
          kind,
          day,
          currency: "EUR",
          amount: `-${amount}`,
          counter: { currency: "USD", amount: `${amount}.9` },
        }),
        ...id,
      });
    if (kind === "deliver")
      await book(client, {
        ...entry({
          kind: "transferIn",
          day,
          instrumentId,
          quantity: `${amount}`,
          amount: "0",
          currency,
          ...(of % 2 ? { cost: `${amount * 5}` } : {}),
        }),
        ...id,
      });
    if (kind === "split" || kind === "othersSplit") {
      const holder = kind === "split" ? client : other;
      const { instruments: rows } = await showPortfolio(db, accountOf(holder), today);
      const units = rows.find((row) => row.instrumentId === instrumentId)?.ownedShares ?? 0;
      if (units > 0)
        await book(holder, {
          ...entry({ kind: "split", day: today, instrumentId, quantity: `${units}`, amount: "0", currency: "EUR" }),
          ...id,
        });
    }
    if (kind === "reverse" && booked.length > 0) {
      const target = booked[of % booked.length] as string;
      await book(client, {
        ...entry({ kind: "reversal", day: today, amount: "0", currency: "EUR" }),
        ...id,
        reversesExternalId: target,
      });
    }
    if (kind === "price")
      await market({
        prices: [
          { instrumentId, day, value: `${amount}.01`, source: `source ${of}`, ...(of > 8 ? { currency: "GBP" } : {}) },
        ],
      });
    if (kind === "rate")
      await market({
        rates: [
          {
            currency: of > 8 ? "GBP" : "USD",
            day,
            perEuro: `1.${amount + 10}`,
            source: `source ${number} ${client.holderId}`,
          },
        ],
      });
    if (kind === "rename")
      await inTransaction(db, async (trx) => {
        const names = { name: `Renamed ${number}`, ticker: `R${number}`, isin: null, country: null, sector: null };
        await completeInstrument(trx, instrumentId, names);
        await recordNames(trx, [instrumentId]);
      });
    if (kind === "exclude")
      await inTransaction(db, (trx) =>
        recordExcluded(trx, client, {
          instruments: [
            {
              key: `x${of % 3}`,
              name: `Excluded ${of % 3}`,
              category: null,
              quantity: of % 4 === 0 ? null : `${amount}`,
            },
          ],
          statedOn: of % 4 === 0 ? null : today,
          importId,
        }),
      );
    if (kind === "feeRule") await setFeeRule(of % 2 === 0);
    if (kind === "compute") {
      await compute(client, today);
      await addCheckpoints(client, at);
    }
    records.push(await record(client, today));
  }
  return { client, records };
}

/** A correction dated before a checkpoint: what always replaces one. */
const corrected: Step[] = (
  [
    ["deposit", 2, 0],
    ["deposit", 2, 0],
    ["compute", 0, 0],
    ["deposit", 1, 4],
  ] as const
).map(([kind, passed, ago], of) => ({ kind, passed, ago, of, amount: 7 }));

test("every answer that the portal gave is given again for its day, as known then, with replaced checkpoints and without", async () => {
  await market({ rates: [{ currency: "USD", day: "2023-12-28", perEuro: "1.1", source: "ECB" }] });
  let replaced = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 24 }), async (steps) => {
      const { client, records } = await live(steps);
      await expectReproduced(client, records);
      const { rows } = await sql`delete from former_checkpoint returning id`.execute(database.db);
      replaced += rows.length;
      await expectReproduced(client, records);
    }),
    { numRuns: 20, examples: [[corrected]] },
  );
  expect(replaced).toBeGreaterThan(0);
}, 240_000);

test("a transaction that began before a time and committed after it was not known then", async () => {
  const { db } = database;
  const client = await makeClient(db);
  await bookEntries(db, client, [deposit(dayOf(0), "100")]);
  const begun = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const booking = inTransaction(db, async (trx) => {
    await bookEntries(trx, client, [deposit(dayOf(1), "50")]);
    begun.resolve();
    await goOn.promise;
  });
  await begun.promise;
  const before = await record(client, dayOf(1));
  goOn.resolve();
  await booking;
  await expectReproduced(client, [before, await record(client, dayOf(1))]);
  expect(before.portfolio.currentValue).toBe(100);
  expect(await readAsOf(client, { day: dayOf(1), known: await readKnowledgeNow(db) })).toMatchObject({
    currentValue: 150,
  });
});

test("who asks what is known waits for what is just committing", async () => {
  const { db } = database;
  const client = await makeClient(db);
  const committing = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const booking = inTransaction(db, async (trx) => {
    await bookEntries(trx, client, [deposit(dayOf(1), "50")]);
    // As a commit does before it makes the rows visible.
    await sql`set constraints all immediate`.execute(trx);
    committing.resolve();
    await goOn.promise;
  });
  await committing.promise;
  let isKnown = false;
  const asked = readKnowledgeNow(db).then((known) => {
    isKnown = true;
    return known;
  });
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(isKnown).toBe(false);
  goOn.resolve();
  await booking;
  expect(await readAsOf(client, { day: dayOf(1), known: await asked })).toMatchObject({ currentValue: 50 });
});

test("times of knowledge grow even if the clock goes back", async () => {
  const { db } = database;
  const client = await makeClient(db);
  const superuser = new Client(database.superuser);
  await superuser.connect();
  await superuser.query("select setval('knowledge_clock', (extract(epoch from now()) * 1000)::bigint + 3600000)");
  await superuser.end();
  const records: Recorded[] = [];
  for (const index of [0, 1, 2]) {
    await bookEntries(db, client, [deposit(dayOf(index), `${index + 1}`)]);
    records.push(await record(client, dayOf(2)));
  }
  expect(records.map(({ portfolio }) => portfolio.currentValue)).toEqual([1, 3, 6]);
  expect(new Set(records.map(({ known }) => known)).size).toBe(3);
  await expectReproduced(client, records);
});

test("the portal's role reads what was known, and cannot change it", async () => {
  const { db } = database;
  for (const table of [
    "ledger_knowledge",
    "market_knowledge",
    "instrument_knowledge",
    "split_knowledge",
    "excluded_knowledge",
  ]) {
    await sql`select 1 from ${sql.table(table)}`.execute(db);
    for (const change of [
      sql`update ${sql.table(table)} set known_at = now()`,
      sql`delete from ${sql.table(table)}`,
      sql`truncate ${sql.table(table)}`,
    ])
      await expect(change.execute(db)).rejects.toThrow(/permission denied/);
  }
});

/** 700 entries over two years, with two checkpoints. */
async function longLedger() {
  const { db } = database;
  const client = await makeClient(db);
  const { ACME, GLOB } = await makeInstruments(db, { ACME: "EUR", GLOB: "USD" });
  await market({
    prices: [0, 200, 400, 600].flatMap((index) => [
      { instrumentId: ACME, day: dayOf(index), value: `1${index / 100}`, source: "exchange" },
      { instrumentId: GLOB, day: dayOf(index), value: `4.${index}`, source: "exchange" },
    ]),
  });
  const entries = Array.from({ length: 700 }, (_, index): NewEntry => {
    const id = { externalId: `e${index}` };
    if (index % 7 === 3) return sell(dayOf(index), ACME, "3", "31", id);
    if (index % 7 === 5) return buy(dayOf(index), GLOB, "2", "-9", { ...id, currency: "USD" });
    return index % 2 ? { ...deposit(dayOf(index), "50"), ...id } : buy(dayOf(index), ACME, "2", "-20", id);
  });
  await bookEntries(db, client, [deposit(dayOf(0), "5000"), buy(dayOf(0), ACME, "500", "-5000"), ...entries]);
  await compute(client, dayOf(710));
  return { client, ACME, GLOB };
}

test("a day is replayed from a checkpoint that knew the same, and from an earlier one after a correction before it", async () => {
  const { db } = database;
  const { client, ACME } = await longLedger();
  const first = await readKnowledgeNow(db);
  const read = vi.spyOn(entriesQueries, "listEntries");
  const days = [dayOf(100), dayOf(300), dayOf(520), dayOf(700)];
  const ask = async (known: string) => {
    const answers: object[] = [];
    const from: string[] = [];
    for (const day of days) {
      read.mockClear();
      answers.push(shownOf(await readAsOf(client, { day, known })));
      from.push(read.mock.calls[0]?.[2]?.after?.day ?? "the beginning");
    }
    return { answers, from };
  };
  const whole = await ask(first);
  expect(whole.from).toEqual(["the beginning", dayOf(253), dayOf(509), dayOf(509)]);
  await bookEntries(db, client, [
    buy(dayOf(400), ACME, "1", "-11", { externalId: "late" }),
    {
      ...entry({ kind: "reversal", day: dayOf(705), amount: "0", currency: "EUR" }),
      externalId: "back",
      reversesExternalId: "e450",
    },
  ]);
  await compute(client, dayOf(710));
  const corrected = await ask(first);
  // The checkpoint before the correction still knows the same; those after it do not.
  expect(corrected.from).toEqual(["the beginning", dayOf(253), dayOf(253), dayOf(253)]);
  expect(corrected.answers).toEqual(whole.answers);
  const second = await readKnowledgeNow(db);
  expect((await ask(second)).from.at(-1)).toBe(dayOf(509));
  expect((await ask(second)).answers.at(-1)).not.toEqual(whole.answers.at(-1));
  await market({ rates: [{ currency: "USD", day: dayOf(150), perEuro: "1.3", source: "corrected" }] });
  await compute(client, dayOf(710));
  expect((await ask(first)).from.at(-1)).toBe("the beginning");
  expect((await ask(first)).answers).toEqual(whole.answers);
  read.mockRestore();
});

test("a reversal that is reversed later is one at its time, and none afterwards", async () => {
  const { db } = database;
  const client = await makeClient(db);
  const records: Recorded[] = [];
  const reversal = (externalId: string, of: string): NewEntry => ({
    ...entry({ kind: "reversal", day: dayOf(2), amount: "0", currency: "EUR" }),
    externalId,
    fingerprint: externalId,
    reversesExternalId: of,
  });
  for (const one of [
    { ...deposit(dayOf(1), "7"), externalId: "a" },
    reversal("b", "a"),
    reversal("c", "b"),
    reversal("d", "c"),
  ]) {
    await bookEntries(db, client, [one]);
    records.push(await record(client, dayOf(2)));
  }
  expect(records.map(({ portfolio }) => portfolio.currentValue)).toEqual([7, 0, 7, 0]);
  await expectReproduced(client, records);
  // The reversal is of a later day, and is known all the same.
  expect(await readAsOf(client, { day: dayOf(1), known: records[1]?.known ?? "" })).toMatchObject({ currentValue: 0 });
});

test("a split is none after its reversal, but was one as known before", async () => {
  const { db } = database;
  const [client, other] = [await makeClient(db), await makeClient(db)];
  const { ACME } = await makeInstruments(db, { ACME: "EUR" });
  await market({ prices: [{ instrumentId: ACME, day: dayOf(0), value: "100", source: "exchange" }] });
  for (const holder of [client, other]) await bookEntries(db, holder, [buy(dayOf(0), ACME, "5", "-500")]);
  const records = [await record(client, dayOf(4))];
  const split = {
    ...entry({ kind: "split", day: dayOf(3), instrumentId: ACME, quantity: "5", currency: "EUR", amount: "0" }),
    externalId: "s",
  };
  await bookEntries(db, other, [split]);
  await bookEntries(db, client, [buy(dayOf(4), ACME, "2", "-100")]);
  records.push(await record(client, dayOf(4)));
  await bookEntries(db, other, [
    {
      ...entry({ kind: "reversal", day: dayOf(4), currency: "EUR", amount: "0" }),
      externalId: "sr",
      reversesExternalId: "s",
    },
  ]);
  records.push(await record(client, dayOf(4)));
  expect(records.map(({ portfolio }) => portfolio.gaps.map(({ code }) => code))).toEqual([[], ["splitMissing"], []]);
  await expectReproduced(client, records);
});

test("a day as known before an early correction is replayed from a checkpoint that the correction replaced", async () => {
  const { db } = database;
  const client = await makeClient(db);
  const { ACME, GLOB } = await makeInstruments(db, { ACME: "EUR", GLOB: "USD" });
  const kinds = (index: number, id: object): NewEntry => {
    const day = dayOf(Math.floor(index / 20));
    if (index % 11 === 3) return sell(day, ACME, "1", "11", { ...id, fee: "0.3" });
    if (index % 7 === 5) return buy(day, GLOB, "1", "-9", { ...id, currency: "USD" });
    return index % 2 ? { ...deposit(day, "5.01"), ...id } : buy(day, ACME, "1", "-10.03", id);
  };
  const entries = Array.from({ length: 8800 }, (_, index) => kinds(index, { externalId: `e${index}` }));
  await setFeeRule(true);
  await bookEntries(db, client, [buy(dayOf(0), ACME, "900", "-5000"), ...entries]);
  const today = dayOf(445);
  await compute(client, today);
  const read = vi.spyOn(entriesQueries, "listEntries");
  const from = () => read.mock.lastCall?.[2]?.after?.day ?? "the beginning";
  const ask = async (known: string, day: string) => {
    read.mockClear();
    const answer = shownOf(await readAsOf(client, { day, known }));
    return { answer, from: from() };
  };
  const days = [dayOf(100), dayOf(230), dayOf(300), dayOf(438)];
  // Checkpoints 16 and 32 are kept: after 4,096 and 8,192 entries.
  const [early, late] = [dayOf(204), dayOf(409)];
  const before = [];
  const first = await readKnowledgeNow(db);
  for (const day of days) before.push((await ask(first, day)).answer);

  await bookEntries(db, client, [buy(dayOf(3), ACME, "1", "-17", { externalId: "early" })]);
  await compute(client, today);
  const second = await readKnowledgeNow(db);
  const between = [];
  for (const day of days) between.push((await ask(second, day)).answer);
  expect(between).not.toEqual(before);

  // A late rate replaces them once more, and a correction of the last days only the last ones.
  await market({ rates: [{ currency: "USD", day: dayOf(90), perEuro: "1.37", source: "late" }] });
  await compute(client, today);
  const third = await readKnowledgeNow(db);
  await bookEntries(db, client, [
    {
      ...entry({ kind: "reversal", day: today, amount: "0", currency: "EUR" }),
      externalId: "back",
      reversesExternalId: "e8188",
    },
  ]);
  await compute(client, today);
  await setFeeRule(false);
  await compute(client, today);
  await bookEntries(db, client, [buy(dayOf(4), ACME, "1", "-19", { externalId: "early too" })]);
  await compute(client, today);

  for (const [known, answers] of [
    [first, before],
    [second, between],
  ] as const) {
    const asked = [];
    for (const day of days) asked.push(await ask(known, day));
    expect(asked.map(({ answer }) => answer)).toEqual(answers);
    expect(asked.map((one) => one.from)).toEqual(["the beginning", early, early, late]);
  }
  // Without them the answers are the same; what is left is of the other rule for fees.
  const asked = [];
  for (const day of days) asked.push(await ask(third, day));
  expect(asked.at(-1)?.from).toBe(late);
  const { rows } = await sql`delete from former_checkpoint where fees_in_cost returning id`.execute(db);
  expect(rows).toHaveLength(7);
  for (const [index, day] of days.entries()) {
    expect(await ask(third, day)).toEqual({ answer: asked[index]?.answer, from: "the beginning" });
    expect(await ask(second, day)).toEqual({ answer: between[index], from: "the beginning" });
  }
  await setFeeRule(true);
  read.mockRestore();
}, 120_000);
