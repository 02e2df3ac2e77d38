/** Erasures that people ask for: what may go, what is kept, two people, holds, and the proof. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { verifyAudit } from "../../../audit/verify.ts";
import { openKysely, openPool } from "../../../database/connect.ts";
import type { Db } from "../../../kernel/transaction.ts";
import { createTestApp, type TestApp, type TestUser } from "../../../testing/app.ts";
import { auditOf, codeOf } from "../../../testing/effects.ts";
import { clientWithEverything, rowsOf } from "../../retention/testing/ended.ts";
import { eraseAsked } from "./erasing.ts";

let app: TestApp;
let admin: TestUser;
let second: TestUser;
let erasing: Db;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.as("admin");
  second = await app.as("admin");
  erasing = openKysely(
    openPool({ connection: app.database.retentionConnection, size: 2, prepared: false, name: "retention" }),
  );
});
afterAll(async () => {
  await erasing.destroy();
  await app.close();
});

type Class = "signIns" | "browsers" | "preferences" | "unsentFiles" | "draft" | "everything";
const own = ({ id }: TestUser) => ({ holderType: "user" as const, holderId: id });
const preview = (who: TestUser) => admin.client.dataRights.previewErasure({ params: own(who) });
const ask = (who: TestUser, classes: Class[], by = admin) =>
  by.client.dataRights.askErasure({
    params: own(who),
    body: { classes, askedOn: "2026-01-02", reason: "Asked by letter; identity card seen" },
  });
const decide = (by: TestUser, proposalId: number, decision: "confirm" | "withdraw") =>
  by.client.proposals.decide({ params: { proposalId }, body: { decision } });
const newest = async (who: TestUser) => (await admin.client.dataRights.get({ params: own(who) })).erasures[0];
const run = async (who: TestUser) => eraseAsked(app.services, erasing, (await newest(who))?.id ?? 0);
const hold = (who: TestUser) =>
  admin.client.dataRights.placeHold({ params: own(who), body: { reason: "A court", endsOn: "2099-01-01" } });
/** Somebody who registered and began the form. */
const newcomer = () => app.as("client", { state: "preKYC" });

test("of a client only what no law keeps is offered, and what is kept names its rule and its end", async () => {
  const { client } = await clientWithEverything(app, await app.as("office"));
  await sql`
    insert into known_browser (user_id, token_hash) values (${client.id}, '\\x01'::bytea)`.execute(app.database.db);
  const before = await preview(client);
  expect(before.held).toBe(false);
  expect(before.erasable.map((one) => one.class)).toContain("browsers");
  expect(before.erasable.map((one) => one.class)).not.toContain("everything");
  expect(before.kept.map((one) => one.class)).toEqual(
    expect.arrayContaining(["identification", "ledger", "contracts", "communication", "documents", "audit"]),
  );
  expect(before.kept.every(({ until }) => until === null)).toBe(true);
  expect(await codeOf(ask(client, ["everything"]))).toBe("stateConflict");
  expect(await codeOf(ask(client, ["draft"]))).toBe("stateConflict");
  await sql`update app_user set ended_at = '2025-03-04T00:00:00Z' where id = ${client.id}`.execute(app.database.db);
  const ended = await preview(client);
  expect(ended.kept[0]?.until?.slice(4)).toBe("-03-04");
  expect(ended.erasable.map((one) => one.class)).toContain("draft");
});

