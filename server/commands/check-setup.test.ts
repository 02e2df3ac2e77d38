/** The operator's command before the portal ever ran, beside one that runs, and with what is wrong. */
import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { checkIds } from "@portico/api/rules/set-up-checks.ts";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { readConfig } from "../kernel/config.ts";
import { createVault } from "../secrets/vault.ts";
import { temporaryFolder } from "../testing/folder.ts";
import { openAt } from "../testing/portal-process.ts";

interface Said {
  code: number;
  out: string;
  error: string;
}

/** Runs the command of the operator with these settings alone. */
function run(
  name: string,
  settings: Record<string, string>,
  words: readonly string[] = [],
  input?: string,
): Promise<Said> {
  const { PATH = "", NODE_COMPILE_CACHE = "" } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, TMPDIR: process.env["TMPDIR"] ?? "/tmp", ...settings };
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      ["--no-warnings", join(import.meta.dirname, `${name}.ts`), ...words],
      { env },
      (error, out, told) => resolve({ code: Number(error?.code ?? 0), out, error: told }),
    );
    child.stdin?.end(input ?? "");
  });
}

interface Found {
  ok: boolean;
  checks: { id: string; state: string; found: { code: string; text: string; detail: string | null }[] }[];
}
const stateOf = (found: Found, id: string) => found.checks.find((check) => check.id === id)?.state;

test("before the portal ever ran nothing is wrong, nothing is made, and each default is named", async () => {
  const dataDir = join(await temporaryFolder(), "none");
  const { code, out } = await run("check-setup", { DATA_DIR: dataDir }, ["--json"]);
  const found = JSON.parse(out) as Found;
  expect([code, found.ok]).toEqual([0, true]);
  expect(found.checks.map(({ id }) => id)).toEqual(checkIds);
  expect(found.checks.filter(({ state }) => state === "wrong")).toEqual([]);
  expect(stateOf(found, "database")).toBe("trial");
  expect(existsSync(dataDir)).toBe(false);
}, 60_000);

test("wrong arguments end with 2 and the usage, wrong settings are a finding", async () => {
  expect(await run("check-setup", {}, ["--only=disc"])).toMatchObject({
    code: 2,
    error: expect.stringMatching(/“disc” is no check; these are: settings, .*\nUsage: npm run check-setup/) as string,
  });
  expect((await run("check-setup", {}, ["now"])).code).toBe(2);
  const wrong = {
    PORT: "many",
    SMTP_URL: "smtp://u:geheim@mail",
    DATABASE_ULR: "postgres://u:geheim@db/x",
    TRUST_PROXY: "?",
  };
  const { code, out, error } = await run("check-setup", wrong);
  expect(code).toBe(1);
  expect(out).toMatch(/^Wrong +Settings\n/);
  for (const name of ["PORT", "DATABASE_ULR", "TRUST_PROXY"]) expect(out).toContain(name);
  expect(out + error).not.toContain("geheim");
  const { out: json } = await run("check-setup", wrong, ["--json"]);
  expect((JSON.parse(json) as Found).checks).toMatchObject([{ id: "settings", state: "wrong" }]);
}, 60_000);

test("settings that weaken the portal are named, and one wrong thing ends with 1", async () => {
  const settings = {
    DATA_DIR: await temporaryFolder(),
    RATE_LIMITS: "off",
    TRUST_PROXY: "on",
    DEMO: "off",
    PROT: "80",
  };
  const { code, out } = await run("check-setup", settings, ["--only=settings"]);
  expect(code).toBe(1);
  expect(out).toMatch(/RATE_LIMITS is off[^]*TRUST_PROXY is on[^]*PROT is set, but is no setting/);
  expect(out).toMatch(/\n\n1 wrong, 0 not checked, 0 to look at, 0 fine for trying, 0 right\.\n$/);
}, 60_000);

test("a server that takes connections and stays silent is named, and the command ends", async () => {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const settings = {
    DATA_DIR: await temporaryFolder(),
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    CLAMD_URL: `tcp://127.0.0.1:${port}`,
    DATABASE_URL: `postgres://a:b@127.0.0.1:${port}/x`,
    FILES_S3_ENDPOINT: `http://127.0.0.1:${port}`,
    FILES_S3_BUCKET: "files",
    FILES_S3_ACCESS_KEY_ID: "a",
    FILES_S3_SECRET_ACCESS_KEY: "b",
  };
  const { code, out } = await run("check-setup", settings, ["--json", "--only=mailOut,virusScan,files", "--seconds=1"]);
  const { checks } = JSON.parse(out) as Found;
  expect([code, checks.map(({ found }) => found[0]?.code)]).toEqual([1, ["late", "late", "late"]]);
  expect((await run("check-setup", settings, ["--seconds=soon"])).code).toBe(2);
}, 60_000);

