/** Runs over HTTP: whom they reach, what they make, that each gets it once, who sees it when, and what is recorded. */
import type { RunOrder } from "@portico/api/report-runs.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startCustodianServer } from "../../demo/custodian-server.ts";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { auditOf, codeOf, recordMails } from "../../testing/effects.ts";
import { arrangeDelegation } from "../delegations/testing/arranged.ts";
import { bookEntries } from "../portfolios/ledger/writer.ts";
import { linkCustodian } from "../portfolios/portfolios.ts";
import { buy, deposit, entry, makeInstruments } from "../portfolios/testing/firm.ts";
import { makeReport } from "../reports/making.ts";
import { makeInvested, makePriced, quarter } from "./testing/clients.ts";
import { markUndelivered } from "./undelivered.ts";
import { workOnRun } from "./working.ts";

let app: TestApp;
let office: TestUser;
let instrument: number;
let clients: TestUser[];
let group: string;
let groups = 0;

beforeAll(async () => {
  app = await createTestApp();
  office = await app.as("office", { name: "Olga Office" });
  instrument = await makePriced(app.services.db);
});
afterAll(() => app.close());

const of = ({ id }: TestUser): Holder => ({ holderType: "user", holderId: id });
const chosen = (people: readonly TestUser[]): RunOrder["holders"] => ({
  scope: "chosen",
  holders: people.map(({ id }) => ({ holderType: "user" as const, holderId: id })),
});

let numbers = 0;
async function makeClient(name: string): Promise<TestUser> {
  numbers += 1;
  const client = await app.as("client", { clientNumber: `T-${numbers}`, name });
  await bookEntries(app.services.db, of(client), [
    deposit("2026-01-05", "1000"),
    buy("2026-01-06", instrument, "2", "-200"),
  ]);
  return client;
}
async function join(people: readonly TestUser[]): Promise<string> {
  groups += 1;
  const name = `Group ${groups}`;
  await sql`insert into distribution_group (name) values (${name})`.execute(app.services.db);
  for (const { id } of people)
    await sql`insert into distribution_group_member (group_name, user_id) values (${name}, ${id})`.execute(
      app.services.db,
    );
  return name;
}

beforeEach(async () => {
  clients = [await makeClient("Anna"), await makeClient("Boris"), await makeClient("Vera")];
  group = await join(clients);
});

const order = (more: Partial<RunOrder> = {}): RunOrder => ({
  ...quarter,
  holders: { scope: "group", group },
  language: null,
  atOnce: true,
  ...more,
});
async function start(more: Partial<RunOrder> = {}): Promise<number> {
  const { id } = await office.client.reportRuns.create({ body: order(more) });
  return id;
}
async function startAndWork(more: Partial<RunOrder> = {}): Promise<number> {
  const id = await start(more);
  // A machine with much other work needs more than one turn of the job.
  for (let turns = 0; turns < 20; turns += 1) {
    await workOnRun(app.services, id);
    if ((await get(id)).state !== "running") break;
  }
  return id;
}
const get = (id: number) => office.client.reportRuns.get({ params: { id } });
const addresseesOf = async (id: number, query: { state?: "told" | "failed" } = {}) =>
  (await office.client.reportRuns.listAddressees({ params: { id }, query })).addressees;
const move = (id: number, action: "start" | "pause" | "resume" | "cancel" | "publish" | "withhold", by = office) =>
  by.client.reportRuns.move({ params: { id }, body: { action } });
const listedTo = async (user: TestUser, about = user) =>
  (await user.client.reports.list({ params: of(about), query: {} })).reports;

test("the preview says whom a run reaches and who is left out and why; samples are made and not kept", async () => {
  const [anna, boris, vera] = clients as [TestUser, TestUser, TestUser];
  const noAccount = await app.as("client", { name: "No account" });
  const empty = await app.as("client", { clientNumber: `E-${numbers}`, name: "Nothing held" });
  const late = await app.as("client", { clientNumber: `L-${numbers}`, name: "Later" });
  await bookEntries(app.services.db, of(late), [deposit("2026-04-02", "5")]);
  const linked = await makeClient("Linked");
  const server = await startCustodianServer({ accounts: {} });
  await linkCustodian(app.services.db, of(linked), server.baseUrl);
  const { id } = await anna.client.reports.ask({ params: of(anna), body: { ...quarter, language: "en" } });
  await makeReport(app.services, id);
  const preview = await office.client.reportRuns.preview({
    body: order({ holders: chosen([vera, anna, boris, noAccount, empty, late, linked, anna]) }),
  });
  expect(preview).toMatchObject({
    addressees: 3,
    already: 1,
    leftOut: [
      { reason: "ledgerElsewhere", count: 1 },
      { reason: "noAccount", count: 1 },
      { reason: "noHoldings", count: 2 },
    ],
    samples: [{ name: "Anna" }, { name: "Boris" }, { name: "Vera" }],
  });
  expect(preview.leftOutHolders.map(({ name, reason }) => [name, reason])).toEqual([
    ["No account", "noAccount"],
    ["Nothing held", "noHoldings"],
    ["Later", "noHoldings"],
    ["Linked", "ledgerElsewhere"],
  ]);
  const sample = await office.client.reportRuns.sample({ params: of(boris), query: quarter });
  expect(sample).toMatchObject({ failure: null, gaps: 0, data: { totals: { all: "1020.00" } } });
  expect(await listedTo(boris)).toEqual([]);
  const { rows } = await sql`select from report where holder_id = ${boris.id}`.execute(app.services.db);
  expect(rows).toEqual([]);
  await server.close();
});

