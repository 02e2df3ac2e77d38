/** What retention deletes and keeps, on the real database under its own role. */
import { readdir } from "node:fs/promises";
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import { Client } from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { filesFolder } from "../../adapters/files/files.ts";
import { verifyAudit } from "../../audit/verify.ts";
import { openKysely, openPool } from "../../database/connect.ts";
import type { Db } from "../../kernel/transaction.ts";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { listOutdated } from "../documents/removal/deletion.queries.ts";
import { eraseOutdatedDocuments } from "../documents/removal/retention.ts";
import { auditOf, codeOf } from "../forms/testing/filled.ts";
import { bookEntries } from "../portfolios/ledger/writer.ts";
import { deposit } from "../portfolios/testing/firm.ts";
import { passDay, saveByTwo } from "../settings/testing/by-two.ts";
import { listTablesByClass } from "./classes.ts";
import { runRetention } from "./retention.ts";
import {
  clientWithEverything,
  companyWithEverything,
  endedAt,
  everythingBut,
  importOf,
  rowsOf,
  signedOut,
  yearsAgo,
} from "./testing/ended.ts";

let app: TestApp;
let office: TestUser;
let erasing: Db;

beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(async () => {
  erasing = openKysely(
    openPool({ connection: app.database.retentionConnection, size: 1, prepared: false, name: "retention" }),
  );
  office = await app.as("office");
});
afterEach(async () => {
  await erasing.destroy();
  // After each test nobody's period is over.
  for (const table of ["app_user", "company"])
    await sql`update ${sql.table(table)} set held = true where erased_at is null`.execute(app.database.db);
});
afterAll(() => app.close());

const run = () => runRetention(app.services, erasing);
const nothing = {
  holders: 0,
  accounts: 0,
  rows: 0,
  files: 0,
  sharedFolders: 0,
  auditEntries: 0,
  signIns: 0,
  kept: 0,
  failed: 0,
};
const userOf = (id: number) =>
  app.database.db.selectFrom("app_user").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const contents = async (): Promise<string[]> =>
  (await readdir(filesFolder(app.services.config.dataDir), { recursive: true, withFileTypes: true }).catch(() => []))
    .filter((found) => found.isFile())
    .map(({ name }) => name);

/** Notifications to staff about the client. */
const notificationsOf = (id: number) =>
  app.database.db
    .selectFrom("notification")
    .select("id")
    .where("target_type", "=", "user")
    .where("target_id", "=", id)
    .execute();

test("five years after the relationship ended everything about a client is gone, and the audit log still follows", async () => {
  const { client, holder } = await clientWithEverything(app, office);
  const before = await rowsOf(app, holder);
  await client.client.users.mailAdmins({
    params: { id: client.id },
    body: { title: "Goodbye", content: "And thanks" },
  });
  expect(await notificationsOf(client.id)).not.toEqual([]);
  // Every table with personal data has a row of this person.
  const retained = listTablesByClass("holder", "revision", "document", "person").filter(
    (table) => !["form_waiting", "form_expiry"].includes(table),
  );
  expect(Object.keys(before)).toEqual(expect.arrayContaining(retained));
  const stored = await contents();
  await endedAt(app, holder, yearsAgo(5, 1));
  await signedOut(app, client);

  const outcome = await run();
  // The form's scan is a row without bytes; a letter, a document, and files of a ticket and of the chat
  // were uploaded; the latter was copied to another ticket.
  expect(outcome).toMatchObject({
    holders: 1,
    accounts: 1,
    files: 5,
    sharedFolders: 1,
    signIns: 0,
    kept: 0,
    failed: 0,
  });
  expect(outcome.rows).toBeGreaterThan(20);
  expect(await rowsOf(app, holder)).toEqual({});
  expect(await notificationsOf(client.id), "what staff were told of them").toEqual([]);
  expect(await contents()).toHaveLength(stored.length - 4);
  expect(await userOf(client.id)).toMatchObject({
    name: `#${client.id}`,
    email: `erased-${client.id}@portico.invalid`,
    phone: null,
    password_hash: "",
    client_data: {},
    preferences: {},
    state: "rejected",
    erased_at: expect.any(Date) as Date,
  });
  expect((await verifyAudit(app.database.db)).breaks).toEqual([]);
  const { rows: erased } = await sql<{ count: number }>`
    select count(*)::int as count from audit_entry where erased_at is not null and salt is null and after is null
      and subject_type = 'user' and subject_id = ${String(client.id)}`.execute(app.database.db);
  expect(erased[0]?.count).toBeGreaterThan(5);
  // The audit entry has numbers only.
  const [written] = (await auditOf(app, holder, "holder.recordsErased")) as [
    { rows: Record<string, number>; files: number },
  ];
  expect(written).toMatchObject({ rows: { form_revision: 2, ledger_entry: 2, stored_file: 6 } });
  expect(await auditOf(app, holder, "user.accountErased")).toHaveLength(1);
});

