/** What happens to open candidates when people, records, lists and colleagues change meanwhile. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openKysely, openPool } from "../../database/connect.ts";
import { systemContext } from "../../jobs/system-context.ts";
import type { Db } from "../../kernel/transaction.ts";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { codeOf } from "../../testing/effects.ts";
import { eraseAsked } from "../data-rights/erasures/erasing.ts";
import { companyWithDraft, personWithDraft } from "../forms/testing/filled.ts";
import { beginRound } from "./runs/nightly.ts";
import { screenDue } from "./runs/screen.ts";
import { arrangeList, type ListedPerson, screenAll, simpleCsv } from "./testing/arranged.ts";

let app: TestApp;
let admin: TestUser;
let office: TestUser;
let other: TestUser;
const listed: ListedPerson[] = [
  { id: "MADE-1", name: "ПЕТРОВ, Иван", births: ["1985"], countries: ["bg"] },
  { id: "MADE-2", name: "Zdravko Quillfeather" },
];
let erasing: Db;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.as("admin");
  office = await app.as("office", { name: "Olga Office" });
  other = await app.as("office", { name: "Boris Office" });
  await arrangeList(admin, listed);
  const connection = app.database.retentionConnection;
  erasing = openKysely(openPool({ connection, size: 2, prepared: false, name: "retention" }));
});
afterAll(async () => {
  await erasing.destroy();
  await app.close();
});

type Kind = "user" | "company";
const ofHolder = (holderId: number, holderType: Kind = "user") =>
  office.client.screening.ofHolder({ params: { holderType, holderId } });
const openOf = async (holderId: number, holderType: Kind = "user") =>
  (await ofHolder(holderId, holderType)).candidates.filter(({ state }) => ["open", "info", "proposed"].includes(state));
const seen = (id: number) => office.client.screening.getCandidate({ params: { id } });
const queued = async () =>
  (await office.client.screening.listCandidates({ query: { limit: 200 } })).candidates.map(({ id }) => id);
type Action = Parameters<TestUser["client"]["screening"]["decide"]>[0]["body"]["action"];
const decide = async (who: TestUser, id: number, action: Action, reason = "Looked at it") =>
  who.client.screening.decide({ params: { id }, body: { action, state: (await seen(id)).state, reason } });
const screenNow = async (holderId: number) => {
  await office.client.screening.screenNow({ params: { holderType: "user", holderId }, body: {} });
  await screenAll(app);
};
const rename = (id: number, name: string) =>
  sql`update app_user set name = ${name} where id = ${id}`.execute(app.database.db);
const clientWithOpen = async (name = "Ivan Petrov") => {
  const client = await app.as("client", { name });
  await screenNow(client.id);
  const [open] = await openOf(client.id);
  if (!open) throw new Error("nothing was found");
  return { client, open };
};

test("a holder who is erased: the candidate is over, leaves the queue, and the companies that name them are looked at", async () => {
  const { client, open } = await clientWithOpen();
  await sql`update app_user set name = '#erased', erased_at = now() where id = ${client.id}`.execute(app.database.db);
  expect(await queued()).not.toContain(open.id);
  const { state, history } = await seen(open.id);
  expect([state, history.at(-1)]).toMatchObject(["over", { action: "over", by: null }]);
  expect(await codeOf(decide(office, open.id, "false"))).toBe("stateConflict");
  await screenAll(app);
  expect(await queued()).not.toContain(open.id);
});

test("a person who asked to be erased: candidates go with them, also of a match that was under way", async () => {
  const newcomer = await app.as("client", { name: "Ivan Petrov", state: "preKYC" });
  await screenNow(newcomer.id);
  const [open] = await openOf(newcomer.id);
  await office.client.screening.screenNow({ params: { holderType: "user", holderId: newcomer.id }, body: {} });
  await rename(newcomer.id, "Ivan Petroff");
  const params = { holderType: "user", holderId: newcomer.id } as const;
  const { proposalId } = await admin.client.dataRights.askErasure({
    params,
    body: { classes: ["everything"], askedOn: "2026-01-02", reason: "Asked by letter; identity card seen" },
  });
  const second = await app.as("admin");
  await second.client.proposals.decide({ params: { proposalId }, body: { decision: "confirm" } });
  const [asked] = (await admin.client.dataRights.get({ params })).erasures;
  const context = systemContext(app.services, "screening");
  const { workers } = app.services;
  const run: typeof workers.run = async (...of) => {
    const found = await workers.run(...of);
    await eraseAsked(app.services, erasing, asked?.id ?? 0);
    return found;
  };
  expect(await screenDue({ ...context, workers: { ...workers, run } })).toMatchObject({ candidates: 0 });
  expect(await codeOf(seen(open?.id ?? 0))).toBe("notFound");
  const body = { action: "false", state: "open", reason: "Too late" } as const;
  expect(await codeOf(office.client.screening.decide({ params: { id: open?.id ?? 0 }, body }))).toBe("notFound");
  expect(await codeOf(ofHolder(newcomer.id))).toBe("done");
  const { rows } =
    await sql`select from screening_subject where holder_type = 'user' and holder_id = ${newcomer.id}`.execute(
      app.database.db,
    );
  expect(rows).toEqual([]);
  await screenAll(app);
  expect(await queued()).not.toContain(open?.id);
});

test("a relationship that ends leaves the candidate to be decided; approved later, the client is looked at against the newest list", async () => {
  const { client, path } = await personWithDraft(app);
  await client.client.forms.snapshot({ params: path, body: {} });
  await screenAll(app);
  const [open] = await openOf(client.id);
  const modify = (newState: "rejected" | "pendingKYC" | "returnedKYC" | "postKYC", more = {}) =>
    admin.client.users.modifyState({ params: { id: client.id }, body: { newState, reason: "So", ...more } });
  await modify("rejected", { revision: 1 });
  await arrangeList(admin, listed);
  await screenAll(app);
  // The list was replaced, but who is no client is not looked at again.
  expect(await queued()).toContain(open?.id);
  await decide(office, open?.id ?? 0, "false");
  await modify("returnedKYC");
  await client.client.forms.snapshot({ params: path, body: {} });
  // The trigger makes them due; without it the approval itself does.
  await sql`update screening_holder set due_since = null where holder_id = ${client.id}`.execute(app.database.db);
  expect(await codeOf(modify("postKYC", { revision: 2 }))).toBe("screeningOpen");
  expect(await openOf(client.id)).toMatchObject([{ state: "open" }]);
});

test("a started company that is discarded: its candidates are over and in no queue", async () => {
  const { creator, path } = await companyWithDraft(app);
  await rename(creator.id, "Zdravko Quillfeather");
  await sql`
    insert into representation (user_id, company_id, capacity, valid_from)
    values (${creator.id}, ${path.holderId}, 'proxy', '2020-01-01')`.execute(app.database.db);
  await screenAll(app);
  const [open] = await openOf(path.holderId, "company");
  expect(open).toMatchObject({ role: "representative", entryName: "Zdravko Quillfeather" });
  await creator.client.forms.discardCompanyForm({ params: { id: creator.id } });
  expect(await queued()).not.toContain(open?.id);
  expect((await seen(open?.id ?? 0)).state).toBe("over");
  expect((await screenAll(app)).candidates).toBe(0);
});

test("a representative whose right ended, by a change or by its date, is named no longer", async () => {
  const { holderId: company } = (await companyWithDraft(app)).path;
  await sql`update company set name = 'Vamtex' where id = ${company}`.execute(app.database.db);
  const represents = async (from: string, to: string | null) => {
    const person = await app.as("client", { name: "Zdravko Quillfeather" });
    await sql`
      insert into representation (user_id, company_id, capacity, valid_from, valid_to)
      values (${person.id}, ${company}, 'proxy', ${from}, ${to})`.execute(app.database.db);
    await screenAll(app);
    return person.id;
  };
  const first = await represents("2020-01-01", null);
  const [open] = await openOf(company, "company");
  expect(open).toMatchObject({ role: "representative" });
  await sql`update representation set valid_to = '2020-02-01' where user_id = ${first}`.execute(app.database.db);
  await screenAll(app);
  expect((await seen(open?.id ?? 0)).state).toBe("over");
  // By its date nothing is written: the nightly round looks at who was named then.
  const second = await represents("2020-01-01", null);
  const [later] = await openOf(company, "company");
  await sql`update representation set valid_to = firm_today() - 1 where user_id = ${second}`.execute(app.database.db);
  await sql`
    update screening_holder set due_since = null, screened_at = now() - interval '3 days'
    where holder_type = 'company' and holder_id = ${company}`.execute(app.database.db);
  await screenAll(app);
  expect((await seen(later?.id ?? 0)).state).toBe("open");
  await beginRound(app.services);
  await screenAll(app);
  expect((await seen(later?.id ?? 0)).state).toBe("over");
});

test("a payee who is removed is named no longer", async () => {
  const client = await app.as("client");
  const { db } = app.database;
  await sql`insert into bank_account_list (holder_type, holder_id) values ('user', ${client.id})`.execute(db);
  await sql`
    insert into bank_account (holder_type, holder_id, currency, owner, iban, place, usable_from, created_by, changed_by)
    values ('user', ${client.id}, 'EUR', 'Quillfeather Zdravko', 'BG80BNBG96611020345678', 0, now(), ${client.id}, ${client.id})`.execute(
    db,
  );
  await screenAll(app);
  const [open] = await openOf(client.id);
  expect(open).toMatchObject({ role: "payee" });
  await sql`update bank_account set removed_at = now() where holder_id = ${client.id}`.execute(db);
  await screenAll(app);
  expect((await seen(open?.id ?? 0)).state).toBe("over");
  expect((await ofHolder(client.id)).state).toBe("clear");
});

test("a name that is corrected: what is open is asked anew, what was proposed or decided as true waits on or stays", async () => {
  const { client, open } = await clientWithOpen();
  await decide(office, open.id, "propose", "The same passport");
  // It no longer looks like the entry: the proposal waits for the second person all the same.
  await rename(client.id, "Quite Another");
  await screenAll(app);
  expect(await openOf(client.id)).toMatchObject([{ id: open.id, state: "proposed" }]);
  // It looks like it again: asked anew, with what was said before.
  await rename(client.id, "Ivan Petroff");
  await screenAll(app);
  const [again, ...rest] = await openOf(client.id);
  expect(rest).toEqual([]);
  expect(again).toMatchObject({ state: "open" });
  expect((await seen(again?.id ?? 0)).earlier).toMatchObject([
    { id: open.id, state: "over", reason: "The same passport" },
  ]);
  await decide(office, again?.id ?? 0, "propose");
  await decide(other, again?.id ?? 0, "confirm");
  await rename(client.id, "Somebody Quitedifferent");
  await screenAll(app);
  expect(await ofHolder(client.id)).toMatchObject({ state: "true", candidates: [{ id: again?.id, state: "true" }] });
});

test("true holds until the same entry is asked about anew and decided otherwise", async () => {
  const { client, open } = await clientWithOpen();
  await decide(office, open.id, "propose");
  await decide(other, open.id, "confirm");
  // The newer list has the entry no longer: nobody said that it was wrong.
  await arrangeList(admin, listed.slice(1));
  await screenAll(app);
  expect((await ofHolder(client.id)).state).toBe("true");
  await arrangeList(admin, listed);
  await screenAll(app);
  const [again] = await openOf(client.id);
  expect((await ofHolder(client.id)).state).toBe("open");
  await decide(office, again?.id ?? 0, "false");
  expect((await ofHolder(client.id)).state).toBe("clear");
});

test("a newer list while a proposal waits: the same entry is asked anew, an entry that is gone still waits for the second person", async () => {
  const { client, open } = await clientWithOpen();
  await decide(office, open.id, "propose");
  await arrangeList(admin, listed.slice(1));
  await screenAll(app);
  expect(await openOf(client.id)).toMatchObject([{ id: open.id, state: "proposed" }]);
  await arrangeList(admin, listed);
  await screenAll(app);
  expect((await openOf(client.id)).map(({ state }) => state)).toEqual(["open"]);
  expect((await seen(open.id)).state).toBe("over");
});

test("the very file that counts is not taken again; an older one must be accepted", async () => {
  const upload = (people: readonly ListedPerson[]) =>
    admin.client.screening.previewList({ body: { fileName: "list.csv", content: simpleCsv(people) } });
  const take = (id: number, acceptOlder = false) =>
    admin.client.screening.takeList({ params: { id }, body: { acceptRefused: true, acceptOlder } });
  const newer = listed.map((one) => ({ ...one, changed: "2026-03-01T00:00:00" }));
  await take((await upload(newer)).id);
  const same = await upload(newer);
  expect(same).toMatchObject({ isSame: true, isOlder: false, can: { take: false, discard: true } });
  expect(await codeOf(take(same.id, true))).toBe("stateConflict");
  const older = await upload(listed);
  expect(older).toMatchObject({ isSame: false, isOlder: true, can: { take: true } });
  expect(await codeOf(take(older.id))).toBe("quotesNotAccepted");
  expect(await take(older.id, true)).toMatchObject({ state: "active", isSame: false, isOlder: false });
  // The one before is the same again only to itself.
  expect(await take(same.id)).toMatchObject({ state: "active" });
});

test("who proposed is disabled: colleagues decide it, and who comes back still does not confirm themselves", async () => {
  const proposer = await app.as("office", { name: "Petya Office" });
  const { open } = await clientWithOpen();
  const { open: second } = await clientWithOpen();
  await decide(proposer, open.id, "propose");
  await decide(proposer, second.id, "propose");
  await sql`update app_user set state = 'disabled' where id = ${proposer.id}`.execute(app.database.db);
  expect((await seen(open.id)).proposedBy).toMatchObject({ name: "Petya Office" });
  expect(await codeOf(decide(other, open.id, "withdraw"))).toBe("forbidden");
  expect(await decide(other, open.id, "decline")).toEqual({ state: "open" });
  await sql`update app_user set state = 'preKYC' where id = ${proposer.id}`.execute(app.database.db);
  expect(await codeOf(decide(proposer, second.id, "confirm"))).toBe("fourEyes");
  expect(await decide(other, second.id, "confirm")).toEqual({ state: "true" });
});

test("of many who decide the same candidate at once one is first, and its history has one decision", async () => {
  const { open } = await clientWithOpen();
  const params = { id: open.id };
  const outcomes = await Promise.all(
    [office, other, admin, office, other].map((who, at) =>
      codeOf(
        who.client.screening.decide({
          params,
          body: { action: at % 2 === 0 ? "false" : "propose", state: "open", reason: `Person ${at}` },
        }),
      ),
    ),
  );
  expect(outcomes.toSorted()).toEqual(["done", "stateConflict", "stateConflict", "stateConflict", "stateConflict"]);
  expect((await seen(open.id)).history).toHaveLength(1);
});
