/** What an older build names is still there after a migration that renames: tables or views, their columns, and its rights on them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { readMigrations } from "./migrate.ts";
import { migrateAs } from "./open.ts";
import { appRole, ownerRole, retentionRole } from "./roles.ts";

let database: TestDatabase;
let superuser: Client;
beforeAll(async () => {
  database = await createTestDatabase();
  superuser = new Client(database.superuser);
  await superuser.connect();
});
afterAll(async () => {
  await superuser.end();
  await database.close();
});

/** What each role may do to each column of each table and view, and the column's type. */
async function listUses(): Promise<string[]> {
  const { rows } = await superuser.query<{ use: string }>(
    `select format('%s may %s %s.%s, %s', role, action, relname, attname, format_type(atttypid, atttypmod)) as use
     from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
       cross join unnest($1::text[]) role
       cross join (values ('select', 0), ('update', 4), ('insert', 8), ('delete', 16)) actions (action, bit)
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v')
       and case action when 'delete' then has_table_privilege(role, pg_class.oid, 'delete')
         else has_column_privilege(role, attrelid, attnum, action) end
       and (bit = 0 or pg_relation_is_updatable(pg_class.oid, false) & bit = bit
         and (bit = 16 or attgenerated <> '' or pg_column_is_updatable(attrelid, attnum, false)))`,
    [[appRole, retentionRole]],
  );
  return rows.map(({ use }) => use);
}

test("a migration that renames tables leaves what the build before it reads and writes", async () => {
  await superuser.query(`drop schema public, jobs cascade; create schema public authorization ${ownerRole}`);
  const names = Object.keys(await readMigrations());
  const textOf = (name: string) => readFileSync(join(import.meta.dirname, `../migrations/${name}.sql`), "utf8");
  const found = names.filter((name) => /^alter table \w+ rename to /m.test(textOf(name)));
  expect(found).toContain("0125-contract-batches");
  for (const renaming of found) {
    const place = names.indexOf(renaming);
    await migrateAs(database.owner, { only: names.slice(0, place) });
    const before = await listUses();
    expect(await migrateAs(database.owner, { only: names.slice(0, place + 1) })).toEqual([renaming]);
    const after = new Set(await listUses());
    expect(before.filter((use) => !after.has(use))).toEqual([]);
    expect(after.size).toBeGreaterThan(before.length);
  }
  await migrateAs(database.owner);
});

test("the build before works on batches by their former names", async () => {
  const { db } = database;
  const { rows } = await superuser.query<{ id: number }>(`
    with person as (
      insert into app_user (email, name, password_hash) values ('office@test.example', 'Office', '') returning id
    ), template as (
      insert into contract_template (type, version, state, content, changed_by)
      select 'terms', 1, 'inUse', '{}', id from person
    )
    select id from person`);
  const person = Number(rows[0]?.id);
  const made = await sql<{ id: number }>`
    insert into contract_bulk (contract_type, template_version, contract_data, created_by)
    values ('terms', 1, '{}', ${person}) returning id`.execute(db);
  const id = made.rows[0]?.id ?? 0;
  const addRecipient = () =>
    sql`insert into contract_bulk_row (bulk_id, holder_type, holder_id)
      select ${id}::bigint, 'user', ${person}::bigint on conflict do nothing`.execute(db);
  expect([(await addRecipient()).numAffectedRows, (await addRecipient()).numAffectedRows]).toEqual([1n, 0n]);
  const settled = await sql`
    update contract_bulk_row set state = 'failed', faults = '[{"what": "holder.state"}]'
    where bulk_id = ${id} and state = 'waiting'
      and exists (select 1 from contract_bulk where id = ${id} and state = 'running' for share)`.execute(db);
  expect(settled.numAffectedRows).toBe(1n);
  const done = await sql`
    update contract_bulk set state = 'done' where id = ${id} and state = 'running'
      and not exists (select 1 from contract_bulk_row where bulk_id = ${id} and state = 'waiting')`.execute(db);
  expect(done.numAffectedRows).toBe(1n);
  expect(
    await db
      .selectFrom("contract_batch")
      .innerJoin("contract_batch_row", "batch_id", "id")
      .select(["contract_batch.state", "contract_batch_row.state as of_row", "holder_id"])
      .execute(),
  ).toEqual([{ state: "done", of_row: "failed", holder_id: person }]);
  const erasing = new Client(database.retentionConnection);
  await erasing.connect();
  const gone = await erasing.query("delete from contract_bulk_row where holder_type = 'user' and holder_id = $1", [
    person,
  ]);
  expect(gone.rowCount).toBe(1);
  await erasing.end();
});
