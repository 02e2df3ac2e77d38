/** Laws of reconciliation: what is booked and stated from one model agrees; one change of what is stated is exactly one break. */
import { addDays } from "@portico/api/rules/calendar.ts";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemContext } from "../../jobs/system-context.ts";
import { createTestApp, type TestApp } from "../../testing/app.ts";
import { bookEntries } from "../portfolios/ledger/writer.ts";
import { entry } from "../portfolios/testing/firm.ts";
import { compareHolders } from "./compare.ts";
import { recordStatements } from "./record.ts";

let app: TestApp;
let instruments: number[];
beforeAll(async () => {
  app = await createTestApp();
  const { db } = app.services;
  await sql`insert into custodian (name) values ('Model Bank'), ('Other Bank')`.execute(db);
  const { rows } = await sql<{ id: number }>`
    insert into instrument (name, ticker, currency) values ('One', 'ONE', 'EUR'), ('Two', 'TWO', 'EUR'), ('Three', 'THREE', 'USD')
    returning id`.execute(db);
  instruments = rows.map(({ id }) => id);
});
afterAll(() => app.close());

const first = "2024-02-01";
const currencies = ["EUR", "EUR", "USD"] as const;

/** A movement, in the order of days. */
interface Step {
  after: number;
  what: "buy" | "sell" | "deposit" | "withdrawal";
  instrument: number;
  units: number;
  elsewhere: boolean;
}
const step: fc.Arbitrary<Step> = fc.record({
  after: fc.integer({ min: 0, max: 3 }),
  what: fc.constantFrom<Step["what"][]>("buy", "sell", "deposit", "withdrawal"),
  instrument: fc.integer({ min: 0, max: 2 }),
  units: fc.integer({ min: 1, max: 50 }),
  elsewhere: fc.boolean(),
});

interface Model {
  entries: ReturnType<typeof entry>[];
  /** Of the first custodian at the end of the stated day: units by instrument, cash by currency. */
  units: Map<number, number>;
  cash: Map<string, number>;
}

function modelOf(steps: readonly Step[], stated: string): Model {
  const held = new Map<string, number>();
  const model: Model = { entries: [], units: new Map(), cash: new Map() };
  let day = first;
  for (const [place, { after, what, instrument, units, elsewhere }] of steps.entries()) {
    day = addDays(day, after);
    const key = `${elsewhere} ${instrument}`;
    const count = what === "sell" ? Math.min(units, held.get(key) ?? 0) : units;
    if (count === 0) continue;
    const currency = currencies[instrument] ?? "EUR";
    const isTrade = what === "buy" || what === "sell";
    const amount = what === "buy" || what === "withdrawal" ? -10 * count : 10 * count;
    const moved = what === "buy" ? count : what === "sell" ? -count : 0;
    model.entries.push({
      ...entry({ kind: what, day, currency, amount: String(amount) }),
      ...(isTrade && { instrumentId: instruments[instrument] ?? 0, quantity: String(moved), price: "10" }),
      externalId: `model:${place}`,
      custodian: elsewhere ? "Other Bank" : "Model Bank",
    });
    held.set(key, (held.get(key) ?? 0) + moved);
    if (elsewhere || day > stated) continue;
    const id = instruments[instrument] ?? 0;
    if (isTrade) model.units.set(id, (model.units.get(id) ?? 0) + moved);
    model.cash.set(currency, (model.cash.get(currency) ?? 0) + amount);
  }
  return model;
}

let holders = 7_000_000;
const breaksOf = async (holderId: number) =>
  (
    await sql<{ key: string; difference: string }>`
      select key, trim_scale(stated - expected)::text as difference from reconciliation_break
      where holder_id = ${holderId} and state = 'open'`.execute(app.services.db)
  ).rows;

test("what one model books and states agrees, and a change of one holding is exactly that break", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 25 }),
      fc.integer({ min: 0, max: 40 }),
      fc.nat(),
      fc.integer({ min: 1, max: 9 }),
      async (steps, days, which, by) => {
        const { db } = app.services;
        const stated = addDays(first, days);
        const model = modelOf(steps, stated);
        const holder = { holderType: "user" as const, holderId: ++holders };
        if (model.entries.length > 0) await bookEntries(db, holder, model.entries);
        const state = async (units: Map<number, number>, cash: Map<string, number>, importId: number) => {
          const account = {
            account: `M${holder.holderId}`,
            holder,
            custodianId: 1,
            day: stated,
            whole: true,
            positions: [...units]
              .filter(([, quantity]) => quantity !== 0)
              .map(([id, quantity]) => ({ instrumentId: id, name: "?", isin: null, quantity: String(quantity) })),
            cash: [...cash].map(([currency, amount]) => ({ currency, amount: String(amount) })),
          };
          await db.transaction().execute((trx) => recordStatements(trx as never, [account], importId));
          await compareHolders(systemContext(app.services, "test"), [holder], {
            now: new Date("2024-04-01T12:00:00Z"),
          });
        };
        await state(model.units, model.cash, 1);
        expect(await breaksOf(holder.holderId)).toEqual([]);
        const keys = [...instruments, ...model.cash.keys()];
        const changed = keys[which % keys.length] ?? 0;
        const [units, cash] = [new Map(model.units), new Map(model.cash)];
        if (typeof changed === "number") units.set(changed, (units.get(changed) ?? 0) + by);
        else cash.set(changed, (cash.get(changed) ?? 0) + by);
        await state(units, cash, 2);
        expect(await breaksOf(holder.holderId)).toEqual([{ key: String(changed), difference: String(by) }]);
        await state(model.units, model.cash, 3);
        expect(await breaksOf(holder.holderId)).toEqual([]);
      },
    ),
    { numRuns: 60 },
  );
});
