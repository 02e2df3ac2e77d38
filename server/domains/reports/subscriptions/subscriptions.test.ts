/** Subscriptions over HTTP: made after each period once, told of, tried again, and ended by whom. */
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../../testing/app.ts";
import { auditOf, codeOf, subjectOf } from "../../../testing/effects.ts";
import { arrangeDelegation } from "../../delegations/testing/arranged.ts";
import { arrangeHolder } from "../../onboarding/testing/holders.ts";
import { bookEntries } from "../../portfolios/ledger/writer.ts";
import { deposit } from "../../portfolios/testing/firm.ts";
import { makeReport } from "../making.ts";
import { arrangeSubscription } from "../testing/arranged.ts";
import { runSubscriptions } from "./due.ts";

let app: TestApp;
let client: TestUser;
let own: Holder;
let numbers = 0;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  numbers += 1;
  client = await app.as("client", { clientNumber: `S-${numbers}`, name: "Iva Ivanova" });
  own = { holderType: "user", holderId: client.id };
  await bookEntries(app.services.db, own, [deposit("2026-01-05", "1000")]);
  turnTo("2026-10-15T12:00:00Z");
});

/** What the portal takes for now. */
const turnTo = (instant: string): void => {
  app.services.now = () => new Date(instant);
};
const monthly = { kind: "assets", frequency: "month", language: "en" } as const;
const subscribe = (by: TestUser, holder = own, wanted: object = {}) =>
  by.client.reports.subscribe({ params: holder, body: { ...monthly, ...wanted } });
const list = async (by: TestUser, holder = own) =>
  (await by.client.reports.listSubscriptions({ params: holder })).subscriptions;
const newsOf = async ({ id, client: { notifications } }: TestUser): Promise<string[]> =>
  (await notifications.listOfUser({ params: { id } })).map(({ type }) => type);
const reportsOf = async (holder = own) => (await client.client.reports.list({ params: holder, query: {} })).reports;

/** The rounds of some minutes, in which the job makes what was asked for. */
async function run(rounds = 2): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    await runSubscriptions(app.services);
    const { rows } = await sql<{ id: number }>`
      select id from report where state = 'making' and holder_type = ${own.holderType} and holder_id = ${own.holderId}`.execute(
      app.database.db,
    );
    for (const { id } of rows) await makeReport(app.services, id);
  }
  await runSubscriptions(app.services);
}

test("a month that is over is made in the morning of the firm's next day, once, and the client is told", async () => {
  const { id } = await subscribe(client);
  expect(await subscribe(client), "again, it is the same").toEqual({ id });
  expect(await list(client)).toMatchObject([
    { id, ...monthly, madeBy: "Iva Ivanova", dueOn: "2026-11-01", last: null, endedAt: null },
  ]);
  turnTo("2026-10-31T23:30:00Z");
  await run();
  // In Sofia it is the first, half past one.
  turnTo("2026-11-01T05:30:00Z");
  await run();
  expect(await reportsOf()).toEqual([]);
  turnTo("2026-11-01T06:30:00Z");
  await run();
  const [report, ...more] = await reportsOf();
  expect(more).toEqual([]);
  expect(report).toMatchObject({ kind: "assets", from: "2026-10-01", to: "2026-10-31", language: "en", state: "made" });
  expect(await newsOf(client)).toEqual(["reportPublished"]);
  expect(await list(client)).toMatchObject([
    { dueOn: "2026-12-01", last: { from: "2026-10-01", to: "2026-10-31", state: "told", reportId: report?.id } },
  ]);
  await run();
  expect(await reportsOf()).toHaveLength(1);
  expect(await newsOf(client)).toHaveLength(1);
});

test("the hour of the morning is the firm's in summer too, and July is not made before its last day is over", async () => {
  turnTo("2026-07-10T12:00:00Z");
  await subscribe(client);
  for (const early of ["2026-07-31T12:00:00Z", "2026-08-01T04:30:00Z"]) {
    turnTo(early);
    await run();
    expect(await reportsOf(), early).toEqual([]);
  }
  turnTo("2026-08-01T05:30:00Z");
  await run();
  expect(await reportsOf()).toMatchObject([{ from: "2026-07-01", to: "2026-07-31" }]);
});

test("after weeks of downtime each month is made up once, also by two runs at the same moment", async () => {
  await subscribe(client);
  turnTo("2026-12-20T12:00:00Z");
  await Promise.all([runSubscriptions(app.services), runSubscriptions(app.services)]);
  await run();
  expect((await reportsOf()).map(({ from, state }) => [from, state])).toEqual([
    ["2026-11-01", "made"],
    ["2026-10-01", "made"],
  ]);
  expect(await newsOf(client)).toEqual(["reportPublished", "reportPublished"]);
});

test("a round that was killed after it had asked asks again, and it is one report, told once", async () => {
  await subscribe(client);
  turnTo("2026-11-02T12:00:00Z");
  await runSubscriptions(app.services);
  await sql`update subscribed_report set report_id = null where holder_id = ${client.id}`.execute(app.database.db);
  await run();
  expect(await reportsOf()).toHaveLength(1);
  expect(await newsOf(client)).toEqual(["reportPublished"]);
});

