/** Messages to the firm's own systems: after the commit alone, in order, signed, tried again, and no receiver delays another. */
import { sql } from "kysely";
import { Webhook } from "standardwebhooks";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createOutside } from "../../adapters/outside/outside.ts";
import { openReceiver, type Received } from "../../adapters/outside/testing/receiver.ts";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { failAtCommit } from "../../testing/commit.ts";
import { auditOf, codeOf, recordMails } from "../../testing/effects.ts";
import { transact } from "../../unit-of-work/transact.ts";
import { tellOfChange } from "../bulk-changes/bulk-changes.jobs.ts";
import { sendDue } from "./sending.ts";
import { later, makeEndpoint, send } from "./testing/endpoints.ts";
import { cleanMessages } from "./webhooks.jobs.ts";

let app: TestApp;
let admin: TestUser;
let office: TestUser;
let client: TestUser;
beforeAll(async () => {
  app = await createTestApp({ insideAddresses: ["127.0.0.1"] });
  admin = await app.as("admin");
  office = await app.as("office");
  client = await app.as("client", { clientNumber: "4711" });
});
afterAll(() => app.close());
afterEach(async () => {
  app.services.now = () => new Date();
  // Each test has its own endpoints.
  await admin.client.settings.save({ params: { name: "webhooks" }, body: { data: { endpoints: [] } } });
});

const openTicket = async (title = "A question"): Promise<number> =>
  (
    await client.client.tickets.create({
      params: { holderType: "user", holderId: client.id },
      body: { title, content: "Please look.", key: crypto.randomUUID() },
    })
  ).id;
const close = (id: number) => office.client.tickets.close({ params: { id }, body: { message: "Done." } });
const typesOf = (received: readonly Received[]) =>
  received.map(({ body }) => (JSON.parse(body) as { type: string }).type);
const ofTicket = (received: readonly Received[], ticket: number) =>
  typesOf(received.filter(({ body }) => (JSON.parse(body) as { data: { ticket?: number } }).data.ticket === ticket));
const messages = async (endpointId: string) =>
  (await admin.client.webhooks.listDeliveries({ params: { endpointId }, query: {} })).deliveries;
const tickets = ["ticket.opened", "ticket.closed"] as const;

test("a change is told with ids alone, signed so that the standard's library verifies it", async () => {
  const receiver = await openReceiver();
  const { secret } = await makeEndpoint(admin, { url: receiver.url, events: [...tickets] });
  const ticket = await openTicket("Private words");
  expect(receiver.received, "before the job").toEqual([]);
  await send(app);
  const [one] = receiver.received;
  if (!one) throw new Error("nothing came");
  const message = new Webhook(secret).verify(one.body, one.headers as Record<string, string>);
  expect(message).toEqual({
    type: "ticket.opened",
    timestamp: expect.any(String),
    data: { holderType: "user", holderId: client.id, ticket, topic: expect.anything() },
  });
  expect(one.headers["webhook-id"]).toMatch(/^evt_[0-9a-f]{32}$/);
  expect(() => new Webhook(secret).verify(`${one.body} `, one.headers as Record<string, string>)).toThrow();
  await send(app);
  expect(receiver.received, "only once").toHaveLength(1);
});

test("nothing is stored of events that no endpoint wants, nor while it has no secret", async () => {
  const count = async () =>
    (await sql<{ count: number }>`select count(*)::int as count from webhook_event`.execute(app.database.db)).rows[0]
      ?.count;
  const before = await count();
  await openTicket();
  await makeEndpoint(admin, { url: "https://hook.example", events: ["client.approved"] });
  const id = crypto.randomUUID();
  const silent = { id, name: "Without secret", url: "https://hook.example", events: [...tickets] };
  await admin.client.settings.save({ params: { name: "webhooks" }, body: { data: { endpoints: [silent] } } });
  await openTicket();
  expect(await count()).toBe(before);
});

