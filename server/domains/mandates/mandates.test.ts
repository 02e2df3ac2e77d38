/** Category, mandate and flags of positions over HTTP: recorded from a day on, corrected, taken back, from files. */

import type { Parsed } from "@portico/api/endpoint.ts";
import type { mandates } from "@portico/api/mandates.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { auditOf, codeOf, subjectOf } from "../../testing/effects.ts";
import { makeSeries } from "../benchmarks/testing/arranged.ts";
import { readKnowledgeNow } from "../market-data/knowledge.ts";
import { bookEntries } from "../portfolios/ledger/writer.ts";
import { buy, deposit, makeInstruments } from "../portfolios/testing/firm.ts";
import { readFlags } from "./flags.ts";
import { readMandate } from "./mandates.ts";

let app: TestApp;
let office: TestUser;
let internal: TestUser;
let client: TestUser;
let own: Holder;
let acme: number;
let benchmark: number;
const isin = "US0378331005";

beforeAll(async () => {
  app = await createTestApp();
  office = await app.as("office", { name: "Olga Office" });
  internal = await app.as("internal");
  benchmark = await makeSeries(await app.as("admin"), { name: "World" });
  acme = (await makeInstruments(app.database.db, { ACME: "EUR" })).ACME;
  await sql`update instrument set isin = ${isin} where id = ${acme}`.execute(app.database.db);
});
afterAll(() => app.close());
beforeEach(async () => {
  client = await app.as("client", { clientNumber: `K${Math.random().toString().slice(2, 10)}` });
  own = { holderType: "user", holderId: client.id };
});

type Body = Parsed<typeof mandates.record>["body"];
const managed: Body = {
  from: "2026-01-01",
  category: "retail",
  service: "management",
  leverage: false,
  benchmark: null,
  frequency: "quarter",
  singleConfirmations: false,
  reason: null,
  last: null,
};
const record = (more: Partial<Body> = {}, who = office) =>
  who.client.mandates.record({ params: own, body: { ...managed, ...more } });
const standing = (day: string, knownAt?: string) => readMandate(app.database.db, own, { day, knownAt });

test("retail and execution only unless said; what is recorded holds from its day on, and is known from its time on", async () => {
  expect(await client.client.mandates.get({ params: own })).toMatchObject({
    category: "retail",
    service: "execution",
    frequency: null,
    from: null,
  });
  const before = await readKnowledgeNow(app.database.db);
  const { id } = await record({ benchmark });
  expect(await standing("2025-12-31")).toMatchObject({ service: "execution", from: null });
  expect(await standing("2026-01-01")).toMatchObject({ service: "management", benchmark, from: "2026-01-01" });
  expect(await standing("2026-01-01", before)).toMatchObject({ service: "execution" });
  expect(await client.client.mandates.get({ params: own })).toMatchObject({
    service: "management",
    benchmark: { id: benchmark, name: { en: "World" } },
  });
  const second = await record({ from: "2026-06-01", category: "professional", reason: "Asked in writing", last: id });
  const told = await client.client.notifications.listOfUser({ params: { id: client.id } });
  expect(told.map(({ type, params }) => [type, params["category"], params["day"]])).toEqual([
    ["category_changed", "professional", "2026-06-01"],
  ]);
  expect(await standing("2026-05-31")).toMatchObject({ category: "retail" });
  expect(await standing("2026-06-01")).toMatchObject({ category: "professional" });
  expect(await auditOf(app, subjectOf(own), "mandate.recorded")).toMatchObject([
    { after: { category: "retail", benchmark } },
    {
      before: { category: "retail" },
      after: { record: second.id, category: "professional", reason: "Asked in writing" },
    },
  ]);
});

test("a change of the category needs a reason, and contradictions are refused by field", async () => {
  const fieldsOf = (more: Partial<Body>) =>
    record(more).then(
      () => [],
      ({ errors }: { errors: { path: string; code: string }[] }) => errors.map(({ path, code }) => `${path} ${code}`),
    );
  expect(await fieldsOf({ category: "professional" })).toEqual(["reason required"]);
  expect(await fieldsOf({ leverage: true })).toEqual(["frequency notAllowed"]);
  expect(await fieldsOf({ frequency: "year" })).toEqual(["frequency notAllowed"]);
  expect(await fieldsOf({ frequency: null })).toEqual(["frequency required"]);
  expect(await fieldsOf({ benchmark: 999_999 })).toEqual(["benchmark notAllowed"]);
  expect(await fieldsOf({ service: "advice" })).toEqual(["frequency notAllowed"]);
  expect(await fieldsOf({ frequency: "year", singleConfirmations: true })).toEqual([]);
});

