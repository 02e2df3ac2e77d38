/** Late entries, reversals and opening balances replay from a checkpoint and give what replaying everything gives. */
import { Replayer } from "@portico/ledger/replay.ts";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { installJobs } from "../../../jobs/start.ts";
import { createEvents } from "../../../kernel/events.ts";
import { createTestDatabase, type TestDatabase } from "../../../testing/database.ts";
import { computeDailyValues } from "../performance/daily-values.ts";
import {
  buy,
  deposit,
  entry,
  makeClient,
  makeInstruments,
  price,
  rate,
  sell,
  type TestClient,
} from "../testing/firm.ts";
import * as entriesQueries from "./entries.queries.ts";
import type { NewEntry } from "./entries.ts";
import { findHead, listCash, listPositions } from "./holdings.queries.ts";
import { replayedState, toLedgerState } from "./replay.ts";
import * as touched from "./touched.ts";
import { bookEntries, EntriesRefused, previewEntries } from "./writer.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await installJobs(database.connection);
});
afterAll(() => database.close());

const dayOf = (index: number) => new Date(Date.UTC(2022, 0, 1 + index)).toISOString().slice(0, 10);
const compute = (client: TestClient) =>
  computeDailyValues(
    { db: database.db, events: createEvents(), now: () => new Date(`${dayOf(900)}T09:00:00Z`) },
    client,
  );

/** The stored state beside that of replaying all. */
async function states(client: TestClient) {
  const { db } = database;
  const head = await findHead(db, client);
  const { feesInCost: _rule, ...rest } = head?.state ?? {};
  const stored = toLedgerState(await listPositions(db, client), await listCash(db, client), rest);
  return { stored, replayed: await replayedState(db, client) };
}
const rounded = (state: object): object =>
  JSON.parse(JSON.stringify(state), (_, value: unknown) =>
    typeof value === "string" && /^-?\d+\.\d+$/.test(value) ? Number(value).toFixed(9) : value,
  ) as object;
async function expectEqual(client: TestClient) {
  const { stored, replayed } = await states(client);
  expect(rounded(stored)).toEqual(rounded(replayed));
}

/** 700 entries over two years, with two checkpoints. */
async function longLedger() {
  const { db } = database;
  const client = await makeClient(db);
  const { ACME, GLOB } = await makeInstruments(db, { ACME: "EUR", GLOB: "USD" });
  await price(db, ACME, dayOf(0), "10");
  for (const index of [0, 200, 400, 600]) await rate(db, "USD", dayOf(index), `1.${index + 100}`);
  const entries = Array.from({ length: 700 }, (_, index): NewEntry => {
    const id = { externalId: `e${index}` };
    if (index % 7 === 3) return sell(dayOf(index), ACME, "3", "31", id);
    if (index % 7 === 5) return buy(dayOf(index), GLOB, "2", "-9", { ...id, currency: "USD" });
    return index % 2 ? { ...deposit(dayOf(index), "50"), ...id } : buy(dayOf(index), ACME, "2", "-20", id);
  });
  await bookEntries(db, client, [deposit(dayOf(0), "5000"), buy(dayOf(0), ACME, "500", "-5000"), ...entries]);
  await compute(client);
  return { client, ACME, GLOB };
}

test("a late entry reads only what comes after the checkpoint before it", async () => {
  const { client, ACME } = await longLedger();
  const read = vi.spyOn(entriesQueries, "listEntries");
  await bookEntries(database.db, client, [buy(dayOf(650), ACME, "1", "-11", { externalId: "late" })]);
  const after = read.mock.calls.map(([, , range]) => range?.after?.day ?? "");
  expect(after).toHaveLength(1);
  expect(after[0]).toMatch(/^2023/);
  read.mockRestore();
  await expectEqual(client);
});

test("a late entry replays what its position and its cash are moved by, and nothing else", async () => {
  const { client, ACME, GLOB } = await longLedger();
  const { db } = database;
  const before = await states(client);
  const replayed = vi.spyOn(Replayer.prototype, "apply");
  const applied = () => replayed.mock.calls.map(([one]) => one);
  await bookEntries(db, client, [buy(dayOf(20), GLOB, "1", "-5", { externalId: "glob", currency: "USD" })]);
  // Every seventh entry is of it, and all that moves dollars.
  expect(applied()).toHaveLength(101);
  expect(new Set(applied().map(({ currency }) => currency))).toEqual(new Set(["USD"]));
  replayed.mockClear();
  await bookEntries(db, client, [buy(dayOf(20), ACME, "1", "-5", { externalId: "acme" })]);
  const ofAcme = applied();
  expect(ofAcme.some(({ instrumentId }) => instrumentId === GLOB)).toBe(false);
  replayed.mockClear();
  await bookEntries(db, client, [{ ...deposit(dayOf(20), "5", "USD"), externalId: "dollars" }]);
  // The payment counts among those paid in, too.
  expect(applied()).toHaveLength(103);
  expect(applied().some(({ instrumentId }) => instrumentId !== undefined)).toBe(false);
  replayed.mockRestore();
  const after = await states(client);
  expect(after.stored.netDepositsBase).not.toBe(before.stored.netDepositsBase);
  expect(rounded(after.stored)).toEqual(rounded(after.replayed));
});

