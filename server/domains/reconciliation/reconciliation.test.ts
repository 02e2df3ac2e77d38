/** What custodians state, compared with the ledger: agreed days, breaks with their cause, and what becomes of them. */
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { systemContext } from "../../jobs/system-context.ts";
import type { TestUser } from "../../testing/app.ts";
import { auditOf, codeOf } from "../../testing/effects.ts";
import { arrangeCustodian, custodianOf, link, readCustodian } from "../custodians/testing/arranged.ts";
import { createFirm, type FirmClient } from "../imports/testing/firm.ts";
import { acme as paper } from "../imports/testing/flex-fixtures.ts";
import { imported } from "../imports/testing/uploads.ts";
import { compareHolders } from "./compare.ts";
import { recordStatements, type StatedAccount } from "./record.ts";

const firm = createFirm("R");
let admin: TestUser;
let names = 0;
beforeAll(async () => {
  admin = await firm.portal.as("admin");
});

const acme = paper.isin;
const userOf = ({ id }: { id: number }) => ({ holderType: "user", holderId: id }) as const;
const columns = "account,date,kind,isin,name,quantity,currency,amount,cost,id,reverses,custodian";
/** With the columns that the row leaves out. */
const filled = (row: string): string => row + ",".repeat(12 - row.split(",").length);
const csv = (account: string, ...rows: string[]): string =>
  [columns, ...rows.map((row) => filled(`${account},${row}`))].join("\n");

interface Arranged {
  client: FirmClient;
  custodian: number;
  account: string;
  name: string;
}

/** A client with an account at a custodian of their own, who bought ten shares. */
async function arranged(more: Parameters<typeof custodianOf>[1] = {}): Promise<Arranged> {
  const client = await firm.client();
  const name = `Custodian ${++names}`;
  const custodian = await arrangeCustodian(admin, name, more);
  const account = `ACC${names}`;
  await link(firm.staff, custodian, account, userOf(client));
  await imported(
    firm.staff,
    csv(account, "2024-02-01,deposit,,,,EUR,1000", `2024-02-02,buy,${acme},ACME,10,EUR,-400,,T-1`),
    { custodian },
  );
  return { client, custodian, account, name };
}

const instrument = async () =>
  (await sql<{ id: number }>`select id from instrument where isin = ${acme}`.execute(firm.portal.services.db)).rows[0]
    ?.id ?? 0;

let imports = 0;
/** States the account as a confirmed file does, and compares. */
async function stated(
  { client, custodian, account }: Pick<Arranged, "client" | "custodian" | "account">,
  day: string,
  {
    units,
    cash,
    unknown,
    whole = true,
  }: { units?: string | null; cash?: Record<string, string>; unknown?: string; whole?: boolean },
): Promise<void> {
  const id = await instrument();
  const one: StatedAccount = {
    account,
    holder: userOf(client),
    custodianId: custodian,
    day,
    whole,
    positions:
      units === undefined
        ? null
        : [
            ...(units === null ? [] : [{ instrumentId: id, name: "ACME", isin: acme, quantity: units }]),
            ...(unknown === undefined ? [] : [{ instrumentId: null, name: "Mystery", isin: null, quantity: unknown }]),
          ],
    cash: Object.entries(cash ?? {}).map(([currency, amount]) => ({ currency, amount })),
  };
  const { db } = firm.portal.services;
  await db.transaction().execute((trx) => recordStatements(trx as never, [one], ++imports));
  await compare(client);
}
const now = new Date("2024-03-20T12:00:00Z");
const compare = (client: { id: number }) =>
  compareHolders(systemContext(firm.portal.services, "test"), [userOf(client)], { now });

const breaksOf = async ({ id }: { id: number }, query: object = {}) =>
  (
    await firm.staff.client.reconciliation.listBreaks({ query: { holder_type: "user", holder_id: id, ...query } })
  ).breaks.toSorted((one, other) => one.name.localeCompare(other.name));
