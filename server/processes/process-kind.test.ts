/** Processes that serve, run jobs or have a replica, each started as by `npm start`, on one database. */
import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { anchorJob } from "../audit/anchor.job.ts";
import { enqueue } from "../jobs/enqueue.ts";
import { inTransaction } from "../kernel/transaction.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { temporaryFolder } from "../testing/folder.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

interface Started {
  child: ChildProcess;
  api: string;
  /** What it wrote to its log. */
  said: () => string;
  stop: () => Promise<number>;
}

const firmKey = randomBytes(32).toString("base64");
const line = z.object({ msg: z.string(), apiPort: z.number().optional() });

/** Address of a database of the test's server. */
function urlOf(name = database.superuser.database, password = database.superuser.password): string {
  const { host, port, user } = database.superuser;
  return `postgres://${user}:${password}@${encodeURIComponent(host ?? "")}:${port}/${name}`;
}

function run(settings: Record<string, string>): ChildProcess {
  const child = spawn(process.execPath, [join(import.meta.dirname, "../testing/serving-portal.ts")], {
    env: {
      PATH: process.env["PATH"],
      NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
      DATABASE_URL: urlOf(),
      FIRM_KEY: firmKey,
      PORT: "0",
      API_PORT: "0",
      DRAIN_SECONDS: "0",
      ...settings,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

/** Resolves when the process is ready. */
async function start(settings: Record<string, string>): Promise<Started> {
  const child = run(settings);
  const ended = once(child, "exit");
  let said = "";
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  child.stderr?.pipe(process.stderr);
  const apiPort = () =>
    said
      .split("\n")
      .filter((text) => text.startsWith("{") && text.endsWith("}"))
      .map((text) => line.parse(JSON.parse(text)))
      .find(({ msg }) => msg === "ready")?.apiPort;
  await expect.poll(apiPort, { timeout: 30_000 }).toBeDefined();
  return {
    child,
    api: `http://localhost:${apiPort()}`,
    said: () => said,
    stop: async () => {
      child.kill("SIGTERM");
      const [code] = (await ended) as [number];
      return code;
    },
  };
}
const readiness = async ({ api }: Started) => (await fetch(`${api}/ready`)).json();

test("a process that serves leaves jobs to one that runs them, which answers operators alone", async () => {
  const dataDir = await temporaryFolder();
  const anchors = join(dataDir, "audit-anchors.jsonl");
  const serving = await start({ DATA_DIR: dataDir, PROCESS_KIND: "serve" });
  expect(await readiness(serving)).toMatchObject({ status: "ok", processes: 1, withJobs: 0 });
  await inTransaction(database.db, (trx) => enqueue(trx, anchorJob, {}));
  // Longer than workers need, which are told at once.
  await pause(3000);
  expect(existsSync(anchors)).toBe(false);

  // PORT is nobody's to listen on: it may be that of the other process.
  const { port } = new URL(serving.api);
  const working = await start({ DATA_DIR: dataDir, PROCESS_KIND: "jobs", PORT: port });
  await expect.poll(() => existsSync(anchors), { timeout: 10_000 }).toBe(true);
  expect(await readiness(working)).toMatchObject({ status: "ok", processes: 2, withJobs: 1 });
  expect((await fetch(`${working.api}/health`)).status).toBe(200);
  expect(await (await fetch(`${working.api}/metrics`)).text()).toMatch(
    /portico_processes\{kind="serve",build="[0-9a-f]{8}"\} 1/,
  );
  for (const path of ["/settings/brand", "/api/settings/brand", "/socket.io/?EIO=4&transport=polling"])
    expect((await fetch(`${working.api}${path}`)).status, path).toBe(404);
  expect((await fetch(`${serving.api}/settings/brand`)).status).toBe(200);

  expect([await working.stop(), await serving.stop()]).toEqual([0, 0]);
  expect(await database.db.selectFrom("portal_process").select("id").execute()).toEqual([]);
});

test("the first process of a database may be one that only serves", async () => {
  const owner = new Client(database.superuser);
  await owner.connect();
  await owner.query("set role none; drop schema jobs cascade; create schema jobs authorization portico_app");
  await owner.end();
  const serving = await start({ DATA_DIR: await temporaryFolder(), PROCESS_KIND: "serve" });
  await inTransaction(database.db, (trx) => enqueue(trx, anchorJob, {}));
  expect(await serving.stop()).toBe(0);
});

test("a replica that cannot be reached is a warning: the process serves and says so", async () => {
  const url = "postgres://portal:secret@127.0.0.1:1/portico";
  const serving = await start({ DATA_DIR: await temporaryFolder(), DATABASE_REPLICA_URL: url });
  expect(await readiness(serving)).toMatchObject({ status: "ok", replica: "away" });
  expect(serving.said()).toMatch(/read from the primary: [^"]*127\.0\.0\.1:1[^"]*Look at DATABASE_REPLICA_URL\./);
  expect(serving.said()).not.toContain("secret");
  expect(await (await fetch(`${serving.api}/metrics`)).text()).toContain('portico_replica_ready{reason="away"} 0');
  expect(await serving.stop()).toBe(0);
});

test("a replica that refuses the user ends the start with the setting's name", async () => {
  const child = run({ DATA_DIR: await temporaryFolder(), DATABASE_REPLICA_URL: urlOf("postgres", "wrong") });
  let said = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  expect(await once(child, "close")).toEqual([78, null]);
  expect(said).toMatch(/The database refuses: [^]*Look at DATABASE_REPLICA_URL\./);
  expect(await database.db.selectFrom("portal_process").select("id").execute()).toEqual([]);
});
