/** Processes on one database: what each sees of the others, and which may not work beside them. */
import { randomBytes } from "node:crypto";
import { cp, readdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import pino from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Clock, openClock } from "../database/clock.ts";
import { type Config, ConfigError, readConfig } from "../kernel/config.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { temporaryFolder } from "../testing/folder.ts";
import { joinProcesses, type Presence, runsJobs } from "./presence.ts";
import { listProcesses } from "./processes.queries.ts";

let database: TestDatabase;
let joined: Presence[];
/** Whether the database answers past its pooler. */
let direct: boolean;
const reachesDirect = () => Promise.resolve(direct);
let redis = true;
const reachesRedis = () => redis;
const firmKey = randomBytes(32).toString("base64");
beforeEach(async () => {
  database = await createTestDatabase();
  joined = [];
  direct = true;
});
afterEach(async () => {
  for (const presence of joined) await presence.leave();
  await database.close();
});

/** Joins a process with a data folder of its own, unless another is given. */
async function enter(
  settings: Record<string, string> = {},
  { build = "b1", clock }: { build?: string; clock?: Clock } = {},
) {
  const lines: string[] = [];
  const log = pino({ level: "warn" }, { write: (line: string) => void lines.push(JSON.parse(line).msg) });
  const dataDir = settings["DATA_DIR"] ?? (await temporaryFolder());
  const config: Config = readConfig({ DATA_DIR: dataDir, FIRM_KEY: firmKey, DEMO: "off", ...settings });
  const presence = await joinProcesses(
    { db: database.db, config, log },
    { build, reachesDirect, reachesRedis, clock: clock ?? (await openClock(database.db)) },
  );
  joined.push(presence);
  return { presence, lines, dataDir };
}
const refusalOf = async (settings: Record<string, string>): Promise<string> => {
  const error: unknown = await enter(settings).then(
    () => "joined",
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ConfigError);
  return (error as ConfigError).message;
};
const outside = {
  FILES_S3_ENDPOINT: "https://s3.firm.example",
  FILES_S3_BUCKET: "portico",
  FILES_S3_ACCESS_KEY_ID: "id",
  FILES_S3_SECRET_ACCESS_KEY: "secret",
  SMTP_URL: "smtp://portal:password@mail.firm.example:587",
};
const seenLongAgo = (seconds: number) =>
  sql`update portal_process set seen_at = now() - make_interval(secs => ${seconds})`.execute(database.db);

test("processes see each other with what they do, and one that stops is gone at once", async () => {
  const first = await enter({ ...outside, PROCESS_KIND: "serve" });
  const second = await enter({ ...outside, PROCESS_KIND: "jobs" }, { build: "b2" });
  await first.presence.beat();
  for (const { presence } of [first, second])
    expect(presence.living().map(({ kind, build, pid }) => [kind, build, pid])).toEqual([
      ["jobs", "b2", process.pid],
      ["serve", "b1", process.pid],
    ]);
  await second.presence.leave();
  await first.presence.beat();
  expect(first.presence.living()).toHaveLength(1);
});

test("the row tells where things are kept, without passwords or the key", async () => {
  await enter(outside);
  const [row] = await listProcesses(database.db);
  expect(row).toMatchObject({
    files_store: "https://s3.firm.example/portico/",
    mail_store: "mail.firm.example:587",
    sharepoint_store: "folder",
  });
  const text = JSON.stringify(row);
  for (const secret of [firmKey, "password", '"secret"']) expect(text).not.toContain(secret);
});

