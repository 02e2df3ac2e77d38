/** What was known at a time is shown again as it was then, whatever was booked, corrected, renamed or excluded since. */
import type { Portfolio } from "@portico/api/portfolios.ts";
import type { PortfolioAsOf } from "@portico/api/portfolio-as-of.ts";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { installJobs } from "../../../jobs/start.ts";
import { createEvents } from "../../../kernel/events.ts";
import { inTransaction } from "../../../kernel/transaction.ts";
import { createTestDatabase, type TestDatabase } from "../../../testing/database.ts";
import { readKnowledgeNow } from "../../market-data/knowledge.queries.ts";
import { completeInstrument } from "../../market-data/market-data.queries.ts";
import type { PriceRow, RateRow } from "../../market-data/market-data.ts";
import type { NewEntry } from "../ledger/entries.ts";
import { recordExcluded } from "../ledger/excluded-instruments.ts";
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
import { readPortfolioAsOf } from "./as-of.ts";

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
    insert into setting (name, data) values ('portalRules', ${JSON.stringify({ feesInCost })}::jsonb)
    on conflict (name) do update set data = setting.data || excluded.data`.execute(database.db);

const market = (rows: { prices?: PriceRow[]; rates?: RateRow[] }) =>
  inTransaction(database.db, (trx) => recordMarket(trx, { prices: rows.prices ?? [], rates: rows.rates ?? [] }));

const compute = (client: TestClient, today: string) =>
  computeDailyValues({ db: database.db, events: createEvents(), now: () => new Date(`${today}T09:00:00Z`) }, client);

const readAsOf = (client: TestClient, asOf: { day: string; known: string }): Promise<PortfolioAsOf> =>
  inTransaction(database.db, (trx) => readPortfolioAsOf(trx, accountOf(client), asOf), "repeatable read");

/** What a page shows of a portfolio: without its version, and with gaps in one order. */
function shownOf({ version: _version, ...portfolio }: Portfolio): object {
  const { known: _known, firstDay: _firstDay, firstKnown: _firstKnown, ...shown } = portfolio as PortfolioAsOf;
  const sorted = (gaps: Portfolio["gaps"]) => gaps.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
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
        await completeInstrument(trx, instrumentId, { name: `Renamed ${number}`, ticker: `R${number}`, isin: null });
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
    if (kind === "compute") await compute(client, today);
    records.push(await record(client, today));
  }
  return { client, records };
}

test("every answer that the portal gave is given again for its day, as known then", async () => {
  await market({ rates: [{ currency: "USD", day: "2023-12-28", perEuro: "1.1", source: "ECB" }] });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 18 }), async (steps) => {
      const { client, records } = await live(steps);
      await expectReproduced(client, records);
    }),
    { numRuns: 30 },
  );
}, 240_000);
