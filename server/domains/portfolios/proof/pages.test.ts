/** Proofs from checkpoints equal those from replaying the whole ledger, whatever happened to the ledger before. */
import type { Holder } from "@portico/api/shapes.ts";
import { Decimal } from "@portico/ledger/decimal.ts";
import { startState } from "@portico/ledger/state.ts";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { installJobs } from "../../../jobs/start.ts";
import { createEvents } from "../../../kernel/events.ts";
import { inTransaction } from "../../../kernel/transaction.ts";
import { createTestDatabase, type TestDatabase } from "../../../testing/database.ts";
import { findLastCheckpoint } from "../ledger/checkpoints.queries.ts";
import type { NewEntry } from "../ledger/entries.ts";
import { findHead, listCash, listPositions } from "../ledger/holdings.queries.ts";
import { recordMarket } from "../ledger/market-changes.ts";
import { toLedgerState } from "../ledger/replay.ts";
import { bookEntries, EntriesRefused } from "../ledger/writer.ts";
import { computeDailyValues } from "../performance/daily-values.ts";
import {
  accountOf,
  deposit,
  entry,
  makeClient,
  makeInstruments,
  price,
  rate,
  type TestClient,
} from "../testing/firm.ts";
import { type BuiltFigure, builtFigure, readFigure } from "./figures.ts";
import { type BuiltPage, buildPage, replayPage } from "./ledger.ts";
import { getLightProof, getProof } from "./proof.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await installJobs(database.connection);
});
afterAll(() => database.close());