test("a change that is rolled back, also at its commit, sends nothing", async () => {
  const receiver = await openReceiver();
  await makeEndpoint(admin, { url: receiver.url, events: [...tickets] });
  const context = { ...app.services, system: "test", viewer: null } as never;
  await transact(context, async (tx) => {
    tx.audit(
      "ticket.opened",
      { holderType: "user", holderId: client.id },
      { after: { ticket: 1, title: "x", topic: null } },
    );
    throw new Error("undone");
  }).catch(() => undefined);
  await failAtCommit(app, "ticket", "new.title = 'fails at the commit'");
  expect(await codeOf(openTicket("fails at the commit"))).not.toBe("done");
  await send(app);
  expect(receiver.received).toEqual([]);
});

test("events of one object arrive in order; one that fails holds back its own object alone", async () => {
  const receiver = await openReceiver();
  await makeEndpoint(admin, { url: receiver.url, events: [...tickets] });
  const [first, second] = [await openTicket(), await openTicket()];
  let fails = true;
  receiver.answer = (response, { body }) => {
    const { data } = JSON.parse(body) as { data: { ticket: number } };
    response.writeHead(fails && data.ticket === first ? 500 : 204).end();
  };
  await close(first);
  await close(second);
  await send(app);
  expect(ofTicket(receiver.received, second)).toEqual(["ticket.opened", "ticket.closed"]);
  expect(ofTicket(receiver.received, first)).toEqual(["ticket.opened"]);
  fails = false;
  later(app, 10);
  await send(app);
  expect(ofTicket(receiver.received, first)).toEqual(["ticket.opened", "ticket.opened", "ticket.closed"]);
});

test("several processes at once send each message once, and in order", async () => {
  const receiver = await openReceiver();
  const { id } = await makeEndpoint(admin, { url: receiver.url, events: [...tickets] });
  receiver.answer = (response) => void setTimeout(() => response.writeHead(204).end(), Math.random() * 30);
  const opened: number[] = [];
  for (let at = 0; at < 25; at += 1) opened.push(await openTicket());
  for (const ticket of opened) await close(ticket);
  await Promise.all([1, 2, 3].map(() => send(app)));
  expect(receiver.received).toHaveLength(50);
  for (const ticket of opened) expect(ofTicket(receiver.received, ticket)).toEqual(tickets);
  expect(new Set((await messages(id)).map(({ state }) => state))).toEqual(new Set(["delivered"]));
});

test("what a process had taken that was killed is sent by another after its time", async () => {
  const receiver = await openReceiver();
  await makeEndpoint(admin, { url: receiver.url, events: [...tickets] });
  await openTicket();
  await sql`update webhook_delivery set claimed_until = now() + interval '30 seconds' where state = 'waiting'`.execute(
    app.database.db,
  );
  await send(app);
  expect(receiver.received).toEqual([]);
  later(app, 31);
  await send(app);
  expect(receiver.received).toHaveLength(1);
});

test("a message is tried with growing pauses for three days, then given up, and administrators are told once", async () => {
  const receiver = await openReceiver();
  receiver.answer = (response) => void response.writeHead(503).end("later");
  const { id } = await makeEndpoint(admin, { url: receiver.url, events: [...tickets], name: "Ledger of the bank" });
  const mails = recordMails(app);
  await openTicket();
  await openTicket();
  const begun = app.services.now().getTime();
  const pauses: number[] = [];
  for (let tries = 0; tries < 40; tries += 1) {
    await send(app);
    const [waiting] = (await messages(id)).filter(({ state }) => state === "waiting");
    if (!waiting?.nextTryAt) break;
    const seconds = (Date.parse(waiting.nextTryAt) - app.services.now().getTime()) / 1000;
    pauses.push(seconds);
    later(app, Math.max(seconds, 0) + 1);
  }
  expect((await messages(id)).map(({ state }) => state)).toEqual(["givenUp", "givenUp"]);
  expect((app.services.now().getTime() - begun) / 3_600_000).toBeGreaterThanOrEqual(72);
  expect(pauses[0]).toBeLessThan(10);
  expect(Math.max(...pauses)).toBeGreaterThan(8 * 3600);
  const { rows } = await sql<{ name: string }>`
    select params->>'name' as name from notification where type = 'webhook_given_up' and holder_id = ${admin.id}`.execute(
    app.database.db,
  );
  expect(rows).toEqual([{ name: "Ledger of the bank" }]);
  expect(mails.filter(({ template }) => template === "webhook")).toMatchObject([
    { template: "webhook", params: { type: "webhook_given_up", endpoint: "Ledger of the bank" } },
  ]);
});

