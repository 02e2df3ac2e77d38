/** The statement of assets at once, and the evidence that it was opened in a quarter: by whom, counted once, read by staff. */
import { addDays } from "@portico/api/rules/calendar.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { systemContext } from "../../../jobs/system-context.ts";
import { createTestApp, type TestApp, type TestUser } from "../../../testing/app.ts";
import { codeOf } from "../../../testing/effects.ts";
import { transact } from "../../../unit-of-work/transact.ts";
import { arrangeDelegation } from "../../delegations/testing/arranged.ts";
import { readKnowledgeNow } from "../../market-data/knowledge.ts";
import { arrangeHolder } from "../../onboarding/testing/holders.ts";
import { bookEntries } from "../../portfolios/ledger/writer.ts";
import { deposit } from "../../portfolios/testing/firm.ts";
import { firmDay } from "../../settings/firm-day.ts";
import { makeReport } from "../making.ts";
import { keepForRun, workOut } from "../of-runs.ts";
import { openingsQuery } from "./statements.queries.ts";

let app: TestApp;
let internal: TestUser;
let client: TestUser;
let own: Holder;
let today: string;
let numbers = 0;

beforeAll(async () => {
  app = await createTestApp();
  internal = await app.as("internal");
  ({ today } = await firmDay(app.services.db, app.services.now()));
});
afterAll(() => app.close());
beforeEach(async () => {
  numbers += 1;
  client = await app.as("client", { clientNumber: `ST-${100 + numbers}`, name: "Iva Ivanova" });
  own = { holderType: "user", holderId: client.id };
  await bookEntries(app.services.db, own, [deposit("2026-01-05", "1000")]);
});

const statement = async (by: TestUser, holder = own): Promise<number> => {
  const { id } = await by.client.reports.askForStatement({ params: holder, body: { language: "en" } });
  await makeReport(app.services, id);
  return id;
};
const open = (by: TestUser, id: number) => by.client.reports.get({ params: { id } });
const openingsOf = (query: object = {}) =>
  internal.client.reports.listStatementOpenings({ query: { quarter: today, ...query } });
const openingOf = async (number: string) => {
  const { openings } = await openingsOf({ search: number });
  return openings[0];
};

test("a client opens yesterday's statement without a form; it is evidence once, whoever opens it again", async () => {
  const id = await statement(client);
  const number = `ST-${100 + numbers}`;
  expect(await openingOf(number)).toMatchObject({ ...own, name: "Iva Ivanova", openedAt: null, reportId: null });
  const report = await open(client, id);
  const yesterday = addDays(today, -1);
  expect(report).toMatchObject({ kind: "assets", from: yesterday, to: yesterday, state: "made" });
  const first = await openingOf(number);
  expect(first).toMatchObject({ openedBy: "Iva Ivanova", reportId: id });
  expect(first?.openedAt).not.toBeNull();
  expect(await statement(client), "soon again, it is the same").toBe(id);
  await client.client.reports.getCsv({ params: { id } });
  expect(await openingOf(number)).toEqual(first);
});

test("one that staff had made and not published yet is not handed out unread: the client gets theirs", async () => {
  const { services } = app;
  const day = addDays(today, -1);
  const which = { kind: "assets", from: day, to: day, language: "en" } as const;
  const knownAt = new Date(await readKnowledgeNow(services.db));
  const made = await workOut(services, own, { ...which, knownAt });
  if ("failure" in made) throw new Error(made.failure);
  const kept = await transact(systemContext(services, "reportRuns"), (tx) =>
    keepForRun(tx, own, { ...which, knownAt, ...made }),
  );
  expect(kept.shown).toBe(false);
  await expect(open(client, kept.id)).rejects.toMatchObject({ code: "notFound" });
  const id = await statement(client);
  expect(await open(client, id)).toMatchObject({ state: "made", from: day });
  expect(await openingOf(`ST-${100 + numbers}`)).toMatchObject({ openedBy: "Iva Ivanova" });
});

test("a statement that is older, or another report, is no evidence that an up-to-date one was opened", async () => {
  const older = addDays(today, -2);
  for (const wanted of [
    { kind: "assets", from: older, to: older },
    { kind: "management", from: addDays(today, -30), to: addDays(today, -1) },
  ] as const) {
    const { id } = await client.client.reports.ask({ params: own, body: { ...wanted, language: "en" } });
    await makeReport(app.services, id);
    await open(client, id);
  }
  expect(await openingOf(`ST-${100 + numbers}`)).toMatchObject({ openedAt: null });
});