const shown = async (client: { id: number }, query: object = {}) =>
  (await breaksOf(client, query)).map(({ name, expected, stated: said, cause, state }) => [
    name,
    expected,
    said,
    cause,
    state,
  ]);
const agreedOf = async ({ user, id }: FirmClient) =>
  (await user.client.reconciliation.listAgreed({ params: userOf({ id }) })).agreed.map(({ key, day }) => [
    /\d/.test(key) ? "ACME" : key,
    day,
  ]);

test("units and cash of a day agree, and the client sees since when; nothing is open", async () => {
  const one = await arranged();
  await stated(one, "2024-02-05", { units: "10", cash: { EUR: "600" } });
  expect(await breaksOf(one.client)).toEqual([]);
  expect((await agreedOf(one.client)).toSorted((one, other) => String(one[0]).localeCompare(String(other[0])))).toEqual(
    [
      ["ACME", "2024-02-05"],
      ["EUR", "2024-02-05"],
    ],
  );
  const { days } = await firm.staff.client.reconciliation.listDays({ query: { custodian: one.custodian } });
  expect(days).toMatchObject([{ day: "2024-02-05", holders: 1, incomplete: 0, agreed: 2, broken: 0 }]);
});

test("a difference is a break until a booking closes it; when it returns, the same one is open again", async () => {
  const one = await arranged();
  await stated(one, "2024-02-05", { units: "12", cash: { EUR: "520" } });
  expect(await shown(one.client)).toEqual([
    ["ACME", "10", "12", null, "open"],
    ["EUR", "600", "520", null, "open"],
  ]);
  expect(await agreedOf(one.client)).toEqual([]);
  const [first] = await breaksOf(one.client);
  await imported(firm.staff, csv(one.account, `2024-02-03,buy,${acme},ACME,2,EUR,-80,,T-2`), {
    custodian: one.custodian,
  });
  await compare(one.client);
  expect(await shown(one.client)).toEqual([]);
  expect((await shown(one.client, { state: "closed" })).length).toBe(2);
  await stated(one, "2024-02-06", { units: "13" });
  expect(await breaksOf(one.client)).toMatchObject([
    { id: first?.id, state: "open", reopened: 1, first_day: "2024-02-06", difference: "1" },
  ]);
});

test("a break is taken, noted and explained; it stays explained while it is the same, and opens when it changes", async () => {
  const one = await arranged();
  await stated(one, "2024-02-05", { units: "11" });
  const read = async () => (await breaksOf(one.client))[0];
  const { id = 0, version = 0 } = (await read()) ?? {};
  const calls = firm.staff.client.reconciliation;
  await calls.takeBreak({ params: { id }, body: { version, take: true } });
  expect(await codeOf(calls.noteBreak({ params: { id }, body: { version, note: "Asked" } }))).toBe("stateConflict");
  await calls.noteBreak({ params: { id }, body: { version: version + 1, note: "Asked" } });
  await calls.explainBreak({ params: { id }, body: { version: version + 2, reason: "Booked late by them" } });
  expect(await read()).toMatchObject({ state: "explained", owner: { id: firm.staff.id }, note: "Asked" });
  await stated(one, "2024-02-06", { units: "11" });
  expect(await read()).toMatchObject({ state: "explained", first_day: "2024-02-05", last_day: "2024-02-06" });
  await stated(one, "2024-02-07", { units: "12" });
  expect(await read()).toMatchObject({ state: "open", reopened: 1, first_day: "2024-02-05" });
  const log = await auditOf(firm.portal, { type: "user", id: one.client.id }, "holder.breakExplained");
  expect(log).toMatchObject([{ after: { reason: "Booked late by them", difference: "1" } }]);
  const own = await firm.portal.as("internal");
  expect(await codeOf(own.client.reconciliation.takeBreak({ params: { id }, body: { version: 1, take: true } }))).toBe(
    "forbidden",
  );
});