test("a run makes, publishes and tells each of the group once, in their own language, and says so of each", async () => {
  const [anna, boris] = clients as [TestUser, TestUser, TestUser];
  await boris.client.users.setPreferences({ params: { id: boris.id }, body: { newPrefs: { language: "pl" } } });
  const mails = recordMails(app);
  const id = await start();
  expect(await get(id)).toMatchObject({ state: "running", total: 0, listed: false });
  await Promise.all([1, 2, 3].map(() => workOnRun(app.services, id)));
  await workOnRun(app.services, id);
  expect(await get(id)).toMatchObject({
    state: "done",
    total: 3,
    counts: { told: 3 },
    listed: true,
    startedBy: "Olga Office",
  });
  for (const client of clients) {
    expect(await listedTo(client)).toMatchObject([{ kind: "assets", state: "made", replaces: null }]);
    expect(await auditOf(app, { type: "user", id: client.id }, "report.made")).toHaveLength(1);
    expect(await auditOf(app, { type: "user", id: client.id }, "report.published")).toMatchObject([
      { after: { run: id } },
    ]);
  }
  expect((await listedTo(boris))[0]?.language).toBe("pl");
  expect(mails.map(({ language }) => language).toSorted()).toEqual(["en", "en", "pl"]);
  const rows = await addresseesOf(id);
  expect(rows.map(({ name, state, gaps }) => [name, state, gaps])).toEqual([
    ["Anna", "told", 0],
    ["Boris", "told", 0],
    ["Vera", "told", 0],
  ]);
  // The look of the client is the addressee's next state; that of staff is not.
  const [first] = rows;
  await office.client.reports.get({ params: { id: first?.report ?? 0 } });
  expect((await get(id)).counts).toEqual({ told: 3 });
  await anna.client.reports.get({ params: { id: first?.report ?? 0 } });
  expect((await get(id)).counts).toEqual({ told: 2, opened: 1 });
  expect((await addresseesOf(id, { state: "told" })).map(({ name }) => name)).toEqual(["Boris", "Vera"]);
  expect(await auditOf(app, { type: "reportRun", id }, "reportRun.created")).toMatchObject([
    { after: { scope: "group", group, kind: "assets", from: "2026-01-01" } },
  ]);
});

test("until it is published a report is hidden from the client and delegates: in the list, read, files and changes", async () => {
  const [anna, boris] = clients as [TestUser, TestUser, TestUser];
  const accountant = await app.as("client");
  await arrangeDelegation(app.services.db, of(anna), accountant, { parts: ["reports"] });
  const former = await anna.client.reports.ask({ params: of(anna), body: { ...quarter, language: "en" } });
  await makeReport(app.services, former.id);
  await bookEntries(app.services.db, of(anna), [{ ...deposit("2026-02-01", "7"), externalId: `late ${anna.id}` }]);
  const id = await startAndWork({ atOnce: false });
  expect(await get(id)).toMatchObject({
    state: "awaitingLook",
    counts: { made: 3 },
    can: { publish: true, withhold: true },
  });
  const rows = await addresseesOf(id);
  const report = rows.find(({ name }) => name === "Anna")?.report ?? 0;
  expect(rows.find(({ name }) => name === "Anna")?.replaces).toBe(former.id);
  const hiddenFrom = async (user: TestUser): Promise<void> => {
    for (const call of ["get", "getPdf", "getXlsx", "getCsv"] as const)
      expect(await codeOf(user.client.reports[call]({ params: { id: report } }))).toBe("notFound");
    expect((await listedTo(user, anna)).map((row) => [row.id, row.replacedBy])).toEqual([[former.id, null]]);
    expect(await user.client.reports.get({ params: { id: former.id } })).toMatchObject({ replacedBy: null });
  };
  await hiddenFrom(anna);
  await hiddenFrom(accountant);
  expect(await listedTo(boris)).toEqual([]);
  expect(await office.client.reports.get({ params: { id: report } })).toMatchObject({
    state: "made",
    replaces: former.id,
  });
  // Nobody was told, and no event of theirs was sent.
  expect((await boris.client.notifications.listOfUser({ params: { id: boris.id } })).length).toBe(0);
  await move(id, "publish");
  await workOnRun(app.services, id);
  expect(await get(id)).toMatchObject({ state: "done", counts: { told: 3 }, releasedBy: "Olga Office" });
  for (const user of [anna, accountant]) {
    expect((await listedTo(user, anna)).map((row) => [row.id, row.replacedBy])).toEqual([
      [report, null],
      [former.id, report],
    ]);
    expect((await user.client.reports.get({ params: { id: report } })).changes.length).toBeGreaterThan(0);
  }
  expect(await codeOf(move(id, "publish"))).toBe("stateConflict");
  expect(await codeOf(move(id, "withhold"))).toBe("done");
  expect(await listedTo(boris), "what is published stays").toHaveLength(1);
});

