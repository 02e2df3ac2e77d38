/** A firm key is made once, where nothing is encrypted, and one that does not fit ends the start with words. */
import { randomBytes } from "node:crypto";
import { readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ConfigError } from "../kernel/config.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { temporaryFolder } from "../testing/folder.ts";
import { keyName } from "./firm-key.ts";
import { prepareFirmKey } from "./prepare-key.ts";

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.close());

const machine = async () => ({
  dataDir: join(await temporaryFolder(), "data"),
  firmKey: undefined,
  firmKeyFile: undefined,
});
const prepare = (config: Parameters<typeof prepareFirmKey>[1]) => prepareFirmKey(database.db, config);
const refusal = async (config: Parameters<typeof prepareFirmKey>[1]): Promise<string> => {
  const error: unknown = await prepare(config).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ConfigError);
  return (error as ConfigError).message;
};

test("the first start makes a key for the portal's user alone, and later ones read it", async () => {
  const config = await machine();
  const key = await prepare(config);
  expect((await stat(join(config.dataDir, "firm.key"))).mode & 0o777).toBe(0o600);
  expect(await prepare(config)).toEqual(key);
});

test("of machines that start at once on an empty database one makes a key, and the other is told whose to copy", async () => {
  const machines = [await machine(), await machine()];
  const started = await Promise.allSettled(machines.map(prepare));
  expect(started.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  const refused = machines[started.findIndex(({ status }) => status === "rejected")];
  const [other] = machines.filter((config) => config !== refused);
  if (!refused || !other) throw new Error("one of two was refused");
  expect(await readdir(join(refused.dataDir, "..")).catch(() => [])).toEqual([]);
  expect(await refusal(refused)).toMatch(/firm\.key does not exist\. Copy the key .* FIRM_KEY or FIRM_KEY_FILE/);
  const copied = await readFile(join(other.dataDir, "firm.key"), "utf8");
  expect(await prepare({ ...refused, firmKey: copied })).toEqual(await prepare(other));
});

test("a lost key file is not replaced by a new one", async () => {
  const config = await machine();
  await prepare(config);
  await rm(join(config.dataDir, "firm.key"));
  expect(await refusal(config)).toMatch(/No new key was made/);
  expect(await readdir(config.dataDir)).toEqual([]);
});

test("another key than the data keys were wrapped with is refused by its source and name, without its bytes", async () => {
  const config = await machine();
  await prepare(config);
  const other = randomBytes(32);
  const file = join(config.dataDir, "other.key");
  await writeFile(file, other.toString("hex"));
  for (const [setting, source] of [
    [{ firmKey: other.toString("base64") }, "FIRM_KEY"],
    [{ firmKeyFile: file }, file],
  ] as const) {
    const message = await refusal({ ...config, ...setting });
    expect(message).toContain(`from ${source} (its name is ${keyName(other)}) does not open 1 of 1 data keys`);
    expect(message).not.toContain(other.toString("base64"));
    expect(message).not.toContain(other.toString("hex"));
  }
});

test("a file that a setting names is never made", async () => {
  const config = await machine();
  const file = join(config.dataDir, "named.key");
  expect(await refusal({ ...config, firmKeyFile: file })).toContain(`cannot be read from ${file}`);
  expect(await prepare(config)).toHaveLength(32);
});