test("what a whole list does not name is zero; what another list does not name is not compared", async () => {
  const one = await arranged();
  await stated(one, "2024-02-05", { units: null });
  expect(await shown(one.client)).toEqual([["ACME", "10", "0", "statedMissing", "open"]]);
  const other = await arranged();
  await stated(other, "2024-02-05", { units: null, whole: false });
  expect(await shown(other.client)).toEqual([]);
  await stated(other, "2024-02-05", { units: "10", unknown: "3" });
  expect(await shown(other.client)).toEqual([["Mystery", "0", "3", "unknownInstrument", "open"]]);
});

test("a corrected statement of the same day stands instead; one of an older day changes no break", async () => {
  const one = await arranged();
  await stated(one, "2024-02-06", { units: "9" });
  await stated(one, "2024-02-06", { units: "10" });
  expect(await shown(one.client)).toEqual([]);
  await stated(one, "2024-02-05", { units: "7" });
  expect(await shown(one.client)).toEqual([]);
  expect(await agreedOf(one.client)).toEqual([["ACME", "2024-02-06"]]);
  const { rows } = await sql<{ version: number; replaced: boolean }>`
    select version, replaced_at is not null as replaced from reconciliation_statement
    where holder_id = ${one.client.id} and day = '2024-02-06' order by version`.execute(firm.portal.services.db);
  expect(rows).toEqual([
    { version: 1, replaced: true },
    { version: 2, replaced: false },
  ]);
});

test("a late booking on an agreed day takes the agreement back for the days that it changes", async () => {
  const one = await arranged();
  await stated(one, "2024-02-05", { units: "10" });
  await stated(one, "2024-03-05", { units: "10" });
  expect(await agreedOf(one.client)).toEqual([["ACME", "2024-03-05"]]);
  await imported(firm.staff, csv(one.account, `2024-03-01,buy,${acme},ACME,1,EUR,-40,,T-9`), {
    custodian: one.custodian,
  });
  await compare(one.client);
  expect(await agreedOf(one.client), "only the window of forty days is compared anew").toEqual([]);
  expect(await shown(one.client)).toEqual([["ACME", "11", "10", "statedMissing", "open"]]);
});

test("of a client with two custodians each is compared with what lies there; entries of nobody are named as the cause", async () => {
  const one = await arranged();
  const second = await arrangeCustodian(admin, `Second ${++names}`);
  const account = `SEC${names}`;
  await link(firm.staff, second, account, userOf(one.client));
  await imported(firm.staff, csv(account, `2024-02-01,transferIn,${acme},ACME,5,EUR,0,100`), { custodian: second });
  await stated(one, "2024-02-05", { units: "10", cash: { EUR: "600" } });
  await stated({ ...one, custodian: second, account }, "2024-02-05", { units: "5" });
  expect(await shown(one.client)).toEqual([]);
  // By client number, of no custodian: it lies with neither.
  await imported(firm.staff, csv(one.client.account, `2024-02-02,transferIn,${acme},ACME,2,EUR,0,50`));
  await stated(one, "2024-02-06", { units: "12" });
  expect(await shown(one.client)).toEqual([["ACME", "10", "12", "notStated", "open"]]);
});

test("entries of no custodian lie with the only one that the client has", async () => {
  const one = await arranged();
  await imported(firm.staff, csv(one.client.account, `2024-02-02,transferIn,${acme},ACME,2,EUR,0,50`));
  await stated(one, "2024-02-05", { units: "12" });
  expect(await shown(one.client)).toEqual([]);
});

