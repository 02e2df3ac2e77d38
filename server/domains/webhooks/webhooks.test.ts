/** Endpoints and messages as administrators have them: four eyes, what is recorded, and sending again. */
import type { WebhookEndpoint } from "@portico/api/webhooks/settings.ts";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openReceiver } from "../../adapters/outside/testing/receiver.ts";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { auditOf, codeOf, faultsOf, subjectOf } from "../../testing/effects.ts";
import { makeEndpoint, send } from "./testing/endpoints.ts";

let app: TestApp;
let admin: TestUser;
let second: TestUser;
let client: TestUser;
beforeAll(async () => {
  app = await createTestApp({ insideAddresses: ["127.0.0.1"] });
  admin = await app.as("admin");
  second = await app.as("admin");
  client = await app.as("client");
});
afterAll(() => app.close());
const setFourEyes = (on: boolean) =>
  app.database.db
    .insertInto("setting")
    .values({ name: "fourEyes", data: JSON.stringify({ on }) })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ data: JSON.stringify({ on }) }))
    .execute();
const save = (endpoints: readonly object[], reason?: string, who = admin) =>
  who.client.settings.save({
    params: { name: "webhooks" },
    body: { data: { endpoints }, ...(reason !== undefined && { reason }) },
  });
afterEach(async () => {
  await setFourEyes(false);
  await save([]);
});

const endpoint = (more: Partial<WebhookEndpoint> = {}): WebhookEndpoint => ({
  id: crypto.randomUUID(),
  name: "Ledger",
  url: "https://ledger.example/hook",
  events: ["ticket.opened"],
  ...more,
});
const openTicket = () =>
  client.client.tickets.create({
    params: { holderType: "user", holderId: client.id },
    body: { title: "A question", content: "Please look.", key: crypto.randomUUID() },
  });
const listed = async () => (await admin.client.webhooks.list()).endpoints;
const messages = async (endpointId: string, query: object = {}) =>
  admin.client.webhooks.listDeliveries({ params: { endpointId }, query });

test.each([
  ["an address", { url: "http://user:secret@ledger.example/" }],
  ["an address", { url: "ftp://ledger.example/" }],
  ["an event", { events: ["ticket.exploded"] as never }],
  ["no event", { events: [] }],
  ["the same event twice", { events: ["ticket.opened", "ticket.opened"] }],
  ["no name", { name: " " }],
])("an endpoint with %s that is none is refused at its field", async (_word, more) => {
  const [field] = Object.keys(more);
  expect((await faultsOf(save([endpoint(more as Partial<WebhookEndpoint>)])))[0]).toContain(`endpoints.0.${field}`);
  expect(await listed()).toEqual([]);
});

test("while four eyes are on, a new endpoint, another address and one more event take a second person; less does not", async () => {
  const one = endpoint();
  await save([one]);
  await setFourEyes(true);
  for (const more of [
    [one, endpoint()],
    [{ ...one, url: "https://elsewhere.example" }],
    [{ ...one, events: [...one.events, "ticket.closed"] }],
  ]) {
    expect(await codeOf(save(more))).toBe("badInput");
    const { proposalId } = await save(more, "Agreed with the board");
    expect(await listed()).toMatchObject([{ url: one.url, events: one.events }]);
    const params = { proposalId: proposalId ?? 0 };
    expect(await codeOf(admin.client.proposals.decide({ params, body: { decision: "confirm" } }))).toBe("fourEyes");
    expect(await codeOf(admin.client.webhooks.remove({ params: { endpointId: one.id }, body: {} }))).toBe(
      "proposalOpen",
    );
    await second.client.proposals.decide({ params, body: { decision: "confirm" } });
    expect(await listed()).toHaveLength(more.length);
    await setFourEyes(false);
    await save([one]);
    await setFourEyes(true);
  }
  await save([{ ...one, name: "Renamed" }]);
  expect(await listed()).toMatchObject([{ name: "Renamed" }]);
  await admin.client.webhooks.remove({ params: { endpointId: one.id }, body: {} });
  expect(await listed()).toEqual([]);
});

