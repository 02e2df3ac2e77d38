/** The list of staff, and a leaving colleague who hands over: everything in one transaction, or nothing. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { auditOf, codeOf } from "../../testing/effects.ts";

let app: TestApp;
let admin: TestUser;
let second: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.as("admin");
  second = await app.as("admin");
});
afterAll(() => app.close());

const fourEyes = (on: boolean) =>
  sql`insert into setting (name, data) values ('fourEyes', ${JSON.stringify({ on })}::jsonb)
    on conflict (name) do update set data = excluded.data`.execute(app.database.db);
const leave = (who: TestUser, handOverTo?: number, by = admin) =>
  by.client.users.modifyState({
    params: { id: who.id },
    body: { newState: "disabled", reason: "Leaves the firm", ...(handOverTo !== undefined && { handOverTo }) },
  });
const rowOf = async (who: TestUser) => (await admin.client.colleagues.listPeople()).find(({ id }) => id === who.id);
/** A colleague with a client, a company, a ticket and a saved view. */
async function busy() {
  const who = await app.as("office");
  const client = await app.as("client");
  const { id: company } = await client.client.companies.create({ params: { userId: client.id }, body: {} });
  await admin.client.users.assign({ params: { id: client.id }, body: { admin_id: who.id } });
  await admin.client.companies.assign({ params: { id: company }, body: { admin_id: who.id } });
  const ticket = await client.client.tickets.create({
    params: { holderType: "user", holderId: client.id },
    body: { title: "A question", content: "About fees" },
  });
  await sql`update ticket set state = 'assigned', assigned_to = ${who.id} where id = ${ticket.id}`.execute(
    app.database.db,
  );
  return { who, client, company, ticket: ticket.id };
}
const ownersOf = async ({ client, company, ticket }: Awaited<ReturnType<typeof busy>>) => {
  const { rows } = await sql<{ owner: number | null }>`
    select assigned_to as owner from app_user where id = ${client.id}
    union all select assigned_to from company where id = ${company}
    union all select assigned_to from ticket where id = ${ticket}`.execute(app.database.db);
  return rows.map(({ owner }) => owner);
};

test("the list says what each looks after, and when they signed in last", async () => {
  const { who } = await busy();
  expect(await rowOf(who)).toMatchObject({ role: "office", state: "postKYC", clients: 2, tickets: 1, chats: 0 });
  expect(await codeOf((await app.as("office")).client.colleagues.listPeople())).toBe("forbidden");
  const client = await app.as("client");
  expect(await rowOf(client)).toBeUndefined();
});

test("who leaves hands everything over at once, is signed out, and the log has the numbers", async () => {
  const work = await busy();
  const successor = await app.as("office");
  await leave(work.who, successor.id);
  expect(await ownersOf(work)).toEqual([successor.id, successor.id, successor.id]);
  expect(await codeOf(work.who.client.colleagues.list())).toBe("unauthenticated");
  expect(await rowOf(work.who)).toMatchObject({ state: "disabled", clients: 0, tickets: 0 });
  expect(await rowOf(successor)).toMatchObject({ clients: 2, tickets: 1 });
  expect(await auditOf(app, { type: "user", id: work.who.id }, "holder.stateChanged")).toMatchObject([
    { after: { handedOver: { to: successor.id, users: 1, companies: 1, tickets: 1 } } },
  ]);
  expect(await auditOf(app, { type: "user", id: work.client.id }, "holder.assigned")).toHaveLength(2);
});

test("with four eyes it happens when a second administrator confirms it", async () => {
  const work = await busy();
  const successor = await app.as("office");
  await fourEyes(true);
  const { proposalId } = await leave(work.who, successor.id);
  expect(await ownersOf(work)).toEqual([work.who.id, work.who.id, work.who.id]);
  await second.client.proposals.decide({ params: { proposalId: proposalId ?? 0 }, body: { decision: "confirm" } });
  await fourEyes(false);
  expect(await ownersOf(work)).toEqual([successor.id, successor.id, successor.id]);
});

test("to nobody who is no active colleague, and of nobody who is no staff; nothing changes then", async () => {
  const work = await busy();
  const gone = await app.as("office", { state: "disabled" });
  for (const to of [gone.id, work.client.id, work.who.id, 999_999])
    expect(await codeOf(leave(work.who, to)), String(to)).toBe("badInput");
  expect(await ownersOf(work)).toEqual([work.who.id, work.who.id, work.who.id]);
  expect(await rowOf(work.who)).toMatchObject({ state: "postKYC" });
  expect(await codeOf(leave(work.client, admin.id))).toBe("badInput");
  const notDisabling = admin.client.users.modifyState({
    params: { id: work.who.id },
    body: { newState: "rejected", handOverTo: admin.id },
  });
  expect(await codeOf(notDisabling)).toBe("badInput");
});

test("of two who hand over to each other at the same moment one stays, with everything", async () => {
  const [one, other] = [await busy(), await busy()];
  const answers = await Promise.all([
    codeOf(leave(one.who, other.who.id)),
    codeOf(leave(other.who, one.who.id, second)),
  ]);
  expect(answers.toSorted()).toEqual(["badInput", "done"]);
  const stays = answers[0] === "done" ? other : one;
  expect(await rowOf(stays.who)).toMatchObject({ clients: 4, tickets: 2, state: "postKYC" });
});

test("the last administrator cannot be deactivated", async () => {
  const alone = await createTestApp();
  const [first, last] = [await alone.as("admin"), await alone.as("admin")];
  const disable = (by: TestUser, who: TestUser) =>
    codeOf(
      by.client.users.modifyState({
        params: { id: who.id },
        body: { newState: "disabled", reason: "x", handOverTo: by.id },
      }),
    );
  expect(await disable(first, last)).toBe("done");
  const others = await alone.database.db
    .selectFrom("app_user")
    .select("id")
    .where("role", "=", "admin")
    .where("state", "<>", "disabled")
    .execute();
  expect(others.length).toBeGreaterThan(0);
  expect(await disable(first, first)).not.toBe("done");
  await alone.close();
});
