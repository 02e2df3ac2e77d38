/** 2,000 clients from a file whose processes are killed at any point: each fault is told by its line, the rest booked and invited once. */
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { clientFaults } from "@portico/api/rules/client-imports.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { temporaryFolder } from "../../testing/folder.ts";
import { takeRegistrations } from "../content/testing/registration.ts";
import { linesOf, upload } from "./testing/files.ts";
import { faultyLines, manyClients } from "./testing/many.ts";

const good = 2000;
const kills = 5;

let app: TestApp;
let admin: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.as("admin");
  await takeRegistrations(app.services.db);
  await sql`insert into setting (name, data) values ('clientInvitations', '{"perHour": 5000, "days": 14}')`.execute(
    app.database.db,
  );
});
afterAll(() => app.close());

const emailOf = async ({ id }: TestUser): Promise<string> =>
  (await app.database.db.selectFrom("app_user").select("email").where("id", "=", id).executeTakeFirstOrThrow()).email;

async function whoIsThere() {
  const [closed, busy, numbered] = [await app.as("client"), await app.as("client"), await app.as("client")];
  const { db } = app.database;
  await sql`update app_user set state = 'disabled' where id = ${closed.id}`.execute(db);
  await sql`insert into company (creator_id) values (${busy.id})`.execute(db);
  await sql`
    insert into holder_account (holder_type, holder_id, client_number) values ('user', ${numbered.id}, 'OWNED-1')`.execute(
    db,
  );
  return {
    staff: await emailOf(await app.as("office")),
    closed: await emailOf(closed),
    busy: await emailOf(busy),
    number: "OWNED-1",
  };
}

const count = async (query: ReturnType<typeof sql<{ count: number }>>): Promise<number> =>
  (await query.execute(app.database.db)).rows[0]?.count ?? 0;
const booked = () => count(sql`select count(*)::int as count from client_import_line where state = 'booked'`);
const sent = () => count(sql`select count(*)::int as count from client_invitation where sends > 0`);

/** Starts a process and kills it once so much more is done; the last one may end. */
async function workWithKills(id: number, data: string, done: () => Promise<number>): Promise<void> {
  for (let killed = 0; (await done()) < good; killed += 1) {
    const child = spawn(process.execPath, [new URL("testing/working-process.ts", import.meta.url).pathname], {
      env: {
        ...process.env,
        RUN_CONNECTION: JSON.stringify(app.database.connection),
        RUN_ID: String(id),
        RUN_DATA: data,
        RUN_FIRM_KEY: randomBytes(32).toString("base64"),
      },
      stdio: ["ignore", "ignore", "inherit"],
    });
    const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
    if (killed < kills) {
      const goal = Math.min(Math.ceil((good / (kills + 1)) * (killed + 1)), good - 1);
      while ((await done()) < goal && child.exitCode === null) await pause(5);
      await pause((killed * 7) % 40);
      child.kill("SIGKILL");
    }
    await ended;
  }
}

test("each fault is told by its line, and the rest is booked and invited exactly once, over killed processes", {
  timeout: 600_000,
}, async () => {
  const faulty = faultyLines(await whoIsThere());
  expect(faulty.length).toBeGreaterThanOrEqual(40);
  const { text, told } = manyClients(good, faulty);
  const { id, counts } = await upload(admin, text);
  expect(counts).toEqual({ new: good, faulty: faulty.length });
  const lines = await linesOf(admin, id);
  const found = lines.filter(({ faults }) => faults.length > 0);
  expect(new Map(found.map(({ line, faults }) => [line, faults.map(({ code }) => code).toSorted()]))).toEqual(
    new Map([...told].map(([line, codes]) => [line, codes.toSorted()])),
  );
  // No kind of fault is left out.
  expect(new Set(found.flatMap(({ faults }) => faults.map(({ code }) => code)))).toEqual(new Set(clientFaults));

  await admin.client.clientImports.move({ params: { id }, body: { action: "book" } });
  const data = await temporaryFolder();
  await workWithKills(id, data, booked);
  expect(await admin.client.clientImports.get({ params: { id } })).toMatchObject({
    state: "booked",
    counts: { booked: good, faulty: faulty.length },
  });
  await admin.client.clientImports.invite({ body: { whom: { filter: { importId: id } } } });
  await workWithKills(id, data, sent);
  const { rows } = await sql<Record<string, number>>`
    select (select count(*)::int from app_user where email like 'person-%') as people,
      (select count(distinct client_number)::int from holder_account where client_number like 'M-%') as numbers,
      (select count(*)::int from audit_entry where action = 'user.broughtIn') as audited,
      (select max(sends)::int from client_invitation) as sends,
      (select count(*)::int from audit_entry where action = 'user.invited') as invited,
      (select count(*)::int from password_reset where used_at is null) as links,
      (select count(*)::int from jobs.job where name = 'mail.deliver') as mails`.execute(app.database.db);
  expect(rows).toEqual([
    { people: good, numbers: good - 1, audited: good, sends: 1, invited: good, links: good, mails: good },
  ]);
});