test("who asks for the report that waits has it at once, and the run does not make it twice", async () => {
  const [anna] = clients as [TestUser, TestUser, TestUser];
  const id = await startAndWork({ atOnce: false });
  const asked = await anna.client.reports.ask({ params: of(anna), body: { ...quarter, language: "en" } });
  await makeReport(app.services, asked.id);
  const [report] = (await addresseesOf(id)).filter(({ name }) => name === "Anna");
  expect(await listedTo(anna)).toMatchObject([{ id: report?.report }]);
  expect((await get(id)).counts).toEqual({ made: 2, published: 1 });
  await move(id, "publish");
  await workOnRun(app.services, id);
  expect((await get(id)).counts).toEqual({ told: 2, published: 1 });
  expect(await listedTo(anna)).toHaveLength(1);
});

test("run again after corrections it makes and tells only what changed", async () => {
  const [anna, boris] = clients as [TestUser, TestUser, TestUser];
  await startAndWork();
  const [before] = await listedTo(anna);
  await bookEntries(app.services.db, of(anna), [{ ...deposit("2026-02-01", "9"), externalId: `late ${anna.id}` }]);
  const mails = recordMails(app);
  const again = await startAndWork();
  expect((await get(again)).counts).toEqual({ told: 1, unchanged: 2 });
  expect(mails).toHaveLength(1);
  expect(await listedTo(anna)).toMatchObject([{ replaces: before?.id }, { id: before?.id }]);
  expect(await listedTo(boris)).toHaveLength(1);
  expect((await get(await startAndWork())).counts, "and once more").toEqual({ unchanged: 3 });
});

test("of two runs of a period a client is an open addressee of one", async () => {
  const first = await startAndWork({ atOnce: false });
  const second = await startAndWork({ holders: chosen(clients) });
  expect(await get(second)).toMatchObject({ state: "done", counts: { skipped: 3 } });
  expect((await addresseesOf(second)).map(({ reason }) => reason)).toEqual(["inOtherRun", "inOtherRun", "inOtherRun"]);
  await move(first, "withhold");
  await workOnRun(app.services, first);
  expect(await get(first)).toMatchObject({ state: "cancelled", counts: { withheld: 3 } });
  const third = await startAndWork();
  expect(await get(third), "withheld, the same report is published by a later run").toMatchObject({
    counts: { told: 3 },
  });
  expect(await addresseesOf(third)).toMatchObject((await addresseesOf(first)).map(({ report }) => ({ report })));
});

