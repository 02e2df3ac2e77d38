/** What the command does to accounts; `command-lines.test.ts` runs it as an operator does. */
import { expect, onTestFinished, test } from "vitest";
import { createTestApp } from "../testing/app.ts";
import { createTestDatabase } from "../testing/database.ts";
import { codeOf } from "../testing/effects.ts";
import { makeAdmin } from "./make-admin.ts";

test("the new admin chooses the password by the printed link, once, and no password was printed", async () => {
  const app = await createTestApp();
  onTestFinished(() => app.close());
  const printed = await makeAdmin(app.database, app.services.config, "maria@firm.example", "Maria Petrova");
  const validationString = /code=(\S+)/.exec(printed)?.[1] ?? "";
  const choose = (newPass: string) =>
    app.anonymous.sessions.resetPassword({
      params: { email: "maria@firm.example" },
      body: { newPass, validationString },
    });
  await choose("a long password of her own");
  expect(await codeOf(choose("another long password"))).toBe("expiredCode");
  const body = { email: "maria@firm.example", password: "a long password of her own" };
  expect(await app.anonymous.sessions.login({ body })).toMatchObject({ isValidated: true });
});

test("opens an account, gives the role to who has one, and brings nobody back", async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.close());
  const { db } = database;
  const run = (email: string, name?: string) =>
    makeAdmin(database, { publicUrl: "https://portal.example" }, email, name).catch((error: Error) => error.message);
  const setTo = (change: { role?: "office"; state?: "disabled"; email_confirmed_at?: Date | null }) =>
    db.updateTable("app_user").set(change).where("email", "=", "maria@firm.example").execute();
  const role = async () =>
    (await db.selectFrom("app_user").select("role").where("email", "=", "maria@firm.example").executeTakeFirstOrThrow())
      .role;

  expect(await run("maria@firm.example")).toMatch(/has no account yet: the full name is missing/);
  expect(await run("maria@firm.example", "Maria Petrova")).toMatch(
    /^Admin maria@firm.example chooses a password at https:\/\/portal.example\/en\/reset\/maria%40firm.example\?code=\S{43}\n/,
  );
  // The link was lost before it was used: the next run prints another one, until a password was chosen.
  expect(await run("maria@firm.example", "Maria Petrova")).toMatch(/chooses a password at/);
  await db
    .updateTable("app_user")
    .set({ password_reset_at: new Date() })
    .where("email", "=", "maria@firm.example")
    .execute();
  expect(await run("maria@firm.example", "Maria Petrova")).toMatch(/is an admin already/);
  await setTo({ role: "office" });
  expect(await run("maria@firm.example")).toMatch(/is an admin now/);
  expect(await role()).toBe("admin");
  await setTo({ role: "office" });
  await setTo({ email_confirmed_at: null });
  expect(await run("maria@firm.example")).toMatch(/was never confirmed/);
  expect(await role()).toBe("office");
  await setTo({ state: "disabled", email_confirmed_at: new Date() });
  expect(await run("maria@firm.example")).toMatch(/is disabled/);
  expect(await role()).toBe("office");
  const audited = await db
    .selectFrom("audit_entry")
    .select(["action", "actor"])
    .where("subject_type", "=", "user")
    .orderBy("at")
    .execute();
  expect(audited.map(({ action, actor }) => [action, actor])).toEqual([
    ["user.created", { system: "create-admin" }],
    ["user.roleSet", { system: "create-admin" }],
  ]);
});

test("does not make a client an admin", async () => {
  const app = await createTestApp();
  onTestFinished(() => app.close());
  const { id } = await app.as("client", { clientNumber: "P-1" });
  const { db } = app.database;
  const { email } = await db.selectFrom("app_user").select("email").where("id", "=", id).executeTakeFirstOrThrow();
  await db.updateTable("app_user").set({ email_confirmed_at: new Date() }).where("id", "=", id).execute();
  await expect(makeAdmin(app.database, app.services.config, email)).rejects.toThrow(/is a client/);
});