test("a document with a longer period of its own outlives the others, and goes when that is over", async () => {
  const { client, holder } = await clientWithEverything(app, office);
  const admin = await app.as("admin");
  const types = (await admin.client.documents.listTypes()).map((type) => ({
    ...type,
    keepYears: type.id === "address" ? 10 : null,
  }));
  await saveByTwo(app, "documentTypes", { types });
  await passDay(app);
  const [document] = (await client.client.documents.list({ params: { ...holder, type: "address" }, query: {} }))
    .documents;
  const move = (years: number) =>
    sql`update document set changed_at = now() - make_interval(years => ${years}) where id = ${document?.id}`.execute(
      app.database.db,
    );
  const owner = new Client(app.database.superuser);
  await owner.connect();
  await owner.query("update document_version set created_at = now() - interval '6 years' where document_id = $1", [
    document?.id,
  ]);
  await owner.end();
  await sql`delete from document_request where document_id = ${document?.id}`.execute(app.database.db);
  const remove = () => client.client.documents.remove({ params: { id: document?.id ?? 0 } });
  expect(await codeOf(remove()), "its period holds it, though it was changed today").toBe("inUse");
  await move(6);
  await endedAt(app, holder, yearsAgo(5, 1));
  await signedOut(app, client);
  expect(await run()).toMatchObject({ holders: 1, accounts: 1, failed: 0 });
  const kept = { document: 1, document_version: 1, document_text: 1, document_thumbnail: 1, stored_file: 1 };
  expect(await rowsOf(app, holder)).toEqual(kept);
  expect(await eraseOutdatedDocuments(app.services)).toEqual({ erased: 0, failed: 0 });
  const withoutPeriods = await listOutdated(app.database.db, [], 0);
  expect(
    withoutPeriods.map(({ id }) => id),
    "whose holder is gone is not kept for ever",
  ).toEqual([document?.id]);
  await move(10);
  await sql`update app_user set held = true where id = ${client.id}`.execute(app.database.db);
  expect(await eraseOutdatedDocuments(app.services), "held").toEqual({ erased: 0, failed: 0 });
  await sql`update app_user set held = false where id = ${client.id}`.execute(app.database.db);
  const lastDay = (ago: number) =>
    sql`update document set valid_until = (firm_today() - interval '10 years')::date - ${ago}::int
      where id = ${document?.id}`.execute(app.database.db);
  await lastDay(0);
  expect(await eraseOutdatedDocuments(app.services), "the last day of the firm counts whole").toEqual({
    erased: 0,
    failed: 0,
  });
  await lastDay(1);
  expect(await eraseOutdatedDocuments(app.services)).toEqual({ erased: 1, failed: 0 });
  expect((await rowsOf(app, holder))["document"]).toBeUndefined();
  await saveByTwo(app, "documentTypes", { types: types.map((type) => ({ ...type, keepYears: null })) });
});

test("of everybody else nothing is touched", async () => {
  const { holder } = await clientWithEverything(app, office);
  const other = await clientWithEverything(app, office);
  const otherRows = await rowsOf(app, other.holder);
  const tables = listTablesByClass("firm", "passing", "signIn").filter((table) => !["audit_head"].includes(table));
  const figures = await everythingBut(app, tables);
  await endedAt(app, holder, yearsAgo(6));
  expect(await run()).toMatchObject({ holders: 1, failed: 0 });
  expect(await rowsOf(app, other.holder)).toEqual(otherRows);
  expect(await everythingBut(app, tables)).toEqual(figures);
  const form = await other.client.client.forms.get({ params: { ...other.holder, type: "KYC" } });
  expect(form).toMatchObject({ revision: 2, state: "pendingReKYC" });
});

