/** The lists are JSON text made by the database: they keep their shape, and their ETag changes with all that they show. */
import { notification, notifications } from "@portico/api/notifications.ts";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { transact } from "../../unit-of-work/transact.ts";

let app: TestApp;
let office: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  office = await app.as("office");
});
afterAll(() => app.close());

/** Without fields that are not declared. */
const asDeclared = z.array(notification.strict());

const read = (url: string, by: TestUser, etag?: string) =>
  app.app.inject({
    url,
    headers: { authorization: `Bearer ${by.token}`, ...(etag !== undefined && { "if-none-match": etag }) },
  });

test("a list has the declared shape, whatever its rows hold", async () => {
  const client = await app.as("client");
  const { rows } = await sql<{ id: number }>`
    insert into company (name, creator_id, state) values ('Oak', ${client.id}, 'preKYC') returning id`.execute(
    app.services.db,
  );
  for (const [type, id] of [
    ["user", client.id],
    ["company", rows[0]?.id],
  ] as const)
    await sql`insert into notification (holder_type, holder_id, type, text, params, target_id, created_by, created_at)
      values (${type}, ${id}, 'generic', ${'Quotes ", \\ and\nлинии'}, '{}', null, ${office.id}, '2024-03-31 00:30:00.1239+00'),
        (${type}, ${id}, 'of_a_later_build', null, '{"day": "2024-01-02", "count": 3}', 7, null, '2024-02-29 12:00:00+00')`.execute(
      app.services.db,
    );
  for (const [url, companyId] of [
    [`/notif/user/${client.id}`, null],
    [`/notif/${client.id}/user_companies`, rows[0]?.id],
  ] as const) {
    const answer = await read(url, client);
    expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
    const [later, first] = asDeclared.parse(answer.json());
    expect(later).toMatchObject({ type: "generic", text: null, params: { day: "2024-01-02", count: 3 }, target_id: 7 });
    expect(first).toMatchObject({
      text: 'Quotes ", \\ and\nлинии',
      params: {},
      target_id: null,
      company_id: companyId,
      created_at: "2024-03-31T00:30:00.124Z",
      seen: false,
    });
  }
});

const changes = fc.constantFrom(
  "send",
  "group",
  "seen",
  "remove",
  "ask",
  "end",
  "toAnother",
  "anotherSees",
  "rewrite",
  "many",
  "none",
);

test("after any change a list with the same tag is the same", { timeout: 120_000 }, async () => {
  const { db } = app.services;
  const group = "VIP";
  await fc.assert(
    fc.asyncProperty(fc.array(changes, { minLength: 4, maxLength: 14 }), async (list) => {
      const [client, other] = [await app.as("client"), await app.as("client")];
      const holder = { holderType: "user" as const, holderId: client.id };
      const url = `/notif/user/${client.id}`;
      const shown = async () => asDeclared.parse((await read(url, client)).json());
      const send = (to: TestUser) =>
        office.client.notifications.send({
          params: { holderType: "user", holderId: to.id },
          body: { text: `News ${Math.random()}` },
        });
      const change = async (what: string): Promise<unknown> => {
        const first = (await shown())[0];
        switch (what) {
          case "send":
            return send(client);
          case "group":
            await office.client.distributionGroups.setOfUser({
              params: { id: client.id },
              body: { newGroups: [group] },
            });
            return office.client.notifications.sendToGroup({ params: { name: group }, body: { text: "All" } });
          case "seen":
            return (
              first &&
              client.client.notifications.markSeen({ params: { userId: client.id }, body: { ids: [first.id] } })
            );
          case "remove":
            return first && client.client.notifications.remove({ params: { ...holder, id: first.id } });
          case "ask":
            return transact({ ...app.services, system: "test" }, (tx) =>
              tx.notify(holder, { type: "withdrawal_to_confirm", target_id: 5, params: {} }),
            );
          case "end":
            return transact({ ...app.services, system: "test" }, (tx) =>
              tx.endNews(holder, { types: ["withdrawal_to_confirm"], target_id: 5 }),
            );
          case "toAnother":
            return send(other);
          case "anotherSees":
            return (
              first && other.client.notifications.markSeen({ params: { userId: other.id }, body: { ids: [first.id] } })
            );
          case "rewrite":
            return sql`update notification set text = ${`Again ${Math.random()}`} where id = ${first?.id ?? 0}`.execute(
              db,
            );
          case "many":
            return sql`insert into notification (holder_type, holder_id, type, text, params)
              select 'user', ${client.id}, 'generic', 'One of many', '{}' from generate_series(1, 150)`.execute(db);
          default:
            return undefined;
        }
      };
      let known: { etag: string; list: unknown } | undefined;
      for (const what of list) {
        await change(what);
        const anew = await read(url, client);
        const asked = await read(url, client, known?.etag ?? "");
        if (asked.statusCode === 304) expect(known?.list).toEqual(anew.json());
        else expect(asked.json()).toEqual(anew.json());
        // Who has the newest list is not sent it.
        expect((await read(url, client, String(anew.headers["etag"]))).statusCode).toBe(304);
        if (known && known.etag === anew.headers["etag"]) expect(anew.json()).toEqual(known.list);
        if (what === "send") expect(anew.json()).not.toEqual(known?.list ?? []);
        known = { etag: String(anew.headers["etag"]), list: anew.json() };
      }
    }),
    { numRuns: 12 },
  );
});

test("a tag of one's own list says nothing to somebody else", async () => {
  const [client, stranger, internal] = [await app.as("client"), await app.as("client"), await app.as("internal")];
  const params = { holderType: "user" as const, holderId: client.id };
  await office.client.notifications.send({ params, body: { text: "For you" } });
  const url = notifications.listOfUser.path.replace(":id", String(client.id));
  const tag = String((await read(url, client)).headers["etag"]);
  expect((await read(url, stranger, tag)).statusCode).toBe(404);
  expect((await read(url, { ...client, token: "unknown" }, tag)).statusCode).toBe(401);
  // Staff see the client's list as the client does, and that is recorded.
  expect((await read(url, internal, tag)).statusCode).toBe(304);
  const { rows } = await app.database.pool.query(
    "select from audit_entry where subject_id = $1 and after->>'call' = 'notifications.listOfUser'",
    [client.id],
  );
  expect(rows).toHaveLength(1);
});
