/** What waits by colleague: each figure is that of the list which it opens. */
import { workKinds } from "@portico/api/rules/work-kinds.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { codeOf } from "../../testing/effects.ts";
import { arrangeScans, personWithDraft } from "../forms/testing/filled.ts";
import { addContract } from "../search/testing/records.ts";

let app: TestApp;
let internal: TestUser;
let office: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  internal = await app.as("internal", { name: "Irene Internal" });
  office = await app.as("office", { name: "Olga Office" });
});
afterAll(() => app.close());

const rows = async (who = internal) => (await who.client.workload.list()).rows;
const ask = async (client: TestUser, title: string) =>
  client.client.tickets.create({
    params: { holderType: "user", holderId: client.id },
    body: { title, content: "How?" },
  });

/** The count of the list that the figure opens. */
async function listed(kind: (typeof workKinds)[number], person: number | null): Promise<number | null> {
  const assigned = person ?? 0;
  const { client } = internal;
  if (kind === "tickets" || kind === "ticketsLate")
    return (
      await client.tickets.listAll({ query: { queue: kind === "tickets" ? "waiting" : "late", assigned, limit: 1 } })
    ).count;
  if (kind === "contracts")
    return (await client.contracts.listAll({ query: { state: "awaitingAdmin", assigned, limit: 1 } })).count;
  const type = kind === "people" ? "KYC" : "companyKYC";
  return (await client.forms.list({ params: { type }, query: { show: "waiting", assigned, limit: 1 } })).count;
}

test("nothing waits in a new firm, and clients see nothing of it", async () => {
  expect(await rows()).toEqual([]);
  const client = await app.as("client");
  expect(await codeOf(client.client.workload.list())).toBe("forbidden");
});

test("each figure is the count of its list, of a colleague and of nobody", async () => {
  const { db } = app.database;
  const [ana, boris] = [await app.as("client", { name: "Ana" }), await app.as("client", { name: "Boris" })];
  await office.client.users.assign({ params: { id: ana.id }, body: { admin_id: office.id } });
  const [first, late] = [await ask(ana, "First"), await ask(ana, "Late")];
  await ask(boris, "Open");
  for (const { id } of [first, late])
    await office.client.tickets.assign({ params: { id }, body: { admin_id: office.id } });
  await sql`update ticket set next_due_at = now() - interval '1 hour' where id = ${late.id}`.execute(db);
  for (const holder of [ana, boris]) {
    const id = await addContract(app, holder.id, "Agreement");
    await sql`update contract set state = 'awaitingAdmin' where id = ${id}`.execute(db);
  }
  const { client, path } = await personWithDraft(app);
  await arrangeScans(app, path);
  await client.client.forms.snapshot({ params: path, body: {} });
  const found = await rows();
  expect(found.find((row) => row.kind === "tickets" && row.person === office.id)).toMatchObject({
    name: "Olga Office",
    count: 2,
  });
  expect(new Set(found.map(({ kind }) => kind))).toEqual(new Set(["tickets", "ticketsLate", "people", "contracts"]));
  for (const { kind, person, count } of found) expect(await listed(kind, person), `${kind} ${person}`).toBe(count);
  for (const kind of workKinds)
    for (const person of [internal.id, office.id, null])
      if (!found.some((row) => row.kind === kind && row.person === person))
        expect(await listed(kind, person), `${kind} ${person}`).toBe(0);
});

test("what is done, or whose holder is disabled, waits no longer", async () => {
  const before = (await rows()).find(({ kind }) => kind === "people");
  expect(before?.count).toBe(1);
  await sql`update app_user set state = 'disabled', state_before_disabled = 'pendingKYC' where state = 'pendingKYC'`.execute(
    app.database.db,
  );
  expect((await rows()).filter(({ kind }) => kind === "people")).toEqual([]);
});