/** Every file below a folder with its time, but for what the server itself writes. */
async function listing(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  return Promise.all(
    names
      .filter((name) => !name.startsWith(join("database", "data", "")) && !name.includes("postgres.log"))
      .toSorted()
      .map(async (name) => `${name} ${(await stat(join(folder, name))).mtimeMs}`),
  );
}

test("beside a running database it looks and changes nothing; backup, copy of the key and restore turn it right", async () => {
  const dataDir = await temporaryFolder();
  const firmKey = randomBytes(32).toString("hex");
  const settings = { DATA_DIR: dataDir, FIRM_KEY: firmKey, DEMO: "off", PUBLIC_URL: "https://portal.firm.test" };
  const database = await openAt(dataDir);
  try {
    await createVault({ db: database.db, config: readConfig(settings) }).prepare();
    const look = async () => {
      const { out } = await run("check-setup", settings, ["--json", "--only=database,keys,keyCopy,backup,restoreTest"]);
      return Object.fromEntries((JSON.parse(out) as Found).checks.map(({ id, found }) => [id, found[0]?.code]));
    };
    const before = await listing(dataDir);
    expect(await look()).toEqual({
      database: "databaseEmbedded",
      keys: "keyRight",
      keyCopy: "keyCopyNone",
      backup: "backupNone",
      restoreTest: "restoreNone",
    });
    expect(await listing(dataDir)).toEqual(before);

    const other = await run("confirm-key", settings, ["-"], randomBytes(32).toString("hex"));
    expect(other).toMatchObject({ code: 1, error: expect.stringContaining("holds another key") as string });
    const here = join(dataDir, "copy");
    await writeFile(here, firmKey);
    expect(await run("confirm-key", settings, [here])).toMatchObject({
      code: 1,
      error: expect.stringContaining("on the disk of DATA_DIR") as string,
    });
    expect((await look())["keyCopy"]).toBe("keyCopyNone");
    expect(
      (await run("confirm-key", settings, ["-"], `${Buffer.from(firmKey, "hex").toString("base64")}\n`)).code,
    ).toBe(0);

    expect((await run("backup", settings)).code).toBe(0);
    const [backup = ""] = await readdir(join(dataDir, "backups"));
    const copy = { ...settings, DATA_DIR: await temporaryFolder() };
    expect(await run("restore", copy, [join(dataDir, "backups", backup)])).toMatchObject({ code: 0 });
    const { out } = await run("note-restore", copy);
    const receipt = /note-restore -- (\S+)/.exec(out)?.[1] ?? "";
    expect((await run("note-restore", settings, [receipt.slice(0, -3)])).error).toContain("no receipt");
    expect(await run("note-restore", settings, [receipt])).toMatchObject({ code: 0 });
    expect((await run("note-restore", settings, [receipt])).error).toContain("noted before");
    expect(await look()).toEqual({
      database: "databaseEmbedded",
      keys: "keyRight",
      keyCopy: "keyCopyRight",
      // On the disk of the data.
      backup: "backupSameDisk",
      restoreTest: "restoreRight",
    });
    expect((await run("note-backup", settings, ["nightly copy", "--taken=2026-01-01"])).code).toBe(0);
    expect((await run("note-backup", settings, [])).code).toBe(2);
    const { rows } = await sql<{ action: string }>`
      select action from audit_entry where subject_type = 'operatorNote' order by action`.execute(database.db);
    expect(rows.map(({ action }) => action)).toEqual([
      "setUp.backupNoted",
      "setUp.backupNoted",
      "setUp.keyCopyRead",
      "setUp.restoreNoted",
    ]);
    expect(await readFile(here, "utf8")).toBe(firmKey);
  } finally {
    await database.close();
  }
  const { out } = await run("check-setup", settings, ["--json", "--only=database"]);
  expect((JSON.parse(out) as Found).checks[0]?.found[0]?.code).toBe("databaseStopped");
}, 180_000);
