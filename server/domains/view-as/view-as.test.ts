/** View-as: with a reason, read-only, for a limited time, and visible to the client. */
import { api } from "@portico/api";
import { fillPath } from "@portico/api/client.ts";
import type { Endpoint } from "@portico/api/endpoint.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { auditOf, codeOf, subjectOf } from "../../testing/effects.ts";
import { arrangeHolder } from "../onboarding/testing/holders.ts";

let app: TestApp;
let internal: TestUser;
let office: TestUser;
let admin: TestUser;
let client: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  internal = await app.as("internal", { name: "Irene Internal" });
  office = await app.as("office", { name: "Olga Office" });
  admin = await app.as("admin");
  client = await app.as("client", { name: "Ivan Petrov", clientNumber: "V-1" });
});
afterAll(() => app.close());

const own = ({ id }: TestUser): Holder => ({ holderType: "user", holderId: id });
const reason = "They called and cannot find their statement";
const begin = (who: TestUser, holder: Holder, why = reason) =>
  who.client.viewAs.begin({ params: holder, body: { reason: why } });
const end = (who: TestUser, viewAsId: number) => who.client.viewAs.end({ params: { viewAsId } });

/** A call made by a page in view-as. */
const viewAs = (
  who: TestUser,
  viewAsId: number | string,
  url: string,
  more: { method?: Endpoint["method"]; payload?: object } = {},
) =>
  app.app.inject({
    method: "GET",
    url,
    ...more,
    headers: { authorization: `Bearer ${who.token}`, "x-view-as": String(viewAsId) },
  });
const stateUrl = () => `/user/${client.id}/state`;

test("a look needs a reason of some words, a holder who is there, and staff", async () => {
  for (const why of ["", "    ", "why", "x".repeat(301)])
    expect(await codeOf(begin(internal, own(client), why)), why).toBe("badInput");
  expect(await codeOf(begin(internal, { holderType: "user", holderId: 999_999 }))).toBe("notFound");
  expect(await codeOf(begin(client, own(client)))).toBe("forbidden");
  const rows = await app.database.db.selectFrom("view_as").select("id").execute();
  expect(rows).toEqual([]);
});

test("within a look everything of the client can be read, and each part is logged with the look", async () => {
  const { viewAsId, name, until } = await begin(internal, own(client));
  expect(name).toBe("Ivan Petrov");
  expect(new Date(until).getTime() - Date.now()).toBeGreaterThan(29 * 60_000);
  expect(new Date(until).getTime() - Date.now()).toBeLessThanOrEqual(30 * 60_000);
  for (const url of [stateUrl(), `/notif/user/${client.id}`, `/portfolio/user/${client.id}/customer-portfolio`])
    expect((await viewAs(internal, viewAsId, url)).statusCode, url).toBe(200);
  const rows = await app.database.db
    .selectFrom("audit_entry")
    .select("after")
    .where("action", "=", "holder.accessedByStaff")
    .where("subject_id", "=", String(client.id))
    .execute();
  expect(rows.map(({ after }) => after)).toContainEqual({ call: "users.getState", viewAsId });
});

test("what is read of another client during a look is logged there without it", async () => {
  const other = await app.as("client");
  const { viewAsId } = await begin(internal, own(client));
  expect((await viewAs(internal, viewAsId, `/user/${other.id}/state`)).statusCode).toBe(200);
  const rows = await app.database.db
    .selectFrom("audit_entry")
    .select("after")
    .where("subject_id", "=", String(other.id))
    .where("subject_type", "=", "user")
    .execute();
  expect(rows.map(({ after }) => after)).toEqual([{ call: "users.getState" }]);
});

test("the client finds in their own access history who looked through their eyes, when and why", async () => {
  const { viewAsId } = await begin(office, own(client), "Checking what the report looks like");
  await viewAs(office, viewAsId, `/notif/user/${client.id}`);
  const { accesses } = await client.client.users.listAccesses({ params: { id: client.id }, query: {} });
  const notified = {
    at: expect.any(String) as string,
    staff: "Olga Office",
    viewAsId,
    company: null,
    reason: "Checking what the report looks like",
  };
  expect(accesses.slice(0, 2)).toEqual([
    { ...notified, kind: "access", what: "notifications.listOfUser" },
    { ...notified, kind: "viewAs", what: "" },
  ]);
  expect(
    accesses.some(
      ({ kind, what, staff }) => kind === "access" && what === "users.getState" && staff === "Irene Internal",
    ),
  ).toBe(true);
});