test("nobody goes before their time, nobody who is held, and nobody whose relationship goes on", async () => {
  const people = {
    early: await clientWithEverything(app, office),
    held: await clientWithEverything(app, office),
    back: await clientWithEverything(app, office),
    staff: await clientWithEverything(app, office),
    owning: await clientWithEverything(app, office),
    lately: await clientWithEverything(app, office),
  };
  for (const { holder } of Object.values(people)) await endedAt(app, holder, yearsAgo(5, 1));
  const { db } = app.database;
  const change = (who: keyof typeof people, values: object) =>
    db.updateTable("app_user").set(values).where("id", "=", people[who].client.id).execute();
  await change("early", { ended_at: yearsAgo(5, -1) });
  await change("held", { held: true });
  await change("back", { ended_at: null, state: "returnedKYC" });
  await change("staff", { role: "internal" });
  await sql`
    update cash_balance set amount = 0.01 where holder_type = 'user' and holder_id = ${people.owning.client.id}
  `.execute(db);
  const lately = yearsAgo(4).toISOString().slice(0, 10);
  await bookEntries(db, people.lately.holder, [deposit(lately, "7"), { ...deposit(lately, "-7"), kind: "withdrawal" }]);
  const before: Record<string, unknown> = {};
  for (const [who, { holder }] of Object.entries(people)) before[who] = await rowsOf(app, holder);

  expect(await run()).toEqual({ ...nothing, kept: 2 });
  for (const [who, { holder, client }] of Object.entries(people)) {
    expect([who, await rowsOf(app, holder)]).toEqual([who, before[who]]);
    expect(await userOf(client.id)).toMatchObject({ records_erased_at: null, erased_at: null, name: "Ivan Petrov" });
  }
});

test("follows the firm's years", async () => {
  const { holder } = await clientWithEverything(app, office);
  await endedAt(app, holder, yearsAgo(7));
  const admin = await app.as("admin");
  const { data } = await admin.client.settings.get({ params: { name: "kycRules" } });
  const save = (retentionYears: number) => saveByTwo(app, "kycRules", { ...(data as object), retentionYears });
  await save(10);
  expect(await run()).toMatchObject({ holders: 0 });
  await save(5);
  expect(await run(), "for a day after it was shortened, the longer period counts").toMatchObject({ holders: 0 });
  await passDay(app);
  expect(await run()).toMatchObject({ holders: 1 });
});

test("runs as often as it likes: the second does nothing more, and of two at once each client goes once", async () => {
  const people = [await clientWithEverything(app, office), await clientWithEverything(app, office)];
  for (const { client, holder } of people) {
    await endedAt(app, holder, yearsAgo(6));
    await signedOut(app, client);
  }
  const second = openKysely(
    openPool({ connection: app.database.retentionConnection, size: 1, prepared: false, name: "retention" }),
  );
  const both = await Promise.all([run(), runRetention(app.services, second)]);
  await second.destroy();
  const sum = (what: "holders" | "accounts" | "failed") => both.reduce((total, outcome) => total + outcome[what], 0);
  expect([sum("holders"), sum("accounts"), sum("failed")]).toEqual([2, 2, 0]);
  for (const { holder } of people) {
    expect(await rowsOf(app, holder)).toEqual({});
    expect(await auditOf(app, holder, "holder.recordsErased")).toHaveLength(1);
    expect(await auditOf(app, holder, "user.accountErased")).toHaveLength(1);
  }
  expect(await run()).toEqual(nothing);
});

test("one client who cannot be deleted stands whole, and stops nobody else", async () => {
  const [broken, fine] = [await clientWithEverything(app, office), await clientWithEverything(app, office)];
  const before = await rowsOf(app, broken.holder);
  await endedAt(app, broken.holder, yearsAgo(7));
  await endedAt(app, fine.holder, yearsAgo(6));
  const owner = new Client(app.database.owner);
  await owner.connect();
  await owner.query(`
    create function refuse() returns trigger language plpgsql as $$ begin raise exception 'not this one'; end $$;
    create trigger refuse before delete on notification for each row
      when (old.holder_id = ${broken.client.id}) execute function refuse()`);
  expect(await run()).toMatchObject({ holders: 1, failed: 1 });
  expect(await rowsOf(app, broken.holder)).toEqual(before);
  expect(await rowsOf(app, fine.holder)).not.toHaveProperty("form_revision");
  await owner.query("drop trigger refuse on notification; drop function refuse()");
  await owner.end();
  expect(await run()).toMatchObject({ holders: 1, failed: 0 });
});