test("a secret is answered once, stored encrypted, and in no entry of the log", async () => {
  const one = endpoint();
  await save([one]);
  expect(await listed()).toMatchObject([{ state: "noSecret" }]);
  const params = { endpointId: one.id };
  expect(await codeOf(admin.client.webhooks.test({ params, body: {} }))).toBe("stateConflict");
  const { secret, formerUntil } = await admin.client.webhooks.makeSecret({ params, body: {} });
  expect([secret, formerUntil]).toEqual([expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/), null]);
  const { rows } = await sql<{ all: string }>`
    select (select coalesce(jsonb_agg(to_jsonb(audit_entry)), '[]')::text from audit_entry)
      || (select jsonb_agg(to_jsonb(webhook_endpoint))::text from webhook_endpoint) as all`.execute(app.database.db);
  const bare = Buffer.from(secret.slice(6), "base64");
  for (const form of [secret, secret.slice(6), bare.toString("hex")]) expect(rows[0]?.all).not.toContain(form);
  expect(await auditOf(app, { type: "webhook", id: one.id })).toMatchObject([
    { action: "webhook.secretMade", after: { name: "Ledger", formerUntil: null } },
  ]);
  expect(JSON.stringify(await listed())).not.toContain(secret);
});

test("an endpoint that was removed and comes back has no secret", async () => {
  const one = endpoint();
  await save([one]);
  await admin.client.webhooks.makeSecret({ params: { endpointId: one.id }, body: {} });
  await save([]);
  await save([one]);
  expect(await listed()).toMatchObject([{ state: "noSecret" }]);
});

test("who opens a message that names a client is recorded as having had access, and the list names nobody", async () => {
  const receiver = await openReceiver();
  const { id } = await makeEndpoint(admin, { url: receiver.url, events: ["ticket.opened"] });
  await openTicket();
  await send(app);
  const { deliveries } = await messages(id);
  expect(JSON.stringify(deliveries)).not.toContain("holderId");
  const accessed = async () => {
    const { rows } = await sql<{ after: unknown }>`
      select after from audit_entry where action = 'holder.accessedByStaff' and subject_id = ${String(client.id)}
        and actor->>'userId' = ${String(admin.id)}`.execute(app.database.db);
    return rows.map(({ after }) => after);
  };
  expect(await accessed()).toEqual([]);
  const params = { deliveryId: deliveries[0]?.id ?? 0 };
  const read = await admin.client.webhooks.getDelivery({ params });
  expect(read).toMatchObject({ state: "delivered", attempts: [{ status: 204, failure: null, answer: "" }] });
  expect(JSON.parse(read.body)).toMatchObject({ type: "ticket.opened", data: subjectOfTicket() });
  await admin.client.webhooks.getDelivery({ params });
  expect(await accessed(), "once an hour").toEqual([{ call: "webhooks.getDelivery" }]);
});
const subjectOfTicket = () => {
  const { type, id } = subjectOf({ holderType: "user", holderId: client.id });
  return { holderType: type, holderId: id };
};

test("a message that is sent again has the same id and another signature's time", async () => {
  const receiver = await openReceiver();
  const { id } = await makeEndpoint(admin, { url: receiver.url, events: ["ticket.opened"] });
  await openTicket();
  await send(app);
  const { deliveries } = await messages(id);
  const params = { deliveryId: deliveries[0]?.id ?? 0 };
  await admin.client.webhooks.sendAgain({ params, body: {} });
  await send(app);
  const [first, again] = receiver.received;
  expect(again?.headers["webhook-id"]).toBe(first?.headers["webhook-id"]);
  expect(again?.body).toBe(first?.body);
  expect((await admin.client.webhooks.getDelivery({ params })).attempts).toHaveLength(2);
  expect(await auditOf(app, { type: "webhook", id }, "webhook.sentAgain")).toHaveLength(1);
  await admin.client.webhooks.pause({ params: { endpointId: id }, body: {} });
  expect(await codeOf(admin.client.webhooks.sendAgain({ params, body: {} }))).toBe("stateConflict");
});

test("a test message reaches an endpoint whatever it subscribed to, and names nobody", async () => {
  const receiver = await openReceiver();
  const { id } = await makeEndpoint(admin, { url: receiver.url, events: ["ticket.opened"] });
  const { deliveryId } = await admin.client.webhooks.test({ params: { endpointId: id }, body: {} });
  await send(app);
  expect(receiver.received.map(({ body }) => JSON.parse(body) as object)).toMatchObject([
    { type: "webhook.test", data: { endpoint: id } },
  ]);
  expect(await admin.client.webhooks.getDelivery({ params: { deliveryId } })).toMatchObject({ state: "delivered" });
});