test("what fails is shown and tried again, and in the end it is given up and said", async () => {
  await subscribe(client);
  turnTo("2026-11-02T12:00:00Z");
  const failMaking = () =>
    sql`update report set state = 'failed', failure = 'unavailable', made_at = now()
      where holder_id = ${client.id} and state = 'making'`.execute(app.database.db);
  const passTime = () =>
    sql`update subscribed_report set try_at = now() - interval '1 minute' where holder_id = ${client.id}`.execute(
      app.database.db,
    );
  await runSubscriptions(app.services);
  await failMaking();
  await runSubscriptions(app.services);
  const [waiting] = await list(client);
  expect(waiting?.last).toMatchObject({ state: "waiting", failure: "unavailable", reportId: null });
  expect(Date.parse(waiting?.last?.tryAt ?? "")).toBeGreaterThan(Date.now());
  expect(await newsOf(client)).toEqual([]);
  for (let tries = 0; tries < 14; tries += 1) {
    await passTime();
    await runSubscriptions(app.services);
    await failMaking();
  }
  expect((await list(client))[0]?.last).toMatchObject({ state: "failed", failure: "unavailable", tryAt: null });
  expect(await newsOf(client)).toEqual(["reportNotMade"]);
});

test("a period before anything was booked is no failure that anybody is told of", async () => {
  const other = await app.as("client", { clientNumber: "S-empty" });
  const holder = { holderType: "user", holderId: other.id } as const;
  own = holder;
  await subscribe(other, holder);
  turnTo("2026-11-02T12:00:00Z");
  await run();
  expect((await list(other, holder))[0]?.last).toMatchObject({ state: "failed", failure: "beforeFirstEntry" });
  expect(await newsOf(other)).toEqual([]);
});

test("it is ended with one click, what is being made is dropped, and it can be subscribed to again", async () => {
  const { id } = await subscribe(client);
  turnTo("2026-11-02T12:00:00Z");
  await runSubscriptions(app.services);
  const end = () => client.client.reports.unsubscribe({ params: { ...own, subscriptionId: id }, body: {} });
  await end();
  await end();
  await run();
  expect(await newsOf(client)).toEqual([]);
  expect(await list(client)).toMatchObject([{ id, endedWhy: "asked", endedBy: "Iva Ivanova" }]);
  expect((await subscribe(client)).id).not.toBe(id);
  const actions = (await auditOf(app, subjectOf(own))).map(({ action }) => action);
  expect(actions.filter((action) => action.includes("subscribed"))).toEqual([
    "report.subscribed",
    "report.unsubscribed",
    "report.subscribed",
  ]);
});

test("staff and delegates do not subscribe, delegates do not see who did; kinds of the year are made by the year", async () => {
  const accountant = await app.as("client");
  await arrangeDelegation(app.database.db, own, accountant, { parts: ["reports", "tax", "documents"] });
  await subscribe(client);
  expect(await codeOf(subscribe(accountant))).toBe("notFound");
  expect(await codeOf(list(accountant))).toBe("notFound");
  const office = await app.as("office");
  expect(await codeOf(subscribe(office))).toBe("forbidden");
  expect(await list(office)).toHaveLength(1);
  expect(await codeOf(subscribe(client, own, { kind: "confirmation", frequency: "week" }))).toBe("badInput");
  expect(await codeOf(subscribe(client, own, { kind: "taxPL", frequency: "month" }))).toBe("badInput");
  const newcomer = await app.as("client", { state: "preKYC" });
  expect(await codeOf(subscribe(newcomer, { holderType: "user", holderId: newcomer.id }))).toBe("noClientNumber");
});

test("a representative's subscription is seen by the others, and ends with the right, which is said to all", async () => {
  const [office, admin] = [await app.as("office"), await app.as("admin")];
  const { holder, owner } = await arrangeHolder(app, { office, admin }, "company", "postKYC");
  const leaver = await app.as("client", { name: "Lena Leaver" });
  const edit = (newRepIDs: number[]) =>
    office.client.companies.editRepresentatives({ params: { id: holder.holderId }, body: { newRepIDs } });
  await edit([owner.id, leaver.id]);
  const id = await arrangeSubscription(app.database.db, holder, leaver, "2026-11-01");
  const stays = await sql<{ id: number }>`
    insert into report_subscription (holder_type, holder_id, kind, frequency, language, made_by, due_on)
    values ('company', ${holder.holderId}, 'assets', 'year', 'bg', ${owner.id}, '2099-01-01') returning id`.execute(
    app.database.db,
  );
  expect((await list(owner, holder)).map(({ madeBy }) => madeBy)).toContain("Lena Leaver");
  await edit([owner.id]);
  const listed = await list(owner, holder);
  expect(listed.find((one) => one.id === id)).toMatchObject({ endedWhy: "rights", endedBy: null });
  expect(listed.find((one) => one.id === stays.rows[0]?.id)).toMatchObject({ endedAt: null });
  const companyNews = await owner.client.notifications.listOfCompanies({ params: { userId: owner.id } });
  expect(companyNews.filter(({ type }) => type === "reportSubscriptionEnded")).toMatchObject([
    { params: { name: "Lena Leaver" }, target_id: id },
  ]);
  expect(await newsOf(leaver)).toContain("reportSubscriptionEnded");
  expect(await codeOf(leaver.client.reports.unsubscribe({ params: { ...holder, subscriptionId: id }, body: {} }))).toBe(
    "notFound",
  );
});

test("a right that ended by its last day ends the subscription when its report is due; a closed client's too", async () => {
  const [office, admin] = [await app.as("office"), await app.as("admin")];
  const { holder, owner } = await arrangeHolder(app, { office, admin }, "company", "postKYC");
  const former = await app.as("client");
  const id = await arrangeSubscription(app.database.db, holder, former, "2026-11-01");
  const ofClosed = await arrangeSubscription(app.database.db, own, client, "2026-11-01");
  await app.database.db.updateTable("app_user").set({ state: "disabled" }).where("id", "=", client.id).execute();
  turnTo("2026-11-02T12:00:00Z");
  await run();
  expect((await list(owner, holder)).find((one) => one.id === id)).toMatchObject({ endedWhy: "rights", last: null });
  expect((await list(office)).find((one) => one.id === ofClosed)).toMatchObject({ endedWhy: "closed", last: null });
});
