/** The search over all records: who finds what, what is refused, and that a former name finds nothing. */
import { api } from "@portico/api";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openKysely, openPool } from "../../database/connect.ts";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { codeOf } from "../../testing/effects.ts";
import { companyWithDraft } from "../forms/testing/filled.ts";
import { runRetention } from "../retention/retention.ts";
import { clientWithEverything, endedAt, signedOut, yearsAgo } from "../retention/testing/ended.ts";
import { kinds } from "./kinds.ts";
import { addCompany, addContract, addDocument, addInstrument, addPerson, addTicket } from "./testing/records.ts";

let app: TestApp;
let internal: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  internal = await app.as("internal", { name: "Irene Internal" });
});
afterAll(() => app.close());

const find = async (query: string, who = internal) => (await who.client.search.find({ query: { query } })).results;
const found = async (query: string, who = internal) => (await find(query, who)).map(({ kind, id }) => `${kind} ${id}`);

test("staff of each level find every kind, with the page that opens it; clients find nothing at all", async () => {
  const person = await addPerson(app, { name: "Quetzal Owner", email: "q@access.example", clientNumber: "Q-1" });
  const colleague = await app.as("office", { name: "Quetzal Colleague" });
  const company = await addCompany(app, person, { name: "Quetzal Holding", register: "831902088" });
  const document = await addDocument(app, person, "Quetzal passport");
  const contract = await addContract(app, person, "Quetzal agreement");
  const ticket = await addTicket(app, person, "Quetzal question");
  const instrument = await addInstrument(app, "Quetzal Fund", "QTZ", "LU0000000001");
  const all = [
    {
      kind: "client",
      id: person,
      title: "Quetzal Owner",
      subtitle: "q@access.example · Q-1",
      url: `/admin/user/${person}/profile`,
    },
    { kind: "colleague", id: colleague.id, url: `/admin/user/${colleague.id}/profile` },
    {
      kind: "company",
      id: company,
      title: "Quetzal Holding",
      subtitle: "831902088",
      url: `/admin/company/${company}/profile`,
    },
    {
      kind: "document",
      id: document,
      subtitle: "Quetzal Owner",
      url: `/admin/user/${person}/documents?document=${document}`,
    },
    { kind: "contract", id: contract, subtitle: "Quetzal Owner", url: `/admin/user/${person}/contracts/${contract}` },
    {
      kind: "ticket",
      id: ticket,
      subtitle: `#${ticket} · Quetzal Owner`,
      url: `/admin/user/${person}/tickets/${ticket}`,
    },
    {
      kind: "instrument",
      id: instrument,
      subtitle: "QTZ · LU0000000001 · EUR",
      url: "/admin/instruments?search=LU0000000001",
    },
  ];
  for (const role of ["internal", "office", "admin"] as const) {
    const results = await find("quetzal", await app.as(role));
    expect(results).toHaveLength(all.length);
    for (const one of all) expect(results).toContainEqual(expect.objectContaining(one));
  }
  for (const typed of ["quetzal", "Q-1", "q@access.example"]) {
    const client = await app.as("client");
    expect(await codeOf(client.client.search.find({ query: { query: typed } }))).toBe("forbidden");
  }
});

test("whoever finds a record may open it: each kind is bound to the call that opens it", () => {
  const declared = Object.values(api).flatMap((calls) => Object.values(calls as Record<string, object>));
  for (const { table, opens } of kinds) expect(declared, table).toContain(opens);
});