test("neither staff nor a delegate makes the evidence, and neither can have a statement made", async () => {
  const id = await statement(client);
  const accountant = await app.as("client");
  await arrangeDelegation(app.database.db, own, accountant, { parts: ["reports"] });
  await open(accountant, id);
  await open(internal, id);
  await internal.client.reports.getCsv({ params: { id } });
  expect(await openingOf(`ST-${100 + numbers}`)).toMatchObject({ openedAt: null });
  expect(await codeOf(statement(accountant))).toBe("notFound");
  expect(await codeOf(statement(internal))).toBe("forbidden");
  expect(await codeOf(client.client.reports.listStatementOpenings({ query: { quarter: today } }))).toBe("forbidden");
});

test("a representative opens for the company, not for themself", async () => {
  const [office, admin] = [await app.as("office"), await app.as("admin")];
  const { holder, owner } = await arrangeHolder(app, { office, admin }, "company", "postKYC");
  const number = `STC-${numbers}`;
  await sql`insert into holder_account (holder_type, holder_id, client_number)
    values ('company', ${holder.holderId}, ${number})
    on conflict (holder_type, holder_id) do update set client_number = excluded.client_number`.execute(app.database.db);
  await bookEntries(app.services.db, holder, [deposit("2026-01-05", "1000")]);
  await open(owner, await statement(owner, holder));
  expect(await openingOf(number)).toMatchObject({ ...holder, openedBy: owner.name });
  const { openings } = await openingsOf({ opened: "yes", limit: 200 });
  expect(openings.filter(({ holderType, holderId }) => holderType === "user" && holderId === owner.id)).toEqual([]);
});

test("staff filter by who has opened, search by name and number, and page to the end", async () => {
  const id = await statement(client);
  await open(client, id);
  const other = await app.as("client", { clientNumber: `ST-${100 + numbers}-B`, name: "Зорница Петкова" });
  const { counts } = await openingsOf({ limit: 1 });
  const everybody: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await openingsOf({ limit: 2, ...(cursor && { cursor }) });
    everybody.push(...page.openings.map(({ clientNumber }) => clientNumber));
    if (page.nextCursor === null) break;
    cursor = page.nextCursor;
    expect((await openingsOf({ limit: 2, cursor })).counts).toBeNull();
  }
  expect(everybody).toEqual([...new Set(everybody)].toSorted());
  expect(everybody).toHaveLength((counts?.opened ?? 0) + (counts?.notOpened ?? 0));
  const numbersOf = async (query: object) =>
    (await openingsOf({ limit: 200, ...query })).openings.map((one) => one.clientNumber);
  expect((await numbersOf({ opened: "yes" })).length).toBe(counts?.opened);
  expect(await numbersOf({ opened: "no" })).toContain(`ST-${100 + numbers}-B`);
  expect(await numbersOf({ search: "зорница" })).toEqual([`ST-${100 + numbers}-B`]);
  expect(await numbersOf({ search: "zornitsa" })).toEqual([`ST-${100 + numbers}-B`]);
  // A quarter in which nobody was a client yet.
  expect(await openingsOf({ quarter: "2020-01-01" })).toMatchObject({
    openings: [],
    counts: { opened: 0, notOpened: 0 },
  });
  await app.database.db.updateTable("app_user").set({ state: "disabled" }).where("id", "=", other.id).execute();
  expect(await numbersOf({ search: "зорница" })).toEqual([]);
});

test("a page of who has not opened is read in the order of an index, whatever the number of clients", async () => {
  const { db } = app.database;
  await sql`insert into app_user (name, email, password_hash, role, state, preferences)
    select 'Many ' || i, 'many' || i || '@test.example', '', 'client', 'postKYC', '{}' from generate_series(1, 3000) i`.execute(
    db,
  );
  await sql`insert into holder_account (holder_type, holder_id, client_number)
    select 'user', id, 'Z-' || lpad(id::text, 8, '0') from app_user where name like 'Many %'`.execute(db);
  await sql`analyze holder_account, app_user, statement_opening`.execute(db);
  const page = { quarter: "2026-10-01", opened: "no", search: "", after: "Z", limit: 51 } as const;
  const { rows } = await sql<{ "QUERY PLAN": unknown }>`explain (analyze, format json) ${openingsQuery(page)}`.execute(
    db,
  );
  const plan = JSON.stringify(rows);
  expect(plan).toContain("holder_account_client_number_key");
  expect(plan).not.toContain('"Node Type":"Sort"');
});