test("two colleagues at once: the second loads again; and nobody records about themselves", async () => {
  const { id } = await record();
  expect(await codeOf(record({ from: "2026-02-01" }))).toBe("stateConflict");
  expect(await codeOf(record({ from: "2026-02-01", last: id }))).toBe("done");
  const staff: Holder = { holderType: "user", holderId: office.id };
  expect(await codeOf(office.client.mandates.record({ params: staff, body: managed }))).toBe("fourEyes");
  expect(await codeOf(internal.client.mandates.record({ params: own, body: managed }))).toBe("forbidden");
});

test("a record taken back gives way to the one of the earlier day, and both stay listed; twice is one", async () => {
  const first = await record();
  const { id } = await record({ from: "2026-03-01", service: "advice", frequency: null, last: first.id });
  const withdraw = () =>
    office.client.mandates.withdrawRecord({ params: { ...own, recordId: id }, body: { reason: "Another client" } });
  await withdraw();
  expect(await standing("2026-03-01")).toMatchObject({ service: "management", from: "2026-01-01" });
  expect(await codeOf(withdraw())).toBe("done");
  const { records } = await internal.client.mandates.listRecords({ params: own });
  expect(records.map(({ from, withdrawn, counts, reason }) => [from, withdrawn, counts, reason])).toEqual([
    ["2026-03-01", true, false, "Another client"],
    ["2026-03-01", false, false, null],
    ["2026-01-01", false, true, null],
  ]);
});

async function hold(units = "10"): Promise<void> {
  await bookEntries(app.services.db, own, [deposit("2026-01-05", "5000"), buy("2026-01-05", acme, units, "-1000")]);
}
type FlagBody = Parsed<typeof mandates.recordFlag>["body"];
const flag = (more: Partial<FlagBody> = {}) =>
  office.client.mandates.recordFlag({
    params: own,
    body: {
      instrument_id: acme,
      currency: null,
      kind: "pledged",
      quantity: "4",
      from: "2026-02-01",
      to: null,
      note: null,
      replaces: null,
      reason: null,
      ...more,
    },
  });

test("flags are shown to the client, corrected and taken back; more than is held is marked, never cut", async () => {
  await hold();
  const { id } = await flag({ note: "To Bank B for a loan" });
  expect((await client.client.mandates.listFlags({ params: own })).flags).toMatchObject([
    { instrument: { isin }, kind: "pledged", quantity: "4", held: "10", exceeds: false, note: "To Bank B for a loan" },
  ]);
  const known = await readKnowledgeNow(app.database.db);
  expect(await codeOf(flag({ replaces: id, quantity: "12" }))).toBe("badInput");
  const second = await flag({ replaces: id, quantity: "12", reason: "The bank's letter says 12" });
  expect((await client.client.mandates.listFlags({ params: own })).flags).toMatchObject([
    { id: second.id, quantity: "12", held: "10", exceeds: true },
  ]);
  expect(await readFlags(app.database.db, own, { day: "2026-03-01", knownAt: known })).toMatchObject([
    { quantity: "4" },
  ]);
  expect(await codeOf(flag({ replaces: id, reason: "Again" }))).toBe("stateConflict");
  const withdraw = (flagId: number) =>
    office.client.mandates.withdrawFlag({ params: { ...own, flagId }, body: { reason: "Wrong client" } });
  await withdraw(second.id);
  expect(await codeOf(withdraw(second.id))).toBe("done");
  expect((await internal.client.mandates.listFlags({ params: own })).flags).toEqual([]);
  expect(
    (await auditOf(app, subjectOf(own))).map(({ action }) => action).filter((one) => one.startsWith("flag")),
  ).toEqual(["flag.recorded", "flag.recorded", "flag.withdrawn"]);
});

test("flags of cash; of both or neither refused; the client sees those of today alone", async () => {
  await hold();
  expect(await codeOf(flag({ currency: "EUR" }))).toBe("badInput");
  expect(await codeOf(flag({ instrument_id: null }))).toBe("badInput");
  await flag({ instrument_id: null, currency: "EUR", kind: "transferred", quantity: null });
  await flag({ from: "2030-01-01" });
  await flag({ from: "2026-01-10", to: "2026-01-20" });
  expect((await client.client.mandates.listFlags({ params: own })).flags).toMatchObject([
    { currency: "EUR", held: "4000", state: "current" },
  ]);
  const { flags } = await internal.client.mandates.listFlags({ params: own });
  expect(flags.map(({ state }) => state)).toEqual(["over", "current", "coming"]);
});