test("a busy receiver is left alone for as long as it asks, and the next attempt has a signature of its own", async () => {
  const receiver = await openReceiver();
  receiver.answer = (response) => void response.writeHead(429, { "retry-after": "1200" }).end();
  const { id } = await makeEndpoint(admin, { url: receiver.url, events: [...tickets] });
  await openTicket();
  await send(app);
  const [waiting] = await messages(id);
  expect(Date.parse(waiting?.nextTryAt ?? "")).toBeGreaterThanOrEqual(Date.parse(waiting?.createdAt ?? "") + 1_200_000);
  receiver.answer = (response) => void response.writeHead(204).end();
  later(app, 1400);
  await send(app);
  const [first, second] = receiver.received.map(({ headers }) => headers);
  expect(second?.["webhook-id"]).toBe(first?.["webhook-id"]);
  const moved = Number(second?.["webhook-timestamp"]) - Number(first?.["webhook-timestamp"]);
  expect(moved, "receivers refuse old timestamps").toBeGreaterThanOrEqual(1400);
  expect(second?.["webhook-signature"]).not.toBe(first?.["webhook-signature"]);
});

test("an endpoint that takes nothing for five days is disabled; what happens then is not kept, and resuming sends again", async () => {
  const receiver = await openReceiver();
  receiver.answer = (response) => void response.writeHead(500).end();
  const { id } = await makeEndpoint(admin, { url: receiver.url, events: [...tickets], name: "Lost" });
  await openTicket();
  await send(app);
  await sql`update webhook_endpoint set failing_since = now() - interval '5 days' where id = ${id}`.execute(
    app.database.db,
  );
  later(app, 60);
  await send(app);
  const stateOf = async () => (await admin.client.webhooks.list()).endpoints.find((one) => one.id === id);
  expect(await stateOf()).toMatchObject({ state: "disabled", disabledFor: "failing" });
  expect(await auditOf(app, { type: "webhook", id }, "webhook.disabled")).toMatchObject([
    { actor: { system: "webhooks" }, after: { name: "Lost", reason: "failing" } },
  ]);
  await openTicket();
  expect(await messages(id)).toHaveLength(1);
  receiver.answer = (response) => void response.writeHead(204).end();
  await admin.client.webhooks.resume({ params: { endpointId: id }, body: {} });
  later(app, 3600);
  await send(app);
  expect(await stateOf()).toMatchObject({ state: "active", failingSince: null });
  expect((await messages(id)).map(({ state }) => state)).toEqual(["delivered"]);
});

test("410 disables the endpoint at once", async () => {
  const receiver = await openReceiver();
  receiver.answer = (response) => void response.writeHead(410).end();
  const { id } = await makeEndpoint(admin, { url: receiver.url, events: [...tickets] });
  const mails = recordMails(app);
  await openTicket();
  await send(app);
  expect((await admin.client.webhooks.list()).endpoints).toMatchObject([
    { id, state: "disabled", disabledFor: "gone" },
  ]);
  expect(mails.filter(({ template }) => template === "webhook")).toMatchObject([
    { params: { type: "webhook_disabled" } },
  ]);
});

