/** The database's rights, the key, its copy, backups and restores: right, and each wrong in its way. */
import { randomBytes } from "node:crypto";
import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { Client } from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { note } from "../commands/operator-notes.ts";
import type { Config } from "../kernel/config.ts";
import { keyName } from "../secrets/firm-key.ts";
import { createVault } from "../secrets/vault.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { checkInstallation } from "./checks.ts";
import { appendOnlyTables } from "./database-check.ts";
import { withQuietDatabase } from "./quiet-database.ts";
import { look, settingsOf } from "./testing/check.ts";

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.close());

/** The test's database as one of the settings. */
function urlAs({ host, port, user, password, database: name }: TestDatabase["connection"]): string {
  return `postgres://${user}:${password}@localhost/${name}?host=${encodeURIComponent(host ?? "")}&port=${port}`;
}
const asSuperuser = async (statement: string): Promise<void> => {
  const client = new Client(database.superuser);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
};
const external = async (of: TestDatabase["connection"] = database.connection, more: Partial<Config> = {}) => {
  const settings = await settingsOf({});
  return { ...settings, config: { ...settings.config, databaseUrl: urlAs(of), ...more } };
};
const codesOf = async (...given: Parameters<typeof external>) =>
  (await look("database", await external(...given))).codes;

test("the test's role is only not a member of the role that deletes; as one it is right", async () => {
  expect(await codesOf()).toEqual(["databaseRetention"]);
  await asSuperuser("create role asked login password 'p' in role portico_app, portico_retention");
  try {
    await asSuperuser(`alter role asked in database ${database.connection.database} set role = portico_app`);
    await asSuperuser(`grant connect on database ${database.connection.database} to asked`);
    const asked = { ...database.connection, user: "asked", password: "p" };
    expect(await codesOf(asked)).toEqual(["databaseRight"]);
    await asSuperuser("grant portico_owner to asked");
    expect(await codesOf(asked)).toEqual(["databaseOneUser"]);
    await asSuperuser("revoke portico_owner from asked");
    await asSuperuser(`alter role asked in database ${database.connection.database} reset role`);
    expect(await codesOf(asked)).toEqual(["databaseRole"]);
  } finally {
    await asSuperuser("drop owned by asked; drop role asked");
  }
});

test("too many rights are named: a superuser, an owner, tables that lost their protection", async () => {
  expect(await codesOf(database.superuser)).toContain("databaseSuperuser");
  expect(await codesOf(database.owner)).toEqual(expect.arrayContaining(["databaseRole", "databaseOneUser"]));
  await asSuperuser("grant update on ledger_entry to portico_app; grant update (hash) on audit_entry to portico_app");
  const [checked] = await checkInstallation((await external()).config, { only: ["database"] });
  expect(checked?.state).toBe("wrong");
  expect(checked?.found.find(({ code }) => code === "databaseAppendOnly")?.values).toEqual({
    tables: "audit_entry, ledger_entry",
  });
  await asSuperuser("alter table audit_entry owner to portico_app");
  expect(await codesOf()).toContain("databaseOwns");
});