test("a look through a company's eyes shows in the history of each who acts for it, and of nobody else", async () => {
  const { holder, owner } = await arrangeHolder(app, { office, admin }, "company", "postKYC");
  const former = await app.as("client");
  const edit = (newRepIDs: number[]) =>
    office.client.companies.editRepresentatives({ params: { id: holder.holderId }, body: { newRepIDs } });
  await edit([owner.id, former.id]);
  await edit([owner.id]);
  await app.database.db.updateTable("company").set({ name: "Vitosha OOD" }).where("id", "=", holder.holderId).execute();
  await begin(internal, holder, "The representative asked for help");
  const historyOf = async ({ id, client: calls }: TestUser) =>
    (await calls.users.listAccesses({ params: { id }, query: {} })).accesses.filter(({ kind }) => kind === "viewAs");
  expect(await historyOf(owner)).toMatchObject([
    { staff: "Irene Internal", company: "Vitosha OOD", reason: "The representative asked for help" },
  ]);
  expect(await historyOf(former)).toEqual([]);
});

test("the history comes newest first, page by page, every look once", async () => {
  const watched = await app.as("client");
  for (let index = 0; index < 7; index += 1) await begin(office, own(watched), `Look number ${index}`);
  const reasons: (string | null)[] = [];
  let cursor: string | null | undefined;
  do {
    const page = await watched.client.users.listAccesses({
      params: { id: watched.id },
      query: { limit: 2, ...(cursor && { cursor }) },
    });
    reasons.push(...page.accesses.filter(({ kind }) => kind === "viewAs").map(({ reason: why }) => why));
    cursor = page.nextCursor;
  } while (cursor);
  expect(reasons).toEqual(Array.from({ length: 7 }, (_, index) => `Look number ${6 - index}`));
});

