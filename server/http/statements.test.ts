/** How many statements a list costs: that of the session, which brings what the call begins with, and its own. */
import { Client } from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../testing/app.ts";

let portal: TestApp;
let client: TestUser;
let office: TestUser;
// Before the first connection, which keeps the method that it was made with.
const sent = vi.spyOn(Client.prototype, "query");
beforeAll(async () => {
  portal = await createTestApp();
  [client, office] = [await portal.as("client"), await portal.as("office")];
  const params = { holderType: "user", holderId: client.id } as const;
  await office.client.notifications.send({ params, body: { text: "News" } });
  await client.client.tickets.create({ params, body: { title: "A fee", content: "Why?" } });
  await client.client.chats.send({ params, body: { text: "Hello", key: crypto.randomUUID(), uploads: [] } });
});
afterAll(async () => {
  await portal.close();
  vi.restoreAllMocks();
});

async function count(path: string, by: TestUser, headers: Record<string, string> = {}) {
  const call = () =>
    portal.app.inject({
      url: path.replace(":id", String(client.id)),
      headers: { authorization: `Bearer ${by.token}`, ...headers },
    });
  // Connections are open.
  await call();
  sent.mockClear();
  const { statusCode, headers: answered } = await call();
  return { status: statusCode, statements: sent.mock.calls.length, etag: String(answered["etag"]) };
}

test.each([
  ["/notif/user/:id", "client", 2],
  ["/chat/user/:id", "client", 2],
  ["/chat/user/:id/messages?before=5", "client", 2],
  ["/chat/user/:id/unread", "client", 2],
  // As a page asks that has missed nothing.
  ["/chat/user/:id/changes?after=1000", "client", 1],
  ["/doc/user/:id/by-type/all", "client", 2],
  ["/ticket/user/:id", "client", 2],
  ["/ticket", "office", 2],
  ["/ticket?queue=unassigned", "office", 2],
] as const)("%s for a %s takes %d", async (path, role, statements) => {
  expect(await count(path, role === "client" ? client : office)).toMatchObject({ status: 200, statements });
});

test("a list that the caller has takes one", async () => {
  const { etag } = await count("/notif/user/:id", client);
  expect(await count("/notif/user/:id", client, { "if-none-match": etag })).toMatchObject({
    status: 304,
    statements: 1,
  });
});