test("a receiver that never answers and one that is away delay no other", async () => {
  const [slow, fine] = [await openReceiver(), await openReceiver()];
  slow.answer = () => undefined;
  const events = [...tickets];
  await makeEndpoint(admin, { url: slow.url, events, name: "Slow" });
  await makeEndpoint(admin, { url: "http://127.0.0.1:1/", events, name: "Dead" });
  await makeEndpoint(admin, { url: fine.url, events, name: "Fine" });
  for (let at = 0; at < 20; at += 1) await openTicket();
  const sending = sendDue(app.services, { forMs: 5000 });
  await expect.poll(() => fine.received.length, { timeout: 8000 }).toBe(20);
  // While the slow one still holds its first messages, what comes anew goes to the others.
  await openTicket();
  await expect.poll(() => fine.received.length, { timeout: 8000 }).toBe(21);
  expect(slow.received.length).toBeLessThanOrEqual(16);
  await sending;
});

test.each([
  ["redirects", 302, "redirect", { location: "http://127.0.0.1:9/" }],
  ["refuses", 400, "refused", {}],
] as const)(
  "an answer that %s is no delivery, and its first bytes are kept",
  async (_word, status, failure, headers) => {
    const receiver = await openReceiver();
    receiver.answer = (response) => void response.writeHead(status, headers).end("<p>no\0t here</p>");
    const { id } = await makeEndpoint(admin, { url: receiver.url, events: [...tickets] });
    await openTicket();
    await send(app);
    const [one] = await messages(id);
    expect(one).toMatchObject({ state: "waiting", tries: 1, status, failure });
    const { attempts } = await admin.client.webhooks.getDelivery({ params: { deliveryId: one?.id ?? 0 } });
    expect(attempts).toMatchObject([{ status, failure, answer: "<p>no\uFFFDt here</p>" }]);
  },
);

test("an answer of ten megabytes counts, and two kilobytes of it are kept", async () => {
  const receiver = await openReceiver();
  receiver.answer = (response) => void response.writeHead(200).end(Buffer.alloc(10 * 1024 * 1024, "x"));
  const { id } = await makeEndpoint(admin, { url: receiver.url, events: [...tickets] });
  await openTicket();
  await send(app);
  const [one] = await messages(id);
  expect(one).toMatchObject({ state: "delivered", status: 200 });
  const { attempts } = await admin.client.webhooks.getDelivery({ params: { deliveryId: one?.id ?? 0 } });
  expect(attempts[0]?.answer).toHaveLength(2048);
});

test("an address inside the network, also of a name that moved there, is not called", async () => {
  const receiver = await openReceiver();
  const { outside } = app.services;
  let address = "127.0.0.1";
  app.services.outside = createOutside({ allowed: ["127.0.0.1"], resolve: async () => [{ address, family: 4 }] });
  const url = `http://hook.example:${receiver.port}/`;
  const { id } = await makeEndpoint(admin, { url, events: [...tickets] });
  await openTicket();
  await send(app);
  expect(receiver.received).toHaveLength(1);
  app.services.outside.close();
  address = "10.0.0.1";
  app.services.outside = createOutside({ allowed: ["127.0.0.1"], resolve: async () => [{ address, family: 4 }] });
  await openTicket();
  await send(app);
  expect((await messages(id))[0]).toMatchObject({ state: "waiting", failure: "inside", status: null });
  expect(receiver.received).toHaveLength(1);
  app.services.outside.close();
  app.services.outside = outside;
});

test("while a secret is changed both sign, so that a receiver with either verifies", async () => {
  const receiver = await openReceiver();
  const { id, secret: former } = await makeEndpoint(admin, { url: receiver.url, events: [...tickets] });
  const params = { endpointId: id };
  const { secret, formerUntil } = await admin.client.webhooks.makeSecret({ params, body: {} });
  expect(Date.parse(formerUntil ?? "") - Date.now()).toBeGreaterThan(71 * 3_600_000);
  expect(await codeOf(admin.client.webhooks.makeSecret({ params, body: {} })), "never three").toBe("stateConflict");
  const verifies = (by: string, one: Received | undefined): boolean => {
    try {
      new Webhook(by).verify(one?.body ?? "", (one?.headers ?? {}) as Record<string, string>);
      return true;
    } catch {
      return false;
    }
  };
  await openTicket();
  await send(app);
  expect([secret, former].map((by) => verifies(by, receiver.received[0]))).toEqual([true, true]);
  await admin.client.webhooks.endFormerSecret({ params, body: {} });
  await openTicket();
  await send(app);
  expect([secret, former].map((by) => verifies(by, receiver.received[1]))).toEqual([true, false]);
});