test("another firm key is refused beside a process that lives", async () => {
  await enter(outside);
  const message = await refusalOf({ ...outside, FIRM_KEY: randomBytes(32).toString("base64") });
  expect(message).toMatch(/firm's key here is \w{16}, and the portal on .* has \w{16}\. .*FIRM_KEY or FIRM_KEY_FILE/);
  expect(await listProcesses(database.db)).toHaveLength(1);
});

test("files in a folder that the other does not see are refused, also in a copy of it, and leave no mark", async () => {
  const first = await enter();
  const dataDir = join(await temporaryFolder(), "copy");
  await cp(first.dataDir, dataDir, { recursive: true });
  // As if it had been copied while no process ran.
  await first.presence.leave();
  const again = await enter({ DATA_DIR: first.dataDir });
  const message = await refusalOf({ DATA_DIR: dataDir });
  expect(message).toMatch(
    /store for files here is a folder that the portal on .* does not see\. Set FILES_S3_ENDPOINT.*DATA_DIR\/files/,
  );
  expect(message).toContain("counts as running for 45 seconds");
  const [row] = await listProcesses(database.db);
  expect(await readdir(join(dataDir, "files"))).not.toContain(`~process-${row?.id}.part`);
  await again.presence.leave();
  expect(await readdir(join(first.dataDir, "files"))).toEqual([]);
});

test("one folder under two paths, as shared machines have it, is one store", async () => {
  const first = await enter();
  const mounted = join(await temporaryFolder(), "mount");
  await symlink(first.dataDir, mounted);
  const second = await enter({ DATA_DIR: mounted });
  await first.presence.beat();
  expect([...first.lines, ...second.lines]).toEqual([]);
});

test("another bucket is refused, and a folder beside a bucket", async () => {
  await enter(outside);
  expect(await refusalOf({ ...outside, FILES_S3_BUCKET: "other" })).toContain(
    "has https://s3.firm.example/portico/. Set FILES_S3_ENDPOINT",
  );
  expect(await refusalOf({ SMTP_URL: outside.SMTP_URL })).toContain("here is a folder of its own");
});

test("mails and clients' folders of one machine alone are warned of once and marked, other mail servers are not", async () => {
  const { SMTP_URL: _mail, ...files } = outside;
  const first = await enter(files);
  const second = await enter(files);
  await second.presence.beat();
  expect(second.lines).toEqual([
    expect.stringMatching(/store for mail here is a folder that .* does not see.*SMTP_URL/),
    expect.stringMatching(/store for sharepoint here is a folder that .* does not see.*SHAREPOINT_SITE/),
  ]);
  const rows = await listProcesses(database.db);
  expect(rows.map(({ alone }) => alone)).toEqual([["mail", "sharepoint"], []]);
  await first.presence.leave();
  await second.presence.beat();
  await second.presence.beat();
  expect((await listProcesses(database.db)).map(({ alone }) => alone)).toEqual([[]]);
  const third = await enter({ ...outside, SMTP_URL: "smtp://localhost", DATA_DIR: second.dataDir });
  expect(third.lines.some((line) => line.includes("mail"))).toBe(true);
  await second.presence.leave();
  const fourth = await enter({ ...outside, DATA_DIR: second.dataDir });
  expect(fourth.lines).toEqual([]);
});

test("sockets over another bus are warned of, without the password", async () => {
  const first = await enter(outside);
  const second = await enter({
    ...outside,
    DATA_DIR: first.dataDir,
    REDIS_URL: "redis://a:password@redis.example:6379",
  });
  expect(second.lines).toEqual([
    expect.stringMatching(/sockets here use redis\.example:6379, and those of the portal on .* database: .*REDIS_URL/),
  ]);
  await second.presence.beat();
  expect((await listProcesses(database.db)).map(({ alone }) => alone)).toEqual([["bus"], []]);
});

test("a killed process does not count after a while, is shown for longer, and comes back when it was only slow", async () => {
  const killed = await enter();
  await seenLongAgo(46);
  const next = await enter();
  expect(next.presence.living()).toHaveLength(1);
  expect((await listProcesses(database.db)).map(({ alive }) => alive)).toEqual([true, false]);
  await seenLongAgo(601);
  await next.presence.beat();
  expect(await listProcesses(database.db)).toHaveLength(1);
  await killed.presence.beat();
  expect(killed.presence.living()).toHaveLength(2);
  expect(killed.lines).toContainEqual(expect.stringContaining("store for files"));
});

test("it is said once that nobody runs jobs, until somebody does", async () => {
  const serving = await enter({ ...outside, PROCESS_KIND: "serve" });
  await serving.presence.beat();
  expect(serving.lines).toEqual([expect.stringContaining("No process runs jobs. Start one with PROCESS_KIND")]);
  const working = await enter({ ...outside, PROCESS_KIND: "jobs", DATA_DIR: serving.dataDir });
  await serving.presence.beat();
  expect([working.lines, runsJobs(serving.presence.living())]).toEqual([[], true]);
  await working.presence.leave();
  await serving.presence.beat();
  expect(serving.lines).toHaveLength(2);
});

test("a process without the address past the pooler says so in its row, until it answers again", async () => {
  const { presence } = await enter();
  const others = async () => (await listProcesses(database.db)).map(({ reaches_direct }) => reaches_direct);
  expect(await others()).toEqual([true]);
  direct = false;
  await presence.beat();
  expect(await others()).toEqual([false]);
  direct = true;
  await presence.beat();
  expect(await others()).toEqual([true]);
});

test("a process without Redis says so in its row, until it answers again", async () => {
  const { presence } = await enter();
  const seen: boolean[] = [];
  for (redis of [true, false, true]) {
    await presence.beat();
    for (const { reaches_redis } of await listProcesses(database.db)) seen.push(reaches_redis);
  }
  expect(seen).toEqual([true, false, true]);
});

test("of two that start at once and do not fit, one stays", async () => {
  const started = await Promise.allSettled([enter(), enter(), enter()]);
  expect(started.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test("a clock that is off is said in the log and told to the others, until it is right", async () => {
  const clock = await openClock(database.db);
  let aheadSeconds = 3600.2;
  const off = await enter({}, { clock: { ...clock, aheadSeconds: () => aheadSeconds } });
  const others = async () => (await listProcesses(database.db)).map(({ clock_ahead_ms }) => clock_ahead_ms);
  expect(off.lines).toEqual([
    expect.stringMatching(/clock of this machine is 3600 seconds ahead of the database's.*NTP/),
  ]);
  expect(await others()).toEqual([3_600_200]);
  aheadSeconds = -0.4;
  await off.presence.beat();
  expect([off.lines.length, await others()]).toEqual([1, [-400]]);
});