test("what was chosen is gone, the rest stays, and the numbers are in the log", async () => {
  const { client } = await clientWithEverything(app, await app.as("office"));
  await sql`insert into known_browser (user_id, token_hash) values (${client.id}, '\\x02'::bytea)`.execute(
    app.database.db,
  );
  const before = await rowsOf(app, { holderType: "user", holderId: client.id });
  const { proposalId } = await ask(client, ["browsers"]);
  expect(await codeOf(decide(admin, proposalId, "confirm"))).toBe("fourEyes");
  expect(await codeOf(ask(client, ["browsers"], second))).toBe("proposalOpen");
  await decide(second, proposalId, "confirm");
  await Promise.all([run(client), run(client)].map((one) => one.catch(() => undefined)));
  expect(await newest(client)).toMatchObject({ state: "done", outcome: { known_browser: 1 } });
  const after = await rowsOf(app, { holderType: "user", holderId: client.id });
  for (const table of ["form_revision", "ledger_entry", "document", "ticket", "contract", "passkey"])
    expect(after[table], table).toBe(before[table]);
  expect(after["known_browser"]).toBeUndefined();
  expect(await auditOf(app, { type: "user", id: client.id }, "erasure.done")).toMatchObject([
    { after: { classes: ["browsers"], rows: { known_browser: 1 } } },
  ]);
  expect((await verifyAudit(app.database.db)).breaks).toEqual([]);
});

test("somebody who never became a client goes wholly, and cannot sign in any more", async () => {
  const person = await newcomer();
  expect((await preview(person)).erasable.map((one) => one.class)).toEqual(["everything"]);
  expect((await preview(person)).kept).toEqual([]);
  await decide(second, (await ask(person, ["everything"])).proposalId, "confirm");
  await run(person);
  const row = await app.database.db
    .selectFrom("app_user")
    .select(["name", "email", "erased_at"])
    .where("id", "=", person.id)
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({ name: `#${person.id}`, email: `erased-${person.id}@portico.invalid` });
  expect(row.erased_at).not.toBeNull();
  expect(await codeOf(person.client.users.get({ params: { id: person.id } }))).toBe("unauthenticated");
  const left = await rowsOf(app, { holderType: "user", holderId: person.id });
  expect(Object.keys(left).filter((table) => !["data_erasure", "audit_entry"].includes(table))).toEqual([]);
  expect(await newest(person)).toMatchObject({ state: "done", reason: "" });
  expect((await verifyAudit(app.database.db)).breaks).toEqual([]);
});

test("a hold stops it at every step, also after it was confirmed", async () => {
  const person = await newcomer();
  const { proposalId } = await ask(person, ["everything"]);
  const held = await hold(person);
  expect((await preview(person)).held).toBe(true);
  expect(await codeOf(decide(second, proposalId, "confirm"))).toBe("stateConflict");
  await decide(admin, held.proposalId, "withdraw");
  await decide(second, proposalId, "confirm");
  await hold(person);
  await run(person);
  expect(await newest(person)).toMatchObject({ state: "refused", refusal: "held" });
  const client = await app.as("client");
  await hold(client);
  expect(await codeOf(ask(client, ["browsers"]))).toBe("stateConflict");
});

test("of a hold and an erasure at the same moment one counts, wholly", async () => {
  for (let round = 0; round < 6; round += 1) {
    const person = await newcomer();
    await decide(second, (await ask(person, ["everything"])).proposalId, "confirm");
    const [placed] = await Promise.all([codeOf(hold(person)), run(person)]);
    const state = (await newest(person))?.state;
    expect([placed, state]).toEqual(placed === "done" ? ["done", "refused"] : ["stateConflict", "done"]);
  }
});

test("who became a client after the confirmation is not erased", async () => {
  const person = await newcomer();
  await decide(second, (await ask(person, ["everything"])).proposalId, "confirm");
  await sql`insert into holder_account (holder_type, holder_id, client_number) values ('user', ${person.id}, ${`E-${person.id}`})`.execute(
    app.database.db,
  );
  await run(person);
  expect(await newest(person)).toMatchObject({ state: "refused", refusal: "changed" });
  expect(await codeOf(person.client.users.get({ params: { id: person.id } }))).toBe("done");
});

test("a day to come is refused, and so are staff, companies and whoever is not an administrator", async () => {
  const person = await newcomer();
  const late = admin.client.dataRights.askErasure({
    params: own(person),
    body: { classes: ["everything"], askedOn: "2199-01-01", reason: "x" },
  });
  expect(await codeOf(late)).toBe("badInput");
  expect(await codeOf(ask(person, ["everything"], await app.as("office")))).toBe("forbidden");
  expect(await codeOf(ask(second, ["everything"]))).toBe("stateConflict");
});
