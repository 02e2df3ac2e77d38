import { sql } from "kysely";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../testing/database.ts";
import { verifyReservations } from "../../payments/withdrawals/verify.ts";
import { buy, deposit, makeClient, makeInstruments, sell } from "../testing/firm.ts";
import { verifyLedgers } from "./verification.ts";
import { bookEntries } from "./writer.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

/** Changes that the portal itself cannot make. */
async function asOwner(statement: string): Promise<void> {
  const client = new Client(database.owner);
  await client.connect();
  await client.query(statement);
  await client.end();
}

test("ledgers that follow from their entries are right, also after reversals and backdated entries", async () => {
  const { db } = database;
  const { ACME } = await makeInstruments(db, { ACME: "EUR" });
  const [one, two] = [await makeClient(db), await makeClient(db)];
  await bookEntries(db, one, [deposit("2024-01-02", "1000"), buy("2024-01-03", ACME, "10", "-500")]);
  await bookEntries(db, one, [sell("2024-02-01", ACME, "4", "239"), deposit("2024-01-05", "20")]);
  await bookEntries(db, two, [deposit("2024-01-02", "7.25")]);
  expect(await verifyLedgers(db)).toEqual({ ledgers: 2, entries: 5, waiting: 0, faults: [] });
  expect(await verifyReservations(db)).toEqual([]);
});

test.each([
  ["update position set quantity = quantity + 1", "the position in instrument # has two quantities"],
  [
    `update position set state = jsonb_set(state, '{cost}', '"1"')`,
    "the position in instrument # does not follow from the entries",
  ],
  ["delete from position", "the position in instrument # does not follow from the entries"],
  [
    `update cash_balance set amount = 5, state = jsonb_set(state, '{amount}', '"5"')`,
    "the cash in EUR does not follow from the entries",
  ],
  ["update ledger_head set entries = entries + 1", "the head counts 3 entries, 2 are stored"],
  ["update cash_hold set pending = 3", "3 EUR are held, 0 are reserved by withdrawals"],
])("%s is found, and nothing else", async (statement, what) => {
  const { db } = database;
  const holder = await makeClient(db);
  const { ACME } = await makeInstruments(db, { ACME: "EUR" });
  await bookEntries(db, holder, [deposit("2024-01-02", "1000"), buy("2024-01-03", ACME, "10", "-500")]);
  await sql`insert into cash_hold (holder_type, holder_id, currency) values ('user', ${holder.holderId}, 'EUR')`.execute(
    db,
  );
  await asOwner(`${statement} where holder_type = 'user' and holder_id = ${holder.holderId}`);
  const faults = [...(await verifyLedgers(db)).faults, ...(await verifyReservations(db))];
  expect(faults.filter((fault) => fault.holder.holderId === holder.holderId).map((fault) => fault.what)).toEqual([
    what.replace("#", String(ACME)),
  ]);
});
