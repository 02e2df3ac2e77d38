/** Elections over HTTP: until the deadlines, by those who may, of those who are entitled, and what follows them. */
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { auditOf, codeOf, faultsOf, subjectOf } from "../../testing/effects.ts";
import type { NewEntry } from "../portfolios/ledger/entries.ts";
import { bookEntries } from "../portfolios/ledger/writer.ts";
import { buy, deposit, makeInstruments, sell } from "../portfolios/testing/firm.ts";
import { queueTellings, tellHolders } from "./telling.ts";
import { applied, confirmed, getAction, previewed, sharesOf, stated } from "./testing/arranged.ts";

let app: TestApp;
let office: TestUser;
let other: TestUser;
let internal: TestUser;
const dayMs = 86_400_000;
beforeAll(async () => {
  app = await createTestApp();
  office = await app.as("office", { name: "Olga Office" });
  other = await app.as("office", { name: "Otto Office" });
  internal = await app.as("internal");
});
afterAll(() => app.close());

const dayIn = (days: number): string => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);
const euro = (perUnit: string) => ({ perUnit, currency: "EUR" });
let count = 0;
const instrument = async (): Promise<number> => {
  count += 1;
  return (await makeInstruments(app.database.db, { [`E${count}`]: "EUR" }))[`E${count}`] ?? 0;
};

/** A client who holds units since the beginning of 2025. */
async function holding(instrumentId: number, units: string, more: readonly NewEntry[] = []) {
  count += 1;
  const user = await app.as("client", { clientNumber: `EL${count}` });
  const holder: Holder = { holderType: "user", holderId: user.id };
  await bookEntries(app.database.db, holder, [
    deposit("2025-01-02", "10000"),
    buy("2025-01-03", instrumentId, units, "-1000"),
    ...more,
  ]);
  return { user, holder, number: `EL${count}` };
}
type Held = Awaited<ReturnType<typeof holding>>;

const tender = (instrumentId: number, days = 5) =>
  stated(instrumentId, {
    type: "tenderOffer",
    exDay: "2025-05-05",
    payDay: dayIn(days + 10),
    terms: { cash: euro("12.5") },
    defaultOption: "keep",
    clientDeadline: { day: dayIn(days), time: "12:00" },
    deadline: { day: dayIn(days + 1), time: "17:00" },
  });
const elect = ({ user, holder }: Held, id: number, option: "tender" | "keep" | "cash" | null) =>
  user.client.corporateActions.elect({ params: { ...holder, id }, body: { option } });
const listOwn = async ({ user, holder }: Held) =>
  (await user.client.corporateActions.listOwn({ params: holder })).actions;
const typesTold = async ({ user }: Held): Promise<string[]> =>
  (await user.client.notifications.listOfUser({ params: { id: user.id } })).map(({ type }) => type).toReversed();
const passDeadline = (id: number, hours: { client: number; firm: number }) =>
  sql`update corporate_action set client_deadline = now() + make_interval(hours => ${hours.client}),
    deadline = now() + make_interval(hours => ${hours.firm}) where id = ${id}`.execute(app.database.db);

test("a client sees what an option brings, elects, changes and takes back, and is told at each step", async () => {
  const acme = await instrument();
  const client = await holding(acme, "40");
  const id = await confirmed(office, tender(acme));
  await tellHolders(app.services, { id, what: "choice" });
  await tellHolders(app.services, { id, what: "choice" });
  expect(await typesTold(client)).toEqual(["action_choice"]);
  expect(await listOwn(client)).toMatchObject([
    {
      id,
      state: "coming",
      units: "40",
      isFinal: true,
      defaultOption: "keep",
      election: null,
      can: { elect: true },
      choices: [
        { option: "keep", isDefault: true },
        { option: "tender", isDefault: false, outcome: { units: "-40", net: "500", currency: "EUR" } },
      ],
    },
  ]);
  expect(await elect(client, id, "tender")).toEqual({ state: "standing" });
  expect(await elect(client, id, "tender"), "again").toEqual({ state: "standing" });
  expect(await elect(client, id, "keep")).toEqual({ state: "standing" });
  expect(await faultsOf(elect(client, id, "cash"))).toEqual(["option notAllowed"]);
  await elect(client, id, null);
  expect((await listOwn(client))[0]?.election).toBeNull();
  await elect(client, id, "tender");
  expect((await getAction(office, id)).electionCounts).toEqual([{ option: "tender", holders: 1, awaitingSigners: 0 }]);
  expect(
    (await office.client.corporateActions.listElections({ params: { id }, query: {} })).elections.map((one) => [
      one.option,
      one.state,
    ]),
  ).toEqual([
    ["tender", "standing"],
    ["keep", "withdrawn"],
    ["tender", "replaced"],
  ]);
  expect((await auditOf(app, subjectOf(client.holder))).map(({ action }) => action)).toEqual([
    "corporateAction.elected",
    "corporateAction.elected",
    "corporateAction.electionWithdrawn",
    "corporateAction.elected",
  ]);
});