test("by the day of settlement what is not settled is not there; by the day of the trade it is the cause", async () => {
  const settle = ({ client }: Arranged) =>
    sql`insert into ledger_settlement (holder_type, holder_id, entry_id, settled_on)
      select holder_type, holder_id, id, '2024-02-06' from ledger_entry
      where holder_type = 'user' and holder_id = ${client.id} and kind = 'buy'`.execute(firm.portal.services.db);
  const settling = await arranged({ day_basis: "settlement" });
  await settle(settling);
  await stated(settling, "2024-02-05", { units: null, cash: { EUR: "1000" } });
  expect(await shown(settling.client)).toEqual([]);
  await stated(settling, "2024-02-06", { units: "10", cash: { EUR: "600" } });
  expect(await shown(settling.client)).toEqual([]);
  const trading = await arranged();
  await settle(trading);
  await stated(trading, "2024-02-05", { units: null, cash: { EUR: "1000" } });
  expect(await shown(trading.client)).toEqual([
    ["ACME", "10", "0", "unsettled", "open"],
    ["EUR", "600", "1000", "unsettled", "open"],
  ]);
});

test("an entry of that amount that was reversed or came later is the cause; cash of two currencies is compared apart", async () => {
  const one = await arranged();
  await imported(firm.staff, csv(one.account, "2024-02-07,deposit,,,,EUR,55", "2024-02-03,deposit,,,,USD,20,,U-1"), {
    custodian: one.custodian,
  });
  await stated(one, "2024-02-05", { cash: { EUR: "655", USD: "20" } });
  expect(await shown(one.client)).toEqual([["EUR", "600", "655", "entryMissing", "open"]]);
  expect(await agreedOf(one.client)).toEqual([["USD", "2024-02-05"]]);
});

test("differences up to the tolerance are none", async () => {
  const one = await arranged({ cash_tolerance: "0.05", quantity_tolerance: "0.001" });
  await stated(one, "2024-02-05", { units: "10.001", cash: { EUR: "600.05" } });
  expect(await shown(one.client)).toEqual([]);
  await stated(one, "2024-02-06", { units: "10.0011", cash: { EUR: "599.94" } });
  expect((await shown(one.client)).map(([name]) => name)).toEqual(["ACME", "EUR"]);
});

test("two accounts of a custodian are compared together, once both have stated the day", async () => {
  const one = await arranged();
  const account = `${one.account}B`;
  await link(firm.staff, one.custodian, account, userOf(one.client));
  await stated(one, "2024-02-05", { units: "10" });
  await stated({ ...one, account }, "2024-02-06", { units: null });
  const days = async () =>
    (await firm.staff.client.reconciliation.listDays({ query: { custodian: one.custodian } })).days.map(
      ({ day, incomplete, agreed, broken }) => [day, incomplete, agreed, broken],
    );
  expect(await days()).toEqual([
    ["2024-02-06", 1, 0, 0],
    ["2024-02-05", 0, 1, 0],
  ]);
  await stated(one, "2024-02-06", { units: "10" });
  expect(await days()).toEqual([
    ["2024-02-06", 0, 1, 0],
    ["2024-02-05", 0, 1, 0],
  ]);
});

test("breaks are filtered by age in business days, cause and owner; those of an ended custodian stay as they are", async () => {
  const one = await arranged();
  await stated(one, "2024-02-05", { units: null });
  const { custodian } = one;
  expect(await breaksOf(one.client, { cause: "statedMissing", owner: "nobody", custodian })).toHaveLength(1);
  expect(await breaksOf(one.client, { cause: "none" })).toEqual([]);
  const age = (await breaksOf(one.client))[0]?.age ?? 0;
  expect(age).toBeGreaterThan(100);
  expect(await breaksOf(one.client, { age })).toHaveLength(1);
  if (age < 1000) expect(await breaksOf(one.client, { age: age + 1 })).toEqual([]);
  await admin.client.custodians.end({ params: { id: custodian }, body: {} });
  await stated(one, "2024-02-07", { units: "10" });
  expect(await shown(one.client)).toHaveLength(1);
  expect((await readCustodian(admin, custodian)).ended_at).not.toBeNull();
});