test("messages are listed page by page, also by state; unknown ones are not found", async () => {
  const { id } = await makeEndpoint(admin, { url: "http://127.0.0.1:1/", events: ["ticket.opened"] });
  for (let at = 0; at < 3; at += 1) await openTicket();
  const first = await messages(id, { limit: 2 });
  expect(first.deliveries).toHaveLength(2);
  const rest = await messages(id, { limit: 2, cursor: first.nextCursor });
  expect([rest.deliveries.length, rest.nextCursor]).toEqual([1, null]);
  expect((await messages(id, { state: "delivered" })).deliveries).toEqual([]);
  expect((await messages(id, { state: "waiting" })).deliveries).toHaveLength(3);
  const endpointId = crypto.randomUUID();
  for (const call of ["makeSecret", "endFormerSecret", "pause", "resume", "remove", "test"] as const)
    expect(await codeOf(admin.client.webhooks[call]({ params: { endpointId }, body: {} })), call).toBe("notFound");
  const params = { deliveryId: 1_000_000 };
  expect(await codeOf(admin.client.webhooks.getDelivery({ params }))).toBe("notFound");
  expect(await codeOf(admin.client.webhooks.sendAgain({ params, body: {} }))).toBe("notFound");
});

test.each(["internal", "office", "client"] as const)("%s may neither see nor change anything", async (role) => {
  const { id } = await makeEndpoint(admin, { url: "https://ledger.example", events: ["ticket.opened"] });
  const { client: other } = await app.as(role);
  const params = { endpointId: id };
  expect(await codeOf(other.webhooks.list())).toBe("forbidden");
  expect(await codeOf(other.webhooks.listDeliveries({ params, query: {} }))).toBe("forbidden");
  expect(await codeOf(other.webhooks.getDelivery({ params: { deliveryId: 1 } }))).toBe("forbidden");
  for (const call of ["makeSecret", "endFormerSecret", "pause", "resume", "remove", "test"] as const)
    expect(await codeOf(other.webhooks[call]({ params, body: {} })), call).toBe("forbidden");
  expect(await codeOf(other.webhooks.sendAgain({ params: { deliveryId: 1 }, body: {} }))).toBe("forbidden");
  expect(await listed()).toMatchObject([{ id, state: "active" }]);
});

test("what waits for an endpoint that a restore paused is dropped or sent by an administrator, and both are recorded", async () => {
  const receiver = await openReceiver();
  const { id } = await makeEndpoint(admin, { url: receiver.url, events: ["ticket.opened"] });
  const params = { endpointId: id };
  const ofAdmin = admin.client.webhooks;
  const openTicket = () =>
    client.client.tickets.create({
      params: { holderType: "user", holderId: client.id },
      body: { title: "A question", content: "Please" },
    });
  expect(await codeOf(ofAdmin.dropWaiting({ params, body: {} }))).toBe("stateConflict");
  await ofAdmin.pause({ params, body: {} });
  await sql`update webhook_endpoint set paused_for = 'restore' where id = ${id}`.execute(app.database.db);
  await openTicket();
  expect((await ofAdmin.list()).endpoints).toMatchObject([{ state: "paused", pausedFor: "restore", waiting: 1 }]);
  expect(await ofAdmin.dropWaiting({ params, body: {} })).toEqual({ dropped: 1 });
  expect(await ofAdmin.dropWaiting({ params, body: {} })).toEqual({ dropped: 0 });
  const { deliveries } = await ofAdmin.listDeliveries({ params, query: {} });
  expect(deliveries).toMatchObject([{ state: "givenUp", tries: 0 }]);
  await openTicket();
  await ofAdmin.resume({ params, body: {} });
  expect((await ofAdmin.list()).endpoints).toMatchObject([{ state: "active", pausedFor: null }]);
  await send(app);
  expect(receiver.received).toHaveLength(1);
  const recorded = await auditOf(app, { type: "webhook", id }, "webhook.waitingDropped");
  expect(recorded).toMatchObject([{ after: { name: "Receiver", count: 1 } }]);
});