test("reports with gaps wait for a person, who allows one or all with the same gaps, with a reason", async () => {
  const { db } = app.services;
  const [anna, boris, vera] = clients as [TestUser, TestUser, TestUser];
  const ids = await makeInstruments(db, { [`NOPRICE${anna.id}`]: "EUR", [`OTHER${anna.id}`]: "EUR" });
  const [none = 0, other = 0] = Object.values(ids);
  const hold = (client: TestUser, instrumentId: number) =>
    bookEntries(db, of(client), [
      entry({
        kind: "transferIn",
        day: "2026-01-08",
        instrumentId,
        quantity: "4",
        amount: "0",
        currency: "EUR",
        cost: "40",
        externalId: `t ${client.id}`,
      }),
    ]);
  const dora = await makeClient("Dora");
  await hold(anna, none);
  await hold(boris, none);
  await hold(dora, other);
  const id = await startAndWork({ holders: chosen([...clients, dora]) });
  expect(await get(id)).toMatchObject({ state: "done", counts: { told: 1, gapped: 3 } });
  expect(await listedTo(anna)).toEqual([]);
  const rows = await addresseesOf(id);
  const addressee = rows.find(({ name }) => name === "Anna")?.id ?? 0;
  const allow = (body: { addressee: number; all: boolean; reason: string }) =>
    office.client.reportRuns.allowGaps({ params: { id }, body });
  expect(await codeOf(allow({ addressee, all: true, reason: "  " }))).toBe("badInput");
  expect(
    await codeOf(allow({ addressee: rows.find(({ name }) => name === "Vera")?.id ?? 0, all: false, reason: "Fine" })),
  ).toBe("stateConflict");
  expect(await allow({ addressee, all: true, reason: "The issuer is insolvent" })).toEqual({ allowed: 2 });
  await workOnRun(app.services, id);
  expect(await get(id)).toMatchObject({ state: "done", counts: { told: 3, gapped: 1 } });
  expect((await addresseesOf(id)).find(({ name }) => name === "Boris")).toMatchObject({
    allowedReason: "The issuer is insolvent",
    allowedBy: "Olga Office",
    gaps: 1,
  });
  expect(await auditOf(app, { type: "user", id: anna.id }, "report.published")).toMatchObject([
    { after: { gapsAllowed: "The issuer is insolvent" } },
  ]);
  expect(await listedTo(vera)).toHaveLength(1);
});

test("one that fails stops no other; the failed alone are tried again, from what is known then", async () => {
  const [, boris] = clients as [TestUser, TestUser, TestUser];
  const run = app.services.workers.run;
  let made = 0;
  app.services.workers.run = ((name: string, input: never, options: { holder: string }) => {
    if (options.holder === `user/${boris.id}`) throw new Error("the thread was ended");
    made += 1;
    return run(name as never, input, options);
  }) as unknown as typeof run;
  const id = await start();
  try {
    for (let tries = 0; tries < 5; tries += 1) {
      await workOnRun(app.services, id);
      await sql`update report_addressee set claimed_until = null where run_id = ${id}`.execute(app.services.db);
    }
  } finally {
    app.services.workers.run = run;
  }
  await workOnRun(app.services, id);
  expect(await get(id)).toMatchObject({ state: "done", counts: { told: 2, failed: 1 }, can: { retry: true } });
  expect(await addresseesOf(id, { state: "failed" })).toMatchObject([
    { name: "Boris", reason: "unavailable", report: null },
  ]);
  expect(made).toBe(2);
  expect(await office.client.reportRuns.retry({ params: { id }, body: {} })).toEqual({ retried: 1 });
  await workOnRun(app.services, id);
  expect(await get(id)).toMatchObject({ state: "done", counts: { told: 3 } });
  expect(await codeOf(office.client.reportRuns.retry({ params: { id }, body: {} }))).toBe("stateConflict");
});

test("paused nothing more is made; resumed it goes on from what is known then; cancelled what is made stays", async () => {
  const id = await start();
  await move(id, "pause");
  await workOnRun(app.services, id);
  expect(await get(id)).toMatchObject({ state: "paused", total: 0 });
  expect(await codeOf(move(id, "pause"))).toBe("stateConflict");
  const { knownAt } = await get(id);
  await move(id, "resume");
  expect(Date.parse((await get(id)).knownAt ?? "")).toBeGreaterThan(Date.parse(knownAt ?? ""));
  await workOnRun(app.services, id);
  expect((await get(id)).counts).toEqual({ told: 3 });
  const second = await start({ ...quarter, to: "2026-03-30" });
  // One is made, then it is cancelled.
  const run = app.services.workers.run;
  let made = 0;
  app.services.workers.run = (async (name: string, input: never, options: never) => {
    made += 1;
    const done = await run(name as never, input, options);
    if (made === 3) await move(second, "cancel");
    return done;
  }) as unknown as typeof run;
  await workOnRun(app.services, second);
  app.services.workers.run = run;
  await workOnRun(app.services, second);
  const { counts, state } = await get(second);
  expect(state).toBe("done");
  expect(counts.cancelled ?? 0).toBeGreaterThan(0);
  expect((counts.told ?? 0) + (counts.cancelled ?? 0)).toBe(3);
  expect(await codeOf(move(second, "cancel"))).toBe("stateConflict");
});