test("who acted for a company keeps their account as long as the company's records are kept", async () => {
  const { creator, holder } = await companyWithEverything(app, office);
  const person: Holder = { holderType: "user", holderId: creator.id };
  expect(Object.keys(await rowsOf(app, holder))).toEqual(
    expect.arrayContaining(["form_revision", "form_expiry", "representation", "ledger_entry", "stored_file"]),
  );
  await endedAt(app, person, yearsAgo(8));
  await signedOut(app, creator);
  expect(await run()).toMatchObject({ holders: 1, accounts: 0 });
  expect(await userOf(creator.id)).toMatchObject({ name: "Ivan Petrov", records_erased_at: expect.any(Date) as Date });
  expect(await run()).toMatchObject({ holders: 0, accounts: 0 });

  await endedAt(app, holder, yearsAgo(5, 1));
  expect(await run()).toMatchObject({ holders: 1, accounts: 1, failed: 0 });
  expect(await rowsOf(app, holder)).toEqual({});
  const company = await app.database.db
    .selectFrom("company")
    .select(["name", "creator_id"])
    .where("id", "=", holder.holderId)
    .executeTakeFirstOrThrow();
  expect(company).toEqual({ name: `#${holder.holderId}`, creator_id: creator.id });
  expect(await userOf(creator.id)).toMatchObject({ name: `#${creator.id}` });
});

test("a company that was begun and never submitted goes with whoever began it", async () => {
  const client = await app.as("client", { state: "preKYC" });
  const { id } = await client.client.companies.create({ params: { userId: client.id }, body: {} });
  const draft: Holder = { holderType: "company", holderId: id };
  await client.client.forms.create({
    params: { ...draft, type: "companyKYC" },
    body: { formData: { entity: { legalName: "Never Ltd" } } },
  });
  await endedAt(app, { holderType: "user", holderId: client.id }, yearsAgo(6));
  await signedOut(app, client);
  expect(await run()).toMatchObject({ holders: 1, accounts: 1 });
  expect(await rowsOf(app, draft)).toEqual({});
});

test("whoever is signed in at the moment is taken out of their row another night", async () => {
  const { client, holder } = await clientWithEverything(app, office);
  await endedAt(app, holder, yearsAgo(6));
  expect(await run()).toMatchObject({ holders: 1, accounts: 0 });
  await signedOut(app, client);
  expect(await run()).toMatchObject({ holders: 0, accounts: 1 });
});

test("a statement that told of several clients is evidence until the last of them is gone", async () => {
  const [one, two] = [await clientWithEverything(app, office), await clientWithEverything(app, office)];
  const shared = await importOf(app, office, [one.holder, two.holder]);
  const own = await importOf(app, office, [one.holder]);
  const foreign = await importOf(app, office, [two.holder]);
  const left = async () =>
    (
      await app.database.db
        .selectFrom("import")
        .select("id")
        .where("id", "in", [shared, own, foreign])
        .orderBy("id")
        .execute()
    ).map(({ id }) => id);
  await endedAt(app, one.holder, yearsAgo(6));
  await run();
  expect(await left()).toEqual([shared, foreign]);
  await endedAt(app, two.holder, yearsAgo(6));
  await run();
  expect(await left()).toEqual([]);
});

test("whom retention took out of their row does not come back, and their address is free again", async () => {
  const { client, holder } = await clientWithEverything(app, office);
  const { email } = await userOf(client.id);
  await endedAt(app, holder, yearsAgo(6));
  await signedOut(app, client);
  await run();
  const admin = await app.as("admin");
  for (const newState of ["returnedKYC", "disabled"] as const)
    expect(await codeOf(admin.client.users.modifyState({ params: { id: client.id }, body: { newState } }))).toBe(
      "stateConflict",
    );
  await app.database.db.insertInto("app_user").values({ email, name: "Anew", password_hash: "none" }).execute();
});

test("a client who comes back after their records went is a client again, and theirs are deleted anew in their time", async () => {
  const { client, holder } = await clientWithEverything(app, office);
  await endedAt(app, holder, yearsAgo(6));
  expect(await run()).toMatchObject({ holders: 1, accounts: 0 });
  const admin = await app.as("admin");
  await admin.client.users.modifyState({ params: { id: client.id }, body: { newState: "returnedKYC" } });
  await client.client.forms.create({ params: { ...holder, type: "KYC" }, body: {} });
  await signedOut(app, client);
  expect(await run()).toEqual({ ...nothing });
  expect(await rowsOf(app, holder)).toHaveProperty("form_draft", 1);
  await endedAt(app, holder, yearsAgo(6));
  expect(await run()).toMatchObject({ holders: 1, accounts: 1 });
});