const dayOf = (index: number): string => new Date(Date.UTC(2023, 0, 2 + index)).toISOString().slice(0, 10);
const kinds = [
  "deposit",
  "withdrawal",
  "buy",
  "buy",
  "buy",
  "sell",
  "sell",
  "dividend",
  "returnOfCapital",
  "interest",
  "fee",
  "tax",
  "fx",
  "transferIn",
  "transferOut",
  "exchange",
  "split",
] as NewEntry["kind"][];
const step = fc.record({
  day: fc.nat(300),
  kind: fc.constantFrom(...kinds),
  // The third instrument and currency are rare, so their entries are far apart.
  instrument: fc.constantFrom(0, 0, 0, 0, 1, 1, 1, 2),
  currency: fc.constantFrom("EUR", "EUR", "EUR", "USD", "USD", "PLN"),
  cents: fc.integer({ min: 300, max: 90_000 }),
  units: fc.integer({ min: 1, max: 9 }),
  fee: fc.constantFrom(undefined, undefined, "0.5", "1.25"),
  tax: fc.constantFrom(undefined, undefined, undefined, "0.3"),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

let number = 0;
/** The step as an entry. */
function entryOf({ day: index, kind, instrument, currency, cents, units, fee, tax }: Step, ids: number[]): NewEntry {
  const day = dayOf(index);
  const amount = (cents / 100).toFixed(2);
  const instrumentId = ids[instrument] as number;
  const other = ids[(instrument + 1) % 3] as number;
  number += 1;
  const base = { kind, day, currency, externalId: `e${number}`, ...(fee && { fee }), ...(tax && { tax }) };
  const about = { ...base, instrumentId };
  switch (kind) {
    case "deposit":
    case "interest":
      return entry({ ...base, amount });
    case "withdrawal":
    case "fee":
    case "tax":
      return entry({ ...base, amount: `-${amount}` });
    case "buy":
      return entry({ ...about, quantity: String(units), amount: `-${amount}` });
    case "sell":
      return entry({ ...about, quantity: String(-units), amount });
    case "fx":
      return entry({
        ...base,
        amount: `-${amount}`,
        counter: { currency: currency === "EUR" ? "USD" : "EUR", amount },
      });
    case "transferIn":
      return entry({ ...about, quantity: String(units), amount: "0", cost: amount });
    case "transferOut":
      return entry({ ...about, quantity: String(-units), amount: "0" });
    case "split":
      return entry({ ...about, quantity: String(units), amount: "0" });
    case "exchange":
      return entry({
        ...about,
        quantity: String(-units),
        amount,
        counter: { instrumentId: other, quantity: String(units) },
      });
    default:
      return entry({ ...about, amount });
  }
}

/** Books what can be booked and skips refused entries. */
async function book(holder: Holder, entries: NewEntry[]): Promise<void> {
  let left = entries;
  for (;;) {
    try {
      await bookEntries(database.db, holder, left);
      return;
    } catch (error) {
      if (!(error instanceof EntriesRefused)) throw error;
      const refused = new Set(error.preview.refusals.map(({ index }) => index));
      left = left.filter((_, index) => !refused.has(index));
    }
  }
}

const parts = ["quantity", "costBase", "realisedBase", "incomeBase", "feesBase", "taxBase"] as const;
const figuresOf = (keys: readonly string[]): BuiltFigure[] => [
  ...keys.flatMap((key) => parts.map((part) => builtFigure(part, key))),
  ...parts.slice(2).map((part) => builtFigure(part, undefined)),
  builtFigure("netDepositsBase", undefined),
];

/** Stored figures are rounded to 20 decimals, replayed ones are not. */
function near(one: string | null, other: string | null): void {
  if (one === null || other === null) expect(one).toBe(other);
  else if (!new Decimal(one).minus(other).abs().lte("1e-12")) expect(one).toBe(other);
}

/** Compares every page of every figure with the whole ledger replayed; pages have `limit` entries. */
async function checkProofs(client: TestClient, ids: number[], limit: number): Promise<void> {
  const { db } = database;
  const account = accountOf(client);
  const head = await findHead(db, client);
  const stored = toLedgerState(await listPositions(db, client), await listCash(db, client), head?.state);
  for (const built of figuresOf([...ids.map(String), "EUR", "USD", "PLN"])) {
    const { page: whole } = await replayPage(db, account, built, { before: undefined, limit: 1_000_000 });
    let page: BuiltPage | undefined;
    const steps: BuiltPage["steps"][] = [];
    do {
      const after: BuiltPage | undefined = page;
      page = await buildPage(db, account, built, { before: after?.next ?? undefined, limit });
      if (!page) throw new Error("no page");
      // A page ends where the following one begins, and the newest at the stored figure.
      near(page.end, after ? after.earlier.value : readFigure(built, { ...startState(), ...stored }));
      steps.unshift(page.steps);
    } while (page.next);
    expect(page.earlier).toEqual({ count: 0, value: "0" });
    const [paged, replayed] = [steps.flat(), whole.steps];
    expect(paged.map(({ entry }) => entry)).toEqual(replayed.map(({ entry }) => entry));
    for (const [index, { change }] of paged.entries()) near(change, replayed[index]?.change ?? null);
  }
}

test("every page of every figure, after late entries, reversals, splits and late rates", {
  timeout: 600_000,
}, async () => {
  const { db } = database;
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 650, maxLength: 800 }),
      fc.array(step, { minLength: 5, maxLength: 60 }),
      fc.nat(),
      async (history, later, pick) => {
        const client = await makeClient(db);
        const made = await makeInstruments(db, { ACME: "EUR", GLOB: "USD", POLA: "PLN" });
        const ids = [made.ACME, made.GLOB, made.POLA];
        for (const id of ids) await price(db, id, "2023-01-01", "31.7");
        await rate(db, "USD", "2023-01-01", "1.1", `a${number}`);
        await rate(db, "PLN", "2023-01-01", "4.3", `a${number}`);
        const services = { db, events: createEvents(), now: () => new Date("2024-01-05T09:00:00Z") };
        const entries = history.toSorted((a, b) => a.day - b.day).map((one) => entryOf(one, ids));
        const [first, last] = [entries.slice(0, 500), entries.slice(500)];
        await book(client, first);
        await computeDailyValues(services, client);
        expect((await findLastCheckpoint(db, client))?.no).toBeGreaterThan(0);
        await checkProofs(client, ids, 70);
        // Entries appended after existing checkpoints.
        await book(client, last);
        await checkProofs(client, ids, 190);
        await computeDailyValues(services, client);
        // Backdated entries and a reversal.
        const undone = first.find(({ kind }, index) => kind === "deposit" && index >= pick % 250) as NewEntry;
        await book(client, [
          ...later.toSorted((a, b) => a.day - b.day).map((one) => entryOf(one, ids)),
          entry({
            kind: "reversal",
            day: dayOf(300),
            currency: undone.currency,
            amount: new Decimal(undone.amount).neg().toFixed(),
            externalId: `undone ${undone.externalId}`,
            reversesExternalId: undone.externalId,
          }),
        ]);
        await checkProofs(client, ids, 130);
        await computeDailyValues(services, client);
        // A late rate for a day in the middle.
        const rates = [{ currency: "USD", day: dayOf(pick % 290), perEuro: "1.3", source: `late ${number}` }];
        await inTransaction(db, (trx) => recordMarket(trx, { prices: [], rates }));
        await computeDailyValues(services, client);
        await checkProofs(client, ids, 310);
      },
    ),
    { numRuns: 1, endOnFailure: true },
  );
});

test("a ledger that waits for a replay is proved from its entries, and not lightly", async () => {
  const { db } = database;
  const client = await makeClient(db);
  await rate(db, "GBP", "2023-01-01", "1.25", "wait");
  await bookEntries(
    db,
    client,
    Array.from({ length: 300 }, (_, index) => deposit(dayOf(index), "11", "GBP")),
  );
  const services = { db, events: createEvents(), now: () => new Date("2024-01-05T09:00:00Z") };
  await computeDailyValues(services, client);
  const query = { figure: "netDeposits", limit: 5 } as const;
  const account = accountOf(client);
  expect(await getLightProof(db, account, query, "2024-01-05")).toMatchObject({ result: "2640", moreTerms: 295 });
  const rates = [{ currency: "GBP", day: "2023-01-01", perEuro: "2.5", source: "waited" }];
  await inTransaction(db, (trx) => recordMarket(trx, { prices: [], rates }));
  expect(await getLightProof(db, account, query, "2024-01-05")).toBeUndefined();
  expect(await getProof(db, account, query, "2024-01-05")).toMatchObject({ result: "1320", moreTerms: 295 });
  await computeDailyValues(services, client);
  expect(await getLightProof(db, account, query, "2024-01-05")).toMatchObject({ result: "1320", moreTerms: 295 });
});