test("a later report of the period that the client has keeps an older one from being published", async () => {
  const [anna] = clients as [TestUser, TestUser, TestUser];
  const id = await startAndWork({ atOnce: false, holders: chosen([anna]) });
  await bookEntries(app.services.db, of(anna), [{ ...deposit("2026-02-03", "3"), externalId: `late ${anna.id}` }]);
  const asked = await anna.client.reports.ask({ params: of(anna), body: { ...quarter, language: "en" } });
  await makeReport(app.services, asked.id);
  await move(id, "publish");
  await workOnRun(app.services, id);
  expect(await addresseesOf(id)).toMatchObject([{ state: "failed", reason: "newerReport" }]);
  expect((await listedTo(anna)).map((row) => row.id)).toEqual([asked.id]);
  await office.client.reportRuns.retry({ params: { id }, body: {} });
  await workOnRun(app.services, id);
  expect(await addresseesOf(id)).toMatchObject([{ state: "unchanged", report: asked.id }]);
});

test("a mail that comes back makes the addressee undelivered, once no mail has reached anybody; opened stays opened", async () => {
  const [anna, boris] = clients as [TestUser, TestUser, TestUser];
  const id = await startAndWork();
  const rows = await addresseesOf(id);
  const reportOf = (name: string) => rows.find((row) => row.name === name)?.report ?? 0;
  const bounce = { report: reportOf("Anna"), user: anna.id, reason: "550 5.1.1 no such user" };
  await markUndelivered(app.services, bounce);
  await markUndelivered(app.services, bounce);
  await markUndelivered(app.services, { ...bounce, user: boris.id });
  expect((await get(id)).counts).toEqual({ told: 2, undelivered: 1 });
  await boris.client.reports.get({ params: { id: reportOf("Boris") } });
  await markUndelivered(app.services, { report: reportOf("Boris"), user: boris.id, reason: "550" });
  expect((await get(id)).counts).toEqual({ told: 1, undelivered: 1, opened: 1 });
  await anna.client.reports.get({ params: { id: reportOf("Anna") } });
  expect((await get(id)).counts).toEqual({ told: 1, opened: 2 });
});

test("all with an account: everybody who held something, listed in parts", async () => {
  const many = await makeInvested(app.services.db, 30, instrument);
  const preview = await office.client.reportRuns.preview({
    body: order({ holders: { scope: "all" }, from: "2026-01-02" }),
  });
  const id = await startAndWork({ holders: { scope: "all" }, from: "2026-01-02", atOnce: false });
  const run = await get(id);
  expect((run.counts.made ?? 0) + (run.counts.gapped ?? 0)).toBe(preview.addressees);
  expect(run.counts.made).toBeGreaterThanOrEqual(many.length + 3);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from report where holder_id = any(${many.map(({ holderId }) => holderId)}::bigint[])`.execute(
    app.services.db,
  );
  expect(rows).toEqual([{ count: many.length }]);
  await move(id, "withhold");
});

test("who may: office staff act, internal staff watch, clients see nothing of it", async () => {
  const internal = await app.as("internal");
  const id = await start();
  expect(await internal.client.reportRuns.get({ params: { id } })).toMatchObject({ id });
  expect(await codeOf(move(id, "pause", internal))).toBe("forbidden");
  expect(await codeOf(internal.client.reportRuns.create({ body: order() }))).toBe("forbidden");
  expect(await codeOf(internal.client.reportRuns.preview({ body: order() }))).toBe("forbidden");
  const [anna] = clients as [TestUser, TestUser, TestUser];
  expect(await codeOf(anna.client.reportRuns.get({ params: { id } }))).toBe("forbidden");
  expect(await codeOf(anna.client.reportRuns.listOfHolder({ params: of(anna), query: {} }))).toBe("forbidden");
});

test("wrong orders are refused before anything is made", async () => {
  const fields = (body: RunOrder) =>
    office.client.reportRuns.create({ body }).then(
      () => [],
      ({ errors }: { errors: object[] }) => errors,
    );
  expect(await fields(order({ to: "2199-01-01" }))).toEqual([{ path: "to", code: "notOver" }]);
  expect(await fields(order({ to: "2025-01-01" }))).toEqual([{ path: "to", code: "beforeStart" }]);
  expect(await fields(order({ holders: { scope: "group", group: "Nobody" } }))).toEqual([
    { path: "holders.group", code: "unknown" },
  ]);
  expect(await fields(order({ holders: { scope: "strategy", definitionId: 999 } }))).toEqual([
    { path: "holders.definitionId", code: "unknown" },
  ]);
  expect(
    await codeOf(office.client.reportRuns.create({ body: order({ holders: chosen([{ id: 999_999 } as TestUser]) }) })),
  ).toBe("notFound");
});
