/** The whole demo: files of the second custodian and the bank are booked as the back office does, and exports sum to the portal's figures. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../testing/app.ts";
import { toDay } from "./calendar.ts";
import { loadDemo } from "./load.ts";
import { compareSums, compareValues } from "./testing/exported-sums.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
  await loadDemo(app.services);
}, 180_000);
afterAll(() => app.close());

test("both files are confirmed; the holdings of one client are not as booked", async () => {
  const admin = await app.as("admin");
  const { imports } = await admin.client.imports.list({ query: { limit: 10 } });
  expect(imports.map(({ kind, format, state }) => [kind, format, state])).toEqual(
    expect.arrayContaining([
      ["positions", "openWealth", "confirmed"],
      ["statement", "openWealth", "confirmed"],
    ]),
  );
  const positions = imports.find(({ kind }) => kind === "positions");
  const { accounts } = await admin.client.imports.get({ params: { id: positions?.id ?? 0 } });
  const breaks = accounts.flatMap(({ account, positions: held }) =>
    held.flatMap(({ ticker, difference }) => (difference === null ? [] : [[account, ticker, difference]])),
  );
  expect(breaks).toEqual([["AB-30021", "NESN", "-10"]]);
});

test("the bank's day is booked for the clients that it names; what names nobody waits", async () => {
  const { rows } = await sql<{ amount: string; state: string }>`
    select trim_scale(amount)::text as amount, state from bank_entry order by bank_entry.amount desc`.execute(
    app.database.db,
  );
  expect(rows).toEqual([
    { amount: "1200", state: "booked" },
    { amount: "750", state: "booked" },
    { amount: "420", state: "open" },
    { amount: "-3.2", state: "open" },
  ]);
});

test("each account is linked to its client, whose entries name the custodian", async () => {
  const { rows } = await sql<{ number: string; entries: string }>`
    select number, count(*) as entries from custodian_account join ledger_entry using (holder_type, holder_id)
    where ledger_entry.custodian = 'Alpenbank' group by number order by number`.execute(app.database.db);
  expect(rows.map(({ number, entries }) => [number, Number(entries)])).toEqual([
    ["AB-20417", 2],
    ["AB-20418", 2],
    ["AB-30021", 2],
  ]);
});

test("an export of everything sums to the portal's own cash, units, fees and values, by holder and currency", async () => {
  const office = await app.as("office");
  const to = toDay(app.services.now());
  for (const [what, { exported, portal }] of Object.entries(await compareSums(app, office, to))) {
    expect(portal.length, what).toBeGreaterThan(2);
    expect(exported, what).toEqual(portal);
  }
  const values = await compareValues(app, office, to);
  expect(values.portal.length).toBeGreaterThan(2);
  expect(values.exported).toEqual(values.portal);
}, 120_000);
