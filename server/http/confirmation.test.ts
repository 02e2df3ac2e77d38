/** Calls that need more than a session: after a password reset, and for staff who need a second factor. */
import type { Role } from "@portico/api/permissions.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { hashPassword } from "../domains/sessions/passwords/passwords.ts";
import { createTestApp, type TestApp, type TestUser } from "../testing/app.ts";

const currentPassword = "a harbour at first light";
let app: TestApp;
let passwordHash: string;

beforeAll(async () => {
  app = await createTestApp();
  passwordHash = await hashPassword(currentPassword);
});
afterAll(() => app.close());
const demand = (required: boolean) =>
  sql`insert into setting (name, data) values ('staffSecondFactor', ${JSON.stringify({ required })}::jsonb)
    on conflict (name) do update set data = excluded.data`.execute(app.database.db);
beforeEach(() => demand(false));

async function person(role: Role): Promise<TestUser> {
  const user = await app.as(role);
  await sql`update app_user set password_hash = ${passwordHash} where id = ${user.id}`.execute(app.database.db);
  return user;
}
const reset = (user: TestUser, hoursAgo: number) =>
  sql`update app_user set password_reset_at = now() - make_interval(hours => ${hoursAgo}) where id = ${user.id}`.execute(
    app.database.db,
  );
const confirm = (user: TestUser, factor: string) =>
  sql`update session set fresh_until = now() + interval '5 minutes', fresh_factor = ${factor}
    where user_id = ${user.id}`.execute(app.database.db);
const addFactor = ({ id, client }: TestUser) =>
  client.sessions.beginAuthenticator({ params: { id }, body: { currentPassword } });

test("in the day after a password reset nobody adds a factor by the mailbox alone", async () => {
  const user = await person("client");
  await reset(user, 23);
  await expect(addFactor(user)).rejects.toMatchObject({ code: "coolingOff", status: 403 });
  await confirm(user, "mail");
  await expect(addFactor(user)).rejects.toMatchObject({ code: "coolingOff" });
});

test("another factor than the mailbox lets one step through, once", async () => {
  const user = await person("client");
  await reset(user, 1);
  await confirm(user, "authenticator");
  await expect(addFactor(user)).resolves.toHaveProperty("secret");
  await expect(addFactor(user)).rejects.toMatchObject({ code: "coolingOff" });
});

test("after a day, and for everything else, a reset changes nothing", async () => {
  const user = await person("client");
  await reset(user, 25);
  await expect(addFactor(user)).resolves.toHaveProperty("secret");
  await reset(user, 1);
  await expect(user.client.users.get({ params: { id: user.id } })).resolves.toMatchObject({ id: user.id });
});

test("staff without the demanded factor get no further than setting one up; clients are not asked", async () => {
  const office = await person("office");
  const client = await person("client");
  await expect(office.client.users.list({ query: {} })).resolves.toHaveProperty("users");
  await demand(true);
  await expect(office.client.users.list({ query: {} })).rejects.toMatchObject({ code: "secondFactorNeeded" });
  await expect(office.client.users.get({ params: { id: client.id } })).rejects.toMatchObject({ status: 403 });
  await expect(office.client.users.get({ params: { id: office.id } })).resolves.toMatchObject({ id: office.id });
  await expect(addFactor(office)).resolves.toHaveProperty("secret");
  await expect(office.client.users.list({ query: {} })).rejects.toMatchObject({ code: "secondFactorNeeded" });
  await sql`update authenticator set confirmed_at = now() where user_id = ${office.id}`.execute(app.database.db);
  await expect(office.client.users.list({ query: {} })).resolves.toHaveProperty("users");
  await expect(client.client.users.getState({ params: { id: client.id } })).resolves.toHaveProperty("state");
});

test("the last demanded factor cannot be taken off", async () => {
  const office = await person("office");
  await addFactor(office);
  await sql`update authenticator set confirmed_at = now() where user_id = ${office.id}`.execute(app.database.db);
  await demand(true);
  const remove = () =>
    office.client.sessions.removeAuthenticator({ params: { id: office.id }, body: { currentPassword } });
  await expect(remove()).rejects.toMatchObject({ code: "secondFactorNeeded" });
  await demand(false);
  await expect(remove()).resolves.toEqual({ done: true });
});
