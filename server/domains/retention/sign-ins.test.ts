/** Sign-in records are deleted after the firm's number of months, under the erasing role. */
import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { audit } from "../../audit/audit.ts";
import { verifyAudit } from "../../audit/verify.ts";
import { openKysely, openPool } from "../../database/connect.ts";
import { type Db, inTransaction } from "../../kernel/transaction.ts";
import { createTestApp, type TestApp } from "../../testing/app.ts";
import { runRetention } from "./retention.ts";

let app: TestApp;
let erasing: Db;
beforeAll(async () => {
  app = await createTestApp();
  erasing = openKysely(
    openPool({ connection: app.database.retentionConnection, size: 1, prepared: false, name: "retention" }),
  );
});
beforeEach(async () => {
  await sql`truncate sign_in, challenge, password_reset, view_as, identity_session, session`.execute(await owner());
});
afterAll(async () => {
  await ownerDb?.destroy();
  await erasing.destroy();
  await app.close();
});

let ownerDb: Db | undefined;
const owner = async (): Promise<Db> => {
  ownerDb ??= openKysely(openPool({ connection: app.database.owner, size: 1, prepared: false, name: "owner" }));
  return ownerDb;
};

const run = () => runRetention(app.services, erasing);
const moment = (months: number, days: number) =>
  sql`now() - make_interval(months => ${months}) - make_interval(days => ${days})`;

/** A user's sign-ins at that time, each with session, challenge and a requested reset. */
async function signIns(userId: number, count: number, at: ReturnType<typeof moment>): Promise<void> {
  await sql`
    with opened as (
      insert into session (user_id, token_hash, created_at, last_seen_at, expires_at, ended_at)
      select ${userId}::bigint, sha256((${randomBytes(8).toString("hex")} || n)::bytea), ${at}, ${at}, ${at} + interval '12 hours', ${at}
      from generate_series(1, ${count}) as n returning id
    ), signed as (
      insert into sign_in (user_id, session_id, ip, os, browser_name, created_at)
      select ${userId}::bigint, id, '192.0.2.1', 'Linux', 'Firefox', ${at} + interval '1 second' from opened
    ), challenged as (
      insert into challenge (user_id, purpose, session_id, created_at, expires_at)
      select ${userId}::bigint, 'validation', id, ${at} + interval '2 seconds', ${at} from opened
    )
    insert into password_reset (user_id, string_hash, created_at, expires_at)
    select ${userId}::bigint, sha256((${randomBytes(8).toString("hex")} || n)::bytea), ${at}, ${at}
    from generate_series(1, ${count}) as n`.execute(app.database.db);
}

const left = async (userId: number): Promise<number[]> => {
  const counts: number[] = [];
  for (const table of ["sign_in", "challenge", "password_reset", "session"]) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from ${sql.table(table)} where user_id = ${userId}`.execute(app.database.db);
    counts.push(rows[0]?.count ?? 0);
  }
  return counts;
};

test("after twelve months who signed in when is gone, in pages, and what is younger stays", async () => {
  const { id } = await app.as("client");
  await signIns(id, 2500, moment(12, 1));
  await signIns(id, 3, moment(11, 20));
  expect((await run()).signIns).toBe(10_000);
  // The client's own session is a fourth.
  expect(await left(id)).toEqual([3, 3, 3, 4]);
  expect(await run()).toMatchObject({ signIns: 0, auditEntries: 0 });
  const { rows } = await sql<{ table: string; rows: number }>`
    select after ->> 'table' as table, sum((after ->> 'rows')::int)::int as rows from audit_entry
    where action = 'retention.signInsErased' group by 1 order by 1`.execute(app.database.db);
  expect(rows.map(({ rows: count }) => count)).toEqual([2500, 2500, 2500, 2500]);
});

test("a session through which staff looked as a client stays as long as that record", async () => {
  const staff = await app.as("office");
  await signIns(staff.id, 1, moment(13, 0));
  await sql`
    insert into view_as (staff_id, session_id, holder_type, holder_id, reason)
    select ${staff.id}, min(id), 'user', 1, 'A question by phone' from session where user_id = ${staff.id} and ended_at is not null
  `.execute(app.database.db);
  expect((await run()).signIns).toBe(3);
  expect(await left(staff.id)).toEqual([0, 0, 0, 2]);
});

test("of whoever is held nothing goes, and it keeps nobody else's from going", async () => {
  const [held, other] = [await app.as("client"), await app.as("client")];
  await app.database.db.updateTable("app_user").set({ held: true }).where("id", "=", held.id).execute();
  await signIns(held.id, 2100, moment(14, 0));
  await signIns(other.id, 10, moment(13, 0));
  expect((await run()).signIns).toBe(40);
  expect(await left(held.id)).toEqual([2100, 2100, 2100, 2101]);
  expect(await left(other.id)).toEqual([0, 0, 0, 1]);
});

test("the audit log forgets them too, keeps what else was done, and still follows", async () => {
  const { id } = await app.as("client");
  const write = (action: string, after: object) =>
    inTransaction(app.database.db, (trx) =>
      audit(trx, {
        actor: { userId: id },
        action,
        subject: { type: "user", id },
        after,
        address: "192.0.2.1",
      }),
    );
  await write("session.opened", { factor: "mail" });
  await write("user.wrongCodes", { wrong: 5 });
  await write("session.codeConfirmed", { factor: "mail" });
  await write("user.passwordChanged", { endedSessions: [] });
  // A year and a month later.
  app.services.now = () => new Date(Date.now() + 400 * 86_400_000);
  const outcome = await run();
  app.services.now = () => new Date();
  expect(outcome.auditEntries).toBe(2);
  const { rows } = await sql<{ action: string }>`
    select action from audit_entry where subject_id = ${String(id)} and erased_at is null order by position`.execute(
    app.database.db,
  );
  expect(rows.map(({ action }) => action)).toEqual(["session.codeConfirmed", "user.passwordChanged"]);
  expect((await verifyAudit(app.database.db)).breaks).toEqual([]);
  expect(await run()).toMatchObject({ auditEntries: 0 });
});
