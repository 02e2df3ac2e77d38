/** The command, run as an operator runs it. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { temporaryFolder } from "../testing/folder.ts";
import { openAt } from "../testing/portal-process.ts";

const program = join(import.meta.dirname, "create-admin.ts");

test("opens an account, gives the role to who has one, and brings nobody back", async () => {
  const dataDir = await temporaryFolder();
  const run = async (...words: string[]): Promise<string> =>
    promisify(execFile)(process.execPath, ["--no-warnings", program, ...words], {
      env: { ...process.env, DATA_DIR: dataDir },
    }).then(
      ({ stdout }) => stdout.trim(),
      (error: { stderr: string }) => error.stderr.trim(),
    );
  const portal = await openAt(dataDir);
  const setTo = (change: { role?: "office"; state?: "disabled"; email_confirmed_at?: Date | null }) =>
    portal.db.updateTable("app_user").set(change).where("email", "=", "maria@firm.example").execute();
  const role = async () =>
    (
      await portal.db
        .selectFrom("app_user")
        .select("role")
        .where("email", "=", "maria@firm.example")
        .executeTakeFirstOrThrow()
    ).role;

  expect(await run("maria@firm.example")).toMatch(/^Usage/);
  expect(await run("Maria@Firm.example", "Maria Petrova")).toMatch(/^Admin maria@firm.example can sign in/);
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
  const audited = await portal.db
    .selectFrom("audit_entry")
    .select(["action", "actor"])
    .where("subject_type", "=", "user")
    .orderBy("at")
    .execute();
  expect(audited.map(({ action, actor }) => [action, actor])).toEqual([
    ["user.created", { system: "create-admin" }],
    ["user.roleSet", { system: "create-admin" }],
  ]);
  await portal.close();
}, 60_000);
