/** Processes that serve and processes that run jobs, each started as by `npm start`, on one database. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
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
  stop: () => Promise<number>;
}

const line = z.object({ msg: z.string(), apiPort: z.number().optional() });

/** Resolves when the process is ready. */
async function start(settings: Record<string, string>): Promise<Started> {
  const { host, port, database: name, user, password } = database.superuser;
  const child = spawn(process.execPath, [join(import.meta.dirname, "../testing/serving-portal.ts")], {
    env: {
      PATH: process.env["PATH"],
      DATABASE_URL: `postgres://${user}:${password}@${encodeURIComponent(host ?? "")}:${port}/${name}`,
      PORT: "0",
      API_PORT: "0",
      DRAIN_SECONDS: "0",
      ...settings,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const ended = once(child, "exit");
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
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
  expect(await readiness(serving)).toEqual({ status: "ok", processes: 1, withJobs: 0 });
  await inTransaction(database.db, (trx) => enqueue(trx, anchorJob, {}));
  // Longer than workers wait between looks at the queue.
  await pause(3000);
  expect(existsSync(anchors)).toBe(false);

  // PORT is nobody's to listen on: it may be that of the other process.
  const { port } = new URL(serving.api);
  const working = await start({ DATA_DIR: dataDir, PROCESS_KIND: "jobs", PORT: port });
  await expect.poll(() => existsSync(anchors), { timeout: 10_000 }).toBe(true);
  expect(await readiness(working)).toEqual({ status: "ok", processes: 2, withJobs: 1 });
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