test("whatever comes late, before and after checkpoints, the stored state is that of replaying all", async () => {
  const { client, ACME, GLOB } = await longLedger();
  let number = 0;
  const change = fc.record({
    kind: fc.constantFrom(
      ...(["buy", "sell", "reverse", "split", "transferIn", "returnOfCapital", "again"] as const),
      ...(["deposit", "dividend", "fee", "fx", "exchange", "openingCash"] as const),
    ),
    at: fc.integer({ min: 0, max: 699 }),
    units: fc.integer({ min: 1, max: 4 }),
    foreign: fc.boolean(),
    compute: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(change, async ({ kind, at, units, foreign, compute: computes }) => {
      const externalId = `late${++number}`;
      const [id, currency] = foreign ? [GLOB, "USD"] : [ACME, "EUR"];
      const more = { externalId, currency };
      const made: Record<typeof kind, NewEntry> = {
        buy: buy(dayOf(at), id, String(units), "-10", more),
        sell: sell(dayOf(at), id, String(units), "10", more),
        reverse: entry({
          kind: "reversal",
          day: dayOf(at),
          currency: "EUR",
          amount: "0",
          reversesExternalId: `e${at}`,
          externalId,
        }),
        again: entry({
          kind: "reversal",
          day: dayOf(699),
          currency: "EUR",
          amount: "0",
          reversesExternalId: `late${at % number}`,
          externalId,
        }),
        split: entry({
          kind: "split",
          day: dayOf(at),
          currency,
          amount: "0",
          instrumentId: id,
          quantity: String(units),
          externalId,
        }),
        transferIn: entry({
          kind: "transferIn",
          day: dayOf(at),
          currency,
          amount: "0",
          cost: "7",
          instrumentId: id,
          quantity: "1",
          externalId,
        }),
        deposit: entry({ kind: "deposit", day: dayOf(at), currency, amount: String(units), fee: "0.5", externalId }),
        dividend: entry({ kind: "dividend", day: dayOf(at), instrumentId: id, amount: "3", tax: "1", ...more }),
        fee: entry({ kind: "fee", day: dayOf(at), currency, amount: "-2", externalId }),
        fx: entry({
          kind: "fx",
          day: dayOf(at),
          currency: "EUR",
          amount: "-10",
          fee: "1",
          counter: { currency: units > 2 ? "USD" : "CHF", amount: String(7 + units) },
          externalId,
        }),
        exchange: entry({
          kind: "exchange",
          day: dayOf(at),
          instrumentId: ACME,
          quantity: `-${units}`,
          amount: "1",
          currency: "EUR",
          counter: { instrumentId: GLOB, quantity: "2" },
          externalId,
        }),
        openingCash: entry({ kind: "openingBalance", day: dayOf(at), currency: "CHF", amount: "4", externalId }),
        returnOfCapital: entry({
          kind: "returnOfCapital",
          day: dayOf(at),
          currency,
          amount: units > 2 ? "-4" : "9",
          instrumentId: id,
          externalId,
        }),
      };
      const preview = async () => rounded(await previewEntries(database.db, client, [made[kind]]));
      const ofTouched = await preview();
      const whole = vi.spyOn(touched, "touchedBy").mockReturnValue(undefined);
      expect(ofTouched).toEqual(await preview());
      whole.mockRestore();
      try {
        await bookEntries(database.db, client, [made[kind]]);
      } catch (error) {
        if (!(error instanceof EntriesRefused)) throw error;
      }
      await expectEqual(client);
      if (computes) await compute(client);
    }),
    { numRuns: 50 },
  );
});

test("an opening balance is refused after an entry before the checkpoint, and booked for what never moved", async () => {
  const { client, ACME } = await longLedger();
  const { NEW } = await makeInstruments(database.db, { NEW: "EUR" });
  const opening = (day: string, more: Partial<NewEntry>) =>
    entry({
      kind: "openingBalance",
      day,
      currency: "EUR",
      amount: "0",
      externalId: `${day}${JSON.stringify(more)}`,
      ...more,
    });
  const refusals = async (one: NewEntry) => {
    const error = await bookEntries(database.db, client, [one]).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    return error instanceof EntriesRefused ? error.preview.refusals.map(({ code }) => code) : error;
  };
  expect(await refusals(opening(dayOf(600), { instrumentId: ACME, quantity: "1" }))).toEqual([
    "openingBalanceNotFirst",
  ]);
  expect(await refusals(opening(dayOf(600), { amount: "5" }))).toEqual(["openingBalanceNotFirst"]);
  expect(await refusals(opening(dayOf(600), { instrumentId: NEW, quantity: "1", cost: "3" }))).toBeUndefined();
  await expectEqual(client);
});