test("after the clients' deadline staff record until the firm's, and then nobody; a moved deadline opens it again", async () => {
  const acme = await instrument();
  const client = await holding(acme, "10");
  const body = tender(acme);
  const id = await confirmed(office, body);
  const record = (who: TestUser, option: "tender" | null = "tender", clientNumber = client.number) =>
    who.client.corporateActions.recordElection({
      params: { id },
      body: { clientNumber, option, note: "By phone at 11:40" },
    });
  expect(await codeOf(previewed(app, office, id))).toBe("deadlineAhead");
  await passDeadline(id, { client: -1, firm: 1 });
  expect(await codeOf(elect(client, id, "tender"))).toBe("deadlinePassed");
  expect((await listOwn(client))[0]?.can.elect).toBe(false);
  expect(await codeOf(record(internal))).toBe("forbidden");
  expect(await faultsOf(record(office, "tender", "NOBODY1"))).toEqual(["clientNumber unknown"]);
  await record(office);
  expect((await listOwn(client))[0]?.election).toMatchObject({ option: "tender", byStaff: true });
  await passDeadline(id, { client: -2, firm: -1 });
  expect(await codeOf(record(office, null))).toBe("deadlinePassed");
  const { version } = await getAction(office, id);
  await office.client.corporateActions.change({ params: { id }, body: { ...body, version, reason: "Extended" } });
  expect(await codeOf(elect(client, id, "keep")), "before it is confirmed again").toBe("stateConflict");
  expect((await listOwn(client))[0]).toMatchObject({ state: "changing", election: { option: "tender" } });
  const changed = await getAction(office, id);
  await office.client.corporateActions.confirm({ params: { id }, body: { version: changed.version } });
  expect(await elect(client, id, "keep")).toEqual({ state: "standing" });
});

test("who bought on the ex-day or later cannot elect; units sold after electing are not given up", async () => {
  const acme = await instrument();
  const late = await holding(acme, "1", [sell("2025-02-01", acme, "1", "12"), buy("2025-05-05", acme, "50", "-600")]);
  const sells = await holding(acme, "40");
  const silent = await holding(acme, "7");
  const id = await confirmed(office, tender(acme));
  expect(await codeOf(elect(late, id, "tender"))).toBe("notEntitled");
  expect(await listOwn(late)).toEqual([]);
  await elect(sells, id, "tender");
  await bookEntries(app.database.db, sells.holder, [sell("2025-06-01", acme, "15", "180")]);
  await passDeadline(id, { client: -2, firm: -1 });
  await sql`update corporate_action set pay_day = ${dayIn(0)}::date where id = ${id}`.execute(app.database.db);
  const runId = await applied(app, office, id);
  expect(
    (await sharesOf(office, id, runId)).map((one) => [
      one.holder_id,
      one.state,
      one.option,
      one.outcome?.units ?? null,
    ]),
  ).toEqual([
    [sells.holder.holderId, "booked", "tender", "-25"],
    [silent.holder.holderId, "nothing", "keep", "0"],
  ]);
  expect((await listOwn(sells))[0]).toMatchObject({ state: "applied", outcome: { net: "312.5" } });
  expect(await typesTold(sells)).toEqual(["action_applied"]);
});

test("only those are reminded who have not elected, once; a cancellation lapses elections and tells who was told", async () => {
  const acme = await instrument();
  const elected = await holding(acme, "10");
  const silent = await holding(acme, "10");
  const id = await confirmed(office, tender(acme, 1));
  await tellHolders(app.services, { id, what: "choice" });
  await elect(elected, id, "tender");
  await queueTellings(app.services);
  for (let round = 0; round < 2; round += 1) await tellHolders(app.services, { id, what: "reminder" });
  expect(await typesTold(silent)).toEqual(["action_choice", "action_reminder"]);
  expect(await typesTold(elected)).toEqual(["action_choice"]);
  await office.client.corporateActions.cancel({ params: { id }, body: { reason: "The offer failed" } });
  await tellHolders(app.services, { id, what: "cancelled" });
  expect(await typesTold(elected)).toContain("action_cancelled");
  expect((await listOwn(elected))[0]).toMatchObject({ state: "cancelled", election: null, can: { elect: false } });
  expect(await codeOf(elect(elected, id, "tender"))).toBe("stateConflict");
  expect((await getAction(office, id)).can).toMatchObject({ confirm: false, cancel: false, previewApply: false });
});

test("a client elects for nobody else, and an action that was never confirmed is not theirs to know", async () => {
  const acme = await instrument();
  const client = await holding(acme, "10");
  const stranger = await holding(acme, "10");
  const { id } = await office.client.corporateActions.create({ body: tender(acme) });
  expect(await listOwn(client)).toEqual([]);
  expect(await codeOf(elect(client, id, "tender"))).toBe("notFound");
  const foreign = stranger.user.client.corporateActions.elect({
    params: { ...client.holder, id },
    body: { option: "keep" },
  });
  expect(await codeOf(foreign)).not.toBe("done");
  expect(await codeOf(office.client.corporateActions.create({ body: tender(acme) }))).toBe("inUse");
});