test("the secret before ends by itself after 72 hours", async () => {
  const receiver = await openReceiver();
  const { id } = await makeEndpoint(admin, { url: receiver.url, events: [...tickets] });
  await admin.client.webhooks.makeSecret({ params: { endpointId: id }, body: {} });
  later(app, 72 * 3600 + 1);
  await openTicket();
  await send(app);
  expect(String(receiver.received[0]?.headers["webhook-signature"]).split(" ")).toHaveLength(1);
  expect((await admin.client.webhooks.list()).endpoints).toMatchObject([{ formerUntil: null }]);
});

test("a change of many is told after its minute; an undone one never", async () => {
  const receiver = await openReceiver();
  await makeEndpoint(admin, { url: receiver.url, events: ["request.declined", "request.done", "request.opened"] });
  const ask = async () =>
    (
      await client.client.payments.requestTransaction({
        params: { holderType: "user", holderId: client.id },
        body: { type: "deposit", transactionInfo: { sum: "10", currency: "EUR" } as never },
      })
    ).id;
  const ids = [await ask(), await ask()];
  await send(app);
  expect(typesOf(receiver.received)).toEqual(["request.opened", "request.opened"]);
  expect(JSON.parse(receiver.received[0]?.body ?? "")).toMatchObject({
    data: { request: ids[0], kind: "deposit", holderType: "user", holderId: client.id },
  });
  const decline = async (id: number) => {
    const change = { action: "handleRequests", of: { ids: [id] }, state: "declined", message: "No." } as never;
    const { set } = await office.client.bulkChanges.preview({ body: change });
    return office.client.bulkChanges.make({ body: { change, set } });
  };
  const [undone, kept] = [await decline(ids[0] ?? 0), await decline(ids[1] ?? 0)];
  await office.client.bulkChanges.undo({ params: { bulkChangeId: undone.id }, body: {} });
  await send(app);
  expect(receiver.received, "within the minute").toHaveLength(2);
  later(app, 61);
  for (const { id } of [undone, kept]) await tellOfChange(app.services, id);
  await send(app);
  expect(receiver.received.slice(2).map(({ body }) => JSON.parse(body) as object)).toMatchObject([
    { type: "request.declined", data: { request: ids[1], kind: "deposit", holderId: client.id } },
  ]);
});

test("while paused messages wait; removed endpoints get nothing, and what is old is deleted", async () => {
  const receiver = await openReceiver();
  const { id } = await makeEndpoint(admin, { url: receiver.url, events: [...tickets] });
  const params = { endpointId: id };
  await admin.client.webhooks.pause({ params, body: {} });
  await openTicket();
  await send(app);
  expect(receiver.received).toEqual([]);
  expect((await admin.client.webhooks.list()).endpoints).toMatchObject([{ state: "paused", waiting: 1 }]);
  await admin.client.webhooks.resume({ params, body: {} });
  await send(app);
  expect(receiver.received).toHaveLength(1);
  await openTicket();
  await admin.client.webhooks.remove({ params, body: {} });
  await send(app);
  expect(receiver.received).toHaveLength(1);
  expect((await admin.client.webhooks.list()).endpoints).toEqual([]);
  await cleanMessages(app.services);
  const left = async () =>
    (
      await sql<{ left: number }>`
        select (select count(*) from webhook_delivery where endpoint_id = ${id})::int
          + (select count(*) from webhook_endpoint where id = ${id})::int as left`.execute(app.database.db)
    ).rows[0]?.left;
  expect(await left()).toBe(0);
  later(app, 31 * 24 * 3600);
  await cleanMessages(app.services);
  const { rows } = await sql`select id from webhook_event`.execute(app.database.db);
  expect(rows).toEqual([]);
});
