/** A run whose process is killed at any point: each addressee gets one report, is told once, and nothing is left over. */
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { temporaryFolder } from "../../testing/folder.ts";
import { countStates } from "./addressees.queries.ts";
import { makeInvested, makePriced, quarter } from "./testing/clients.ts";

const holders = 220;
const kills = 20;

let app: TestApp;
let office: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  office = await app.as("office");
  await makeInvested(app.services.db, holders, await makePriced(app.services.db));
}, 120_000);
afterAll(() => app.close());

async function startProcess(id: number, data: string) {
  const child = spawn(process.execPath, [new URL("testing/worker-process.ts", import.meta.url).pathname], {
    env: {
      ...process.env,
      RUN_CONNECTION: JSON.stringify(app.database.connection),
      RUN_ID: String(id),
      RUN_DATA: data,
      RUN_FIRM_KEY: randomBytes(32).toString("base64"),
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  await new Promise<void>((resolve) => child.stdout.once("data", () => resolve()));
  return { child, ended };
}

const stateOf = async (id: number): Promise<string> => (await office.client.reportRuns.get({ params: { id } })).state;
const finished = async (id: number): Promise<number> => {
  const counts = (await countStates(app.services.db, [id])).get(id) ?? {};
  return counts.told ?? 0;
};

test("killed twenty times at any point, it goes on, and each addressee gets it exactly once", {
  timeout: 600_000,
}, async () => {
  const { id } = await office.client.reportRuns.create({
    body: { ...quarter, holders: { scope: "all" }, language: null, atOnce: true },
  });
  const data = await temporaryFolder();
  let killed = 0;
  while ((await stateOf(id)) === "running") {
    const before = await finished(id);
    const { child, ended } = await startProcess(id, data);
    if (killed < kills) {
      // Somewhere between the listing and the last few: after some more are told, and a moment more. Of a batch that is ended each
      // time before one of it is told, the run would give up the first after some tries, as it does for one that cannot be made.
      const goal = Math.min(Math.max(Math.ceil((holders / (kills + 1)) * (killed + 1)), before + 1), holders - 5);
      while ((await finished(id)) < goal && child.exitCode === null) await pause(5);
      await pause((killed * 7) % 40);
      child.kill("SIGKILL");
      killed += 1;
    }
    await ended;
  }
  expect(killed).toBe(kills);
  expect(await office.client.reportRuns.get({ params: { id } })).toMatchObject({
    state: "done",
    total: holders,
    counts: { told: holders },
  });
  const { rows } = await sql<Record<string, number>>`
    select count(*)::int as reports, count(distinct holder_id)::int as holders,
      (select count(*)::int from report_publication) as publications,
      (select count(*)::int from report_telling) as tellings,
      (select count(*)::int from notification where type = 'reportPublished') as notifications,
      (select count(*)::int from audit_entry where action = 'report.published') as audited,
      (select count(*)::int from jobs.job where name = 'mail.deliver') as mails
    from report`.execute(app.services.db);
  expect(rows).toEqual([
    {
      reports: holders,
      holders,
      publications: holders,
      tellings: holders,
      notifications: holders,
      audited: holders,
      mails: holders,
    },
  ]);
});