test("terms that contradict the type are refused with their fields", async () => {
  const acme = await instrument();
  const create = (body: ReturnType<typeof stated>) => office.client.corporateActions.create({ body });
  expect(await faultsOf(create(stated(acme, { type: "split", terms: { cash: euro("1") } })))).toEqual([
    "terms.cash notAllowed",
    "terms.ratio required",
  ]);
  expect(await faultsOf(create(stated(acme, { terms: { cash: euro("1") }, payDay: "2025-05-01" })))).toEqual([
    "payDay endBeforeStart",
  ]);
  expect(
    await faultsOf(create({ ...tender(acme), defaultOption: "cash", deadline: { day: dayIn(1), time: "09:00" } })),
  ).toEqual(["defaultOption notAllowed", "clientDeadline endBeforeStart"]);
});

test("of a company as many as must sign elect the same; until then what stood before counts", async () => {
  const acme = await instrument();
  const people = [await app.as("client"), await app.as("client")];
  const { rows } = await sql<{ id: number }>`
    insert into company (name, state, creator_id) values ('Signers Ltd', 'postKYC', ${people[0]?.id}) returning id`.execute(
    app.database.db,
  );
  const companyId = rows[0]?.id ?? 0;
  const holder: Holder = { holderType: "company", holderId: companyId };
  for (const { id } of people)
    await sql`insert into representation (user_id, company_id, valid_from) values (${id}, ${companyId}, '2020-01-01')`.execute(
      app.database.db,
    );
  await sql`insert into withdrawal_signers (company_id, rule, set_by) values (${companyId}, 'two', ${office.id})`.execute(
    app.database.db,
  );
  await bookEntries(app.database.db, holder, [deposit("2025-01-02", "5000"), buy("2025-01-03", acme, "10", "-100")]);
  const id = await confirmed(office, tender(acme));
  const electAs = (place: number, option: "tender" | "keep") =>
    people[place]?.client.corporateActions.elect({ params: { ...holder, id }, body: { option } });
  expect(await electAs(0, "tender")).toEqual({ state: "awaitingSigners" });
  const newsOf = async (place: number) =>
    (await people[place]?.client.notifications.listOfCompanies({ params: { userId: people[place]?.id ?? 0 } }))?.filter(
      ({ type, seen }) => type === "action_to_sign" && !seen,
    ).length;
  expect(await electAs(0, "tender"), "the same person again").toEqual({ state: "awaitingSigners" });
  expect([await newsOf(0), await newsOf(1)], "who elected is not told").toEqual([0, 1]);
  expect(await electAs(1, "tender")).toEqual({ state: "standing" });
  expect([await newsOf(0), await newsOf(1)], "nothing waits any more").toEqual([0, 0]);
  expect(await electAs(1, "keep")).toEqual({ state: "awaitingSigners" });
  expect([await newsOf(0), await newsOf(1)]).toEqual([1, 0]);
  const own = await people[0]?.client.corporateActions.listOwn({ params: holder });
  expect(own?.actions[0]).toMatchObject({
    election: { option: "tender", signed: 2 },
    pending: { option: "keep", signed: 1 },
  });
});

test("what it pays is announced once: a file's announcement is corrected, and withdrawn with the action", async () => {
  const acme = await instrument();
  const standing = async () =>
    (
      await sql<{ amount: string }>`
        select trim_scale(amount)::text as amount from income_announcement where instrument_id = ${acme} and ended_by is null`.execute(
        app.database.db,
      )
    ).rows.map(({ amount }) => amount);
  await sql`
    insert into income_announcement (instrument_id, kind, ex_day, pay_day, currency, amount)
    values (${acme}, 'dividend', '2025-05-05', '2025-05-20', 'EUR', 0.8)`.execute(app.database.db);
  const id = await confirmed(office, stated(acme, { terms: { cash: euro("0.9") } }));
  expect(await standing()).toEqual(["0.9"]);
  await office.client.corporateActions.cancel({ params: { id }, body: { reason: "Cancelled by the issuer" } });
  expect(await standing()).toEqual([]);
});

test("with four eyes on, another than who stated it last confirms it", async () => {
  const admin = await app.as("admin");
  await app.as("admin");
  await admin.client.settings.save({ params: { name: "fourEyes" }, body: { data: { on: true }, reason: "Policy" } });
  const acme = await instrument();
  const { id } = await office.client.corporateActions.create({ body: stated(acme, { terms: { cash: euro("1") } }) });
  const confirm = (who: TestUser, version: number) =>
    who.client.corporateActions.confirm({ params: { id }, body: { version } });
  expect((await getAction(office, id)).can.confirm).toBe(false);
  expect(await codeOf(confirm(office, 1))).toBe("fourEyes");
  expect(await codeOf(confirm(other, 2)), "another version than was seen").toBe("stateConflict");
  await confirm(other, 1);
  expect((await getAction(office, id)).state).toBe("confirmed");
});