describe("a look changes nothing", () => {
  const changing = Object.entries(api).flatMap(([domain, endpoints]) =>
    Object.entries(endpoints as Record<string, Endpoint>)
      .filter(([, { method }]) => method !== "GET")
      .map(([name, endpoint]) => ({ name: `${domain}.${name}`, endpoint })),
  );
  /**
   * Open calls have no session and so no view-as: signing in, out, and setting a password. They do not concern the
   * viewed client.
   */
  const open = [
    "demoPortal.enter",
    "identity.beginSignIn",
    "identity.finishSignIn",
    "identity.signOut",
    "sessions.register",
    "sessions.login",
    "sessions.verify",
    "sessions.resetPassword",
    "sessions.logout",
    "sessions.beginPasskeySignIn",
    "sessions.verifyPasskey",
  ];

  test("calls that are open to anyone are the known ones", () => {
    expect(
      changing
        .filter(({ endpoint }) => endpoint.access.kind === "anyone")
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(open.toSorted());
  });

  for (const { name, endpoint } of changing.filter(({ endpoint: { access } }) => access.kind !== "anyone"))
    test(name, async () => {
      const { viewAsId } = await begin(admin, own(client));
      const { access } = endpoint;
      // Staff's own data, in calls for nobody else: not changed during a view-as either.
      const isOwn = access.kind === "self" && access.staff === undefined;
      const holder = isOwn || (access.kind === "holder" && access.staff === undefined) ? admin : client;
      const params = {
        id: holder.id,
        userId: holder.id,
        holderType: "user",
        holderId: holder.id,
        type: "KYC",
        list: "users",
        name: "brand",
        revision: 1,
        ...Object.fromEntries(
          ["fileId", "remarkId", "proposalId", "viewId", "requestId", "sessionId", "passkeyId"].map((param) => [
            param,
            1,
          ]),
        ),
        viewAsId,
      };
      const count = async () =>
        (
          await sql<{
            rows: number;
          }>`select count(*)::int as rows from audit_entry where action <> 'holder.accessedByStaff'`.execute(
            app.database.db,
          )
        ).rows;
      const before = await count();
      const answer = await viewAs(admin, viewAsId, fillPath(endpoint.path, params), {
        method: endpoint.method,
        ...(endpoint.body && { payload: {} }),
      });
      if (name === "viewAs.end") {
        expect(answer.statusCode, "the look itself can be ended").toBe(200);
        return;
      }
      if (endpoint.readsOnly) {
        expect([answer.statusCode, await count()], "nothing is changed by reading").toEqual([200, before]);
        return;
      }
      // A call for a company's own representatives is not for staff at all.
      const wanted = access.kind === "company" && access.staff === undefined ? "forbidden" : "readOnly";
      expect(`${answer.statusCode} ${answer.body}`).toBe(`403 ${wanted}`);
      expect(await count()).toEqual(before);
    });
});

test("a look ends when its viewer ends it, once for all; a colleague cannot end it", async () => {
  const { viewAsId } = await begin(internal, own(client));
  await end(office, viewAsId);
  expect((await viewAs(internal, viewAsId, stateUrl())).statusCode).toBe(200);
  expect(await end(internal, viewAsId)).toEqual({ done: true });
  expect(await end(internal, viewAsId)).toEqual({ done: true });
  expect((await viewAs(internal, viewAsId, stateUrl())).body).toBe("forbidden");
});

test("a look is of one session: another of the same person, a colleague and a made-up id have none", async () => {
  const { viewAsId } = await begin(internal, own(client));
  expect((await viewAs(office, viewAsId, stateUrl())).body).toBe("forbidden");
  for (const made of [viewAsId + 1000, "x", "-1", "1,2", ""])
    expect((await viewAs(internal, made, stateUrl())).body, String(made)).toBe("forbidden");
  const { db } = app.database;
  const session = await db
    .selectFrom("session")
    .selectAll()
    .where("user_id", "=", internal.id)
    .executeTakeFirstOrThrow();
  const { id: _id, ...copy } = session;
  await db
    .insertInto("session")
    .values({ ...copy, token_hash: Buffer.alloc(32, 9) })
    .execute();
  await db
    .updateTable("view_as")
    .set({ session_id: db.selectFrom("session").select((eb) => eb.fn.max("id").as("id")) })
    .where("id", "=", viewAsId)
    .execute();
  expect((await viewAs(internal, viewAsId, stateUrl())).body).toBe("forbidden");
});

test("a look is over after half an hour", async () => {
  const { viewAsId } = await begin(internal, own(client));
  const age = (minutes: number) =>
    app.database.db
      .updateTable("view_as")
      .set({ started_at: sql<Date>`now() - make_interval(mins => ${minutes})` })
      .where("id", "=", viewAsId)
      .execute();
  await age(29);
  expect((await viewAs(internal, viewAsId, stateUrl())).statusCode).toBe(200);
  await age(31);
  expect((await viewAs(internal, viewAsId, stateUrl())).body).toBe("forbidden");
});

test("with the right ends the look: also what is their own opens to who is no longer staff only without it", async () => {
  const leaving = await app.as("office");
  const { viewAsId } = await begin(leaving, own(client));
  await admin.client.users.setRole({ params: { id: leaving.id }, body: { role: "client" } });
  const foreign = await viewAs(leaving, viewAsId, stateUrl());
  expect([foreign.statusCode, foreign.body]).toEqual([404, "notFound"]);
  expect((await viewAs(leaving, viewAsId, `/user/${leaving.id}/state`)).body).toBe("forbidden");
  expect(await codeOf(leaving.client.users.getState({ params: { id: leaving.id } }))).toBe("done");
});

test("who is disabled during a look is out of it at once", async () => {
  const leaving = await app.as("internal");
  const { viewAsId } = await begin(leaving, own(client));
  await admin.client.users.modifyState({ params: { id: leaving.id }, body: { newState: "disabled" } });
  expect((await viewAs(leaving, viewAsId, stateUrl())).body).toBe("unauthenticated");
});

test("the holder's timeline tells what was done to them, by whom, from what to what; looks stand there too, mere reading does not", async () => {
  const watched = await app.as("client");
  await office.client.users.setClientNumber({ params: { id: watched.id }, body: { clientNumber: "T-1" } });
  await internal.client.users.getState({ params: { id: watched.id } });
  await begin(internal, own(watched));
  const { entries } = await internal.client.timeline.get({ params: own(watched), query: {} });
  expect(entries.map(({ action, by }) => [action, by])).toEqual([
    ["holder.viewedAs", "Irene Internal"],
    ["holder.clientNumberSet", "Olga Office"],
  ]);
  expect(entries[1]).toMatchObject({ before: { clientNumber: null }, after: { clientNumber: "T-1" } });
  const first = await internal.client.timeline.get({ params: own(watched), query: { limit: 1 } });
  const second = await internal.client.timeline.get({
    params: own(watched),
    query: { limit: 1, cursor: first.nextCursor ?? "" },
  });
  expect([...first.entries, ...second.entries]).toEqual(entries);
  expect(second.nextCursor).toBeNull();
  expect(
    await codeOf(internal.client.timeline.get({ params: { holderType: "company", holderId: 999_999 }, query: {} })),
  ).toBe("notFound");
  expect(await auditOf(app, subjectOf(own(watched)), "holder.viewedAs")).toHaveLength(1);
});