test("a record in the bin, renamed or deleted is found by what it is called now, or not at all", async () => {
  const { db } = app.database;
  const person = await addPerson(app, { name: "Former Xylograph", email: "x@rename.example" });
  await db.updateTable("app_user").set({ name: "Later Yggdrasil" }).where("id", "=", person).execute();
  for (const typed of ["xylograph", "xylogrpah", "former xylograph"]) expect(await found(typed), typed).toEqual([]);
  for (const typed of ["yggdrasil", "yggdrasli"]) expect(await found(typed), typed).toEqual([`client ${person}`]);
  const document = await addDocument(app, person, "Zirconium invoice");
  expect(await found("zirconium")).toEqual([`document ${document}`]);
  await sql`update document set deleted_at = now(), deleted_by = ${person} where id = ${document}`.execute(db);
  expect(await found("zirconium")).toEqual([]);
  await sql`delete from document where id = ${document}`.execute(db);
  expect(await found("zirconium")).toEqual([]);
  const { creator, path } = await companyWithDraft(app);
  await sql`update company set draft_name = 'Wolframite Ltd' where id = ${path.holderId}`.execute(db);
  expect(await found("wolframite")).toEqual([`company ${path.holderId}`]);
  await creator.client.forms.discardCompanyForm({ params: { id: creator.id } });
  expect(await found("wolframite")).toEqual([]);
});

test("an identifier of a submitted form finds its holder, written as it may be; a part of it finds nobody", async () => {
  const { path, creator } = await companyWithDraft(app);
  // Of the demo's answers.
  const eik = "299999903";
  await sql`update company set register_number = '' where id = ${path.holderId}`.execute(app.database.db);
  expect(await found(eik)).toEqual([]);
  await creator.client.forms.snapshot({ params: path, body: {} });
  await sql`update company set register_number = '' where id = ${path.holderId}`.execute(app.database.db);
  for (const typed of [eik, `BG ${eik}`, ` ${eik.slice(0, 3)} ${eik.slice(3)} `])
    expect(await found(typed), typed).toEqual([`company ${path.holderId}`]);
  expect(await found(eik.slice(0, 8))).toEqual([]);
});

test("a query of 4,000 letters, or none, is refused by name of the field; signs alone find nothing", async () => {
  const refusal = (query: string) =>
    find(query).then(
      () => "done",
      (error: unknown) => error,
    );
  expect(await refusal("a".repeat(4000))).toMatchObject({
    code: "badInput",
    errors: [{ path: "query", code: "tooLong" }],
  });
  expect(await refusal("a".repeat(121))).toMatchObject({ code: "badInput" });
  expect(await refusal("  ")).toMatchObject({ code: "badInput", errors: [{ path: "query" }] });
  for (const typed of ["a".repeat(120), "%", "_", "' or 1=1 --", "\\", "🙂", "%%%_", "-"])
    expect(await find(typed), typed).toEqual([]);
});

test("of a word that many have a few of each kind come, the newest first", async () => {
  await sql`insert into app_user (email, name, password_hash, created_at)
    select 'many' || n || '@many.example', 'Obsidian Number' || n, 'none', now() + interval '1 minute' * n
    from generate_series(1, 40) n`.execute(app.database.db);
  const results = await find("obsidian");
  expect(results.map(({ title }) => title)).toEqual(
    Array.from({ length: 8 }, (_, index) => `Obsidian Number${40 - index}`),
  );
});

test("what retention erases is found by nothing", async () => {
  const office = await app.as("office");
  const { client } = await clientWithEverything(app, office);
  const { id } = client;
  const { db } = app.database;
  await sql`update app_user set name = 'Tourmaline Erased' where id = ${id}`.execute(db);
  await sql`update ticket set title = 'Tourmaline ticket' where holder_type = 'user' and holder_id = ${id}`.execute(db);
  await sql`update document set title = 'Tourmaline document' where holder_type = 'user' and holder_id = ${id}`.execute(
    db,
  );
  expect((await find("tourmaline")).map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(["client", "ticket", "document"]),
  );
  await sql`update app_user set held = true where id <> ${id}`.execute(db);
  await endedAt(app, { holderType: "user", holderId: id }, yearsAgo(20));
  const erasing = openKysely(
    openPool({ connection: app.database.retentionConnection, size: 1, prepared: false, name: "retention" }),
  );
  await signedOut(app, client);
  expect(await runRetention(app.services, erasing)).toMatchObject({ holders: 1, accounts: 1, failed: 0 });
  await erasing.destroy();
  for (const typed of ["tourmaline", "tourmailne", "erased"]) expect(await find(typed), typed).toEqual([]);
});
