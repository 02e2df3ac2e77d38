/** A portal went on after its backup was made: what the restored one must not do again, or still allow. */
import { join } from "node:path";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { deliverJob } from "../adapters/mail/mail.ts";
import { openDatabase } from "../database/open.ts";
import { listDue, saveResumed } from "../domains/webhooks/endpoints.queries.ts";
import { enqueue } from "../jobs/enqueue.ts";
import { installJobs } from "../jobs/start.ts";
import { readConfig } from "../kernel/config.ts";
import { inTransaction, type Trx } from "../kernel/transaction.ts";
import { prepareFirmKey } from "../secrets/prepare-key.ts";
import { temporaryFolder } from "../testing/folder.ts";
import { makeBackup } from "./dump.ts";
import { restoreBackup } from "./load.ts";
import { settleRestored } from "./settle.ts";

const configOf = (dataDir: string) => readConfig({ DATA_DIR: dataDir });
const endpoints = ["active", "paused", "removed"].map((name, at) => ({
  name,
  id: `00000000-0000-4000-8000-00000000000${at}`,
}));
const active = endpoints[0]?.id ?? "";

/** A session and a former one, keys in each state, endpoints with messages that wait, and a mail. */
async function fill(trx: Trx): Promise<void> {
  await sql`insert into app_user (email, name, password_hash, role) values ('ana@firm.example', 'Ana', 'none', 'admin')`.execute(
    trx,
  );
  await sql`
    insert into session (user_id, token_hash, expires_at, ended_at, end_reason)
    values (1, '\\x01', now() + interval '1 hour', null, null), (1, '\\x02', now() + interval '1 hour', now(), 'signedOut')`.execute(
    trx,
  );
  await sql`
    insert into machine_key (name, user_id, level, scopes, expires_at, made_by, approved_by, approved_at, ended_at, end_reason)
    values ('living', 1, 'office', '{clients:read}', now() + interval '9 days', 1, 1, now(), null, null),
      ('waiting', 1, 'office', '{clients:read}', now() + interval '9 days', 1, null, null, null, null),
      ('revoked', 1, 'office', '{clients:read}', now() + interval '9 days', 1, 1, now(), now(), 'revoked')`.execute(
    trx,
  );
  for (const { id, name } of endpoints)
    await sql`
      insert into webhook_endpoint (id, name, url, events, secret, paused_at, removed_at)
      values (${id}, ${name}, 'https://a.example', '{contract.signed}', '\\x01',
        ${name === "paused" ? sql`now()` : null}, ${name === "removed" ? sql`now()` : null})`.execute(trx);
  await sql`
    insert into webhook_event (message_id, type, body, created_at) values ('msg_1', 'contract.signed', '{}', now())`.execute(
    trx,
  );
  await sql`
    insert into webhook_delivery (endpoint_id, event_id, object, since, next_try_at, claimed_until)
    values (${active}, 1, 'contract/1', now(), now() - interval '1 minute', now() - interval '1 second')`.execute(trx);
  await enqueue(trx, deliverJob, {
    messageId: "00000000-0000-4000-8000-000000000009",
    wrapped: "a",
    nonce: "b",
    sealed: "c",
  });
}

test("webhooks are paused and say why, sessions end, keys stop, waiting mails are dropped; nothing else changes", async () => {
  const folder = await temporaryFolder();
  const [from, to, file] = [join(folder, "from"), join(folder, "to"), join(folder, "portico.backup")];
  const database = await openDatabase(configOf(from));
  await installJobs(database.connection);
  await inTransaction(database.db, fill);
  expect(await listDue(database.db, new Date())).toEqual([active]);
  const firmKey = await prepareFirmKey(database.db, configOf(from));
  await makeBackup({ dataDir: from, file, firmKey });
  // The backup itself changes nothing.
  expect(await listDue(database.db, new Date())).toEqual([active]);
  await database.close();

  const reports: string[] = [];
  await restoreBackup({ dataDir: to, file, firmKey, report: (message) => reports.push(message) });
  expect(reports.map((line) => line.split(":")[0])).toEqual([
    "1 sessions were ended",
    "1 keys of machines were stopped",
    "1 webhook endpoints were paused",
    "1 mails that waited to be sent were dropped",
  ]);
  const restored = await openDatabase(configOf(to));
  try {
    const read = async (statement: string) =>
      (await sql<{ row: unknown[] }>`${sql.raw(statement)}`.execute(restored.db)).rows.map(({ row }) => row);
    expect(
      await read("select json_build_array(end_reason, ended_at is not null) as row from session order by id"),
    ).toEqual([
      ["restored", true],
      ["signedOut", true],
    ]);
    expect(
      await read("select json_build_array(name, stopped_at is not null) as row from machine_key order by id"),
    ).toEqual([
      ["living", true],
      ["waiting", false],
      ["revoked", false],
    ]);
    expect(
      await read(
        "select json_build_array(name, paused_at is not null, paused_for) as row from webhook_endpoint order by id",
      ),
    ).toEqual([
      ["active", true, "restore"],
      ["paused", true, null],
      ["removed", false, null],
    ]);
    // Nothing is sent until an administrator resumes it; then what waited is.
    expect(await listDue(restored.db, new Date())).toEqual([]);
    await inTransaction(restored.db, (trx) => saveResumed(trx, active));
    expect(await listDue(restored.db, new Date())).toEqual([active]);
    expect(await read("select json_build_array(count(*)) as row from jobs.job where name = 'mail.deliver'")).toEqual([
      [0],
    ]);
  } finally {
    await restored.close();
  }
});

test("tables and columns that a backup of an earlier version lacks are passed over", async () => {
  const asked: string[] = [];
  const said = await settleRestored(async (statement) => {
    asked.push(statement);
    return statement.startsWith("select") ? 0 : 5;
  });
  expect(said).toEqual([]);
  expect(asked.every((statement) => statement.startsWith("select"))).toBe(true);
});