test("each table of the list is protected by the migrations", async () => {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relname = any(${appendOnlyTables})
      and has_table_privilege('portico_app', oid, 'insert') and not has_any_column_privilege('portico_app', oid, 'update')
      and not has_table_privilege('portico_app', oid, 'delete')`.execute(database.db);
  expect(rows.map(({ name }) => name).toSorted()).toEqual(appendOnlyTables.toSorted());
});

test("what is missing is named with what mends it", async () => {
  await asSuperuser("drop extension pg_trgm cascade");
  expect(await codesOf()).toContain("databaseExtension");
  await asSuperuser("delete from kysely_migration where name like '0261%'");
  const migrations = await look("database", await external());
  expect(migrations.codes).toContain("databaseMigrations");
  await asSuperuser(
    "insert into kysely_migration values ('9999-later', now()::text); insert into migration_ending_older_builds values ('9999-later', 'other rows')",
  );
  expect(await codesOf()).toContain("databaseLater");
  const other = await createTestDatabase();
  try {
    const codes = await codesOf(database.connection, { databaseDirectUrl: urlAs(other.connection) });
    // Two databases without processes differ by name alone.
    expect(codes).toContain("databaseOther");
  } finally {
    await other.close();
  }
});

test("a database that is away, refuses the password, or was never made is told apart, and no password is shown", async () => {
  const away = await external(undefined, { databaseUrl: "postgres://portal:geheim@127.0.0.1:1/portico" });
  expect(await look("database", away)).toMatchObject({
    codes: ["databaseAway"],
    detail: expect.stringMatching(/cannot be reached: .*ECONNREFUSED.* DATABASE_URL/) as string,
  });
  const refused = await look("database", await external({ ...database.connection, password: "geheim" }));
  expect(refused).toMatchObject({ codes: ["databaseAway"], detail: expect.stringContaining("refuses") as string });
  expect(JSON.stringify(refused)).not.toContain("geheim");
  expect((await look("database", await settingsOf({}))).codes).toEqual(["databaseNotMade"]);
});

test("nothing can be written over the connection of the checks", async () => {
  const { config } = await external();
  await withQuietDatabase(config, async ({ ask }) => {
    await expect(
      ask?.("insert into operator_note (kind, taken_at, subject) values ('backup', now(), 'x')"),
    ).rejects.toThrow("read-only");
    expect(await ask?.("select 1 as one")).toEqual([{ one: 1 }]);
  });
});

/** Settings with a key that the database was used with. */
async function withKey(environment: Record<string, string>) {
  const settings = { ...(await settingsOf(environment)), pool: database.pool };
  await createVault({ db: database.db, config: settings.config }).prepare();
  return settings;
}
const hex = (): string => randomBytes(32).toString("hex");

test("the key must be there, be the right one, and be read by nobody else", async () => {
  const inFile = await withKey({});
  const file = join(inFile.config.dataDir, "firm.key");
  expect(await look("keys", inFile)).toMatchObject({ state: "trial", codes: ["keyBesideData"] });
  await chmod(file, 0o644);
  expect((await look("keys", inFile)).codes).toEqual(["keyOpen", "keyBesideData"]);
  const named = { ...inFile, config: { ...inFile.config, firmKeyFile: file } };
  await chmod(file, 0o600);
  expect((await look("keys", named)).codes).toEqual(["keyRight"]);
  await writeFile(file, hex());
  expect((await look("keys", named)).codes).toEqual(["keyOther"]);
  await writeFile(file, "no key");
  expect((await look("keys", named)).codes).toEqual(["keyUnreadable"]);
  const missing = { ...inFile, config: (await settingsOf({})).config };
  expect((await look("keys", missing)).codes).toEqual(["keyMissing"]);
  expect((await look("keys", { ...missing, pool: undefined as never })).codes).toEqual(["keyNotMade"]);
});

test("a copy of the key counts for the key in use, for about a year", async () => {
  const settings = await withKey({ FIRM_KEY: hex() });
  const code = async (now = new Date()) => (await look("keyCopy", { ...settings, now: () => now })).codes;
  expect(await code()).toEqual(["keyCopyNone"]);
  const key = Buffer.from(settings.config.firmKey ?? "", "hex");
  await note(database.db, "keyCopy", { subject: keyName(key), taken: null });
  expect(await code()).toEqual(["keyCopyRight"]);
  expect(await code(new Date(Date.now() + 500 * 86_400_000))).toEqual(["keyCopyOld"]);
  const other = { ...settings, config: { ...settings.config, firmKey: hex() } };
  expect((await look("keyCopy", other)).codes).toEqual(["keyCopyOther"]);
  await asSuperuser("delete from operator_note");
  expect(await code()).toEqual(["keyCopyNone"]);
});

test("backups and restores count for as long as they help", async () => {
  const settings = { ...(await settingsOf({})), pool: database.pool };
  const codes = async (now = new Date()) => [
    (await look("backup", { ...settings, now: () => now })).codes[0],
    (await look("restoreTest", { ...settings, now: () => now })).codes[0],
  ];
  expect(await codes()).toEqual(["backupNone", "restoreNone"]);
  const taken = new Date(Date.now() - 3_600_000);
  await note(database.db, "backup", { subject: "pgBackRest", taken });
  await note(database.db, "restoreTest", { subject: "2026", taken });
  await expect(note(database.db, "restoreTest", { subject: "2026", taken })).rejects.toThrow("noted before");
  expect(await codes()).toEqual(["backupRight", "restoreRight"]);
  expect(await codes(new Date(Date.now() + 3 * 86_400_000))).toEqual(["backupOld", "restoreRight"]);
  expect(await codes(new Date(Date.now() + 500 * 86_400_000))).toEqual(["backupOld", "restoreOld"]);
  // An older one that is noted late does not hide the newer.
  await note(database.db, "backup", { subject: "late", taken: new Date(0) });
  expect((await codes())[0]).toBe("backupRight");
  const file = join(settings.config.dataDir, "one.backup");
  await writeFile(file, "backup");
  await note(database.db, "backup", { subject: file, taken: new Date() });
  expect((await codes())[0]).toBe("backupSameDisk");
});

test("where somebody tries the portal, what a firm needs is not yet wrong", async () => {
  const { config } = await settingsOf({});
  const trial = { config, pool: database.pool, environment: {} };
  const states = [];
  for (const id of ["keyCopy", "backup", "restoreTest"] as const) states.push((await look(id, trial)).state);
  expect(states).toEqual(["trial", "trial", "trial"]);
});