const numberOf = async (): Promise<string> => {
  const { rows } = await sql<{ n: string }>`
    select client_number as n from holder_account where holder_type = 'user' and holder_id = ${own.holderId}`.execute(
    app.database.db,
  );
  return rows[0]?.n ?? "";
};

test("a file of mandates is shown before it is stored, stored whole, and stores nothing again", async () => {
  const account = await numberOf();
  const content = [
    "account,from,category,service,leverage,benchmark,frequency,single_confirmations,reason",
    `${account},2026-01-01,retail,management,no,world,quarter,,`,
    `${account.toLowerCase()},2026-07-01,professional,management,yes,World,month,,Tested and agreed`,
  ].join("\n");
  const body = { kind: "mandates", fileName: "mandates.csv", content } as const;
  const preview = await office.client.mandates.previewFile({ body });
  expect(preview).toMatchObject({ rows: 2, newRows: 2, refusedRows: 0, markedRows: 1 });
  expect(preview.shown[1]).toMatchObject({
    marks: ["category"],
    values: { category: "professional", leverage: "yes" },
  });
  const store = (acceptMarked: boolean, seen = preview.seen) =>
    office.client.mandates.storeFile({ body: { ...body, seen, acceptMarked } });
  expect(await codeOf(store(false))).toBe("quotesNotAccepted");
  expect(await codeOf(store(true, "0".repeat(64)))).toBe("stateConflict");
  expect(await standing("2026-08-01")).toMatchObject({ service: "execution" });
  expect(await store(true)).toEqual({ stored: 2 });
  expect(await standing("2026-08-01")).toMatchObject({ category: "professional", leverage: true, benchmark });
  expect(await store(true)).toEqual({ stored: 0 });
  expect(await office.client.mandates.previewFile({ body })).toMatchObject({ newRows: 0, knownRows: 2 });
});

test("rows of unknown clients, benchmarks and words, contradictions and missing reasons are refused with their line", async () => {
  const account = await numberOf();
  const rows = [
    "account,from,category,service,frequency,benchmark",
    "NOBODY,2026-01-01,retail,management,quarter,",
    `${account},2026-01-02,retail,management,quarter,Moon`,
    `${account},2026-01-03,wholesale,management,quarter,`,
    `${account},2026-01-04,retail,advice,quarter,`,
    `${account},2026-01-05,eligible,execution,,`,
  ];
  const body = { kind: "mandates", fileName: "m.csv", content: rows.join("\n") } as const;
  const { refusals, seen } = await office.client.mandates.previewFile({ body });
  expect(refusals.map(({ line, code }) => [line, code])).toEqual([
    [2, "unknownClient"],
    [3, "unknownBenchmark"],
    [4, "unknownWord"],
    [5, "contradiction"],
    [6, "reasonMissing"],
  ]);
  expect(await codeOf(office.client.mandates.storeFile({ body: { ...body, seen, acceptMarked: true } }))).toBe(
    "fileRefused",
  );
});

test("a file of flags marks what is not held, and corrects a flag of the same first day", async () => {
  await hold();
  const account = await numberOf();
  const { id } = await flag({ kind: "lent", quantity: "2" });
  const content = [
    "account;isin;currency;flag;quantity;from;to;note",
    `${account};${isin};;lent;3;2026-02-01;;Fee of 0.4 % a year`,
    `${account};${isin};;pledged;11;2026-02-01;;`,
    `${account};;USD;transferred;;2026-02-01;;`,
  ].join("\n");
  const body = { kind: "flags", fileName: "flags.csv", content } as const;
  const preview = await office.client.mandates.previewFile({ body });
  expect(preview).toMatchObject({ newRows: 2, correctedRows: 1, refusedRows: 0 });
  // Title transfer of a retail client's assets is prohibited: marked, because it may be what the custodian states.
  expect(preview.shown.map(({ marks }) => marks)).toEqual([[], ["exceeds"], ["notHeld", "retail"]]);
  expect(preview.shown[0]?.stored).toMatchObject({ quantity: "2" });
  await office.client.mandates.storeFile({ body: { ...body, seen: preview.seen, acceptMarked: true } });
  const { flags } = await internal.client.mandates.listFlags({ params: own });
  expect(flags.map(({ kind, quantity }) => [kind, quantity])).toEqual([
    ["lent", "3"],
    ["pledged", "11"],
    ["transferred", null],
  ]);
  expect(flags.some((one) => one.id === id)).toBe(false);
  expect(flags.map(({ prohibited }) => prohibited)).toEqual([false, false, true]);
  expect((await client.client.mandates.listFlags({ params: own })).flags.some(({ prohibited }) => prohibited)).toBe(
    false,
  );
});
