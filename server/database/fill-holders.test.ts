/** The migration that fills in holders beside serving processes: all rows, also after an interruption, and once. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import { expect, test } from "vitest";
import { createTestDatabase } from "../testing/database.ts";
import { listMixedHolders } from "../testing/holders.ts";
import { migrateAs } from "./open.ts";
import { ownerRole } from "./roles.ts";

const earlier = readdirSync(join(import.meta.dirname, "../migrations"))
  .map((file) => file.replace(/\.sql$/, ""))
  .filter((name) => name < "0074");
const adding = "0074-holders-of-parts";
const filling = "0075-fill-holders";

test("rows of before get their holder, and an interrupted run is continued by one of two processes", async () => {
  const database = await createTestDatabase();
  const superuser = new Client(database.superuser);
  await superuser.connect();
  await superuser.query(`drop schema public, jobs cascade; create schema public authorization ${ownerRole}`);
  await migrateAs(database.owner, { only: earlier });
  // More than are filled in at once.
  await superuser.query(`
    insert into app_user (email, name, password_hash)
    select n || '@test.example', 'Person ' || n, '' from generate_series(1, 450) n;
    insert into chat (holder_type, holder_id) select 'user', id from app_user;
    insert into chat_message (chat_id, number, key, author_id, by_staff, text, change)
    select chat.id, n, gen_random_uuid(), holder_id, false, 'Hello', n from chat, generate_series(1, 2) n;
    insert into ticket (holder_type, holder_id, title, content, topic, created_by, by_staff)
    select 'user', id, 'A', 'B', 'question', id, false from app_user;
    insert into ticket_comment (ticket_id, content, created_by, by_staff, internal)
    select id, 'C', created_by, false, false from ticket;`);
  expect(await migrateAs(database.owner, { only: [...earlier, adding] })).toEqual([adding]);
  await superuser.query(`
    update chat_message set holder_type = 'user', holder_id = author_id where chat_id < 100;
    alter table chat_message add constraint has_holder check (holder_id is not null) not valid;
    insert into chat_reading (chat_id, user_id, by_staff) select id, holder_id, false from chat limit 1`);

  const runs = await Promise.all([migrateAs(database.owner), migrateAs(database.owner)]);
  expect(runs.flat().filter((name) => name === filling)).toHaveLength(1);
  const { rows } = await superuser.query(`
    select (select count(*)::int from chat_message where holder_id = author_id) as messages,
      (select count(*)::int from ticket_comment where holder_id = created_by) as comments,
      (select count(*)::int from pg_trigger join pg_attribute on attrelid = tgrelid
       where tgname = 'set_holder' and attname in ('holder_type', 'holder_id') and not attnotnull) as missing,
      (select count(*)::int from pg_constraint where conname = 'has_holder') as left`);
  expect(rows).toEqual([{ messages: 900, comments: 450, missing: 0, left: 0 }]);
  expect(await listMixedHolders(database.db)).toEqual([]);
  await superuser.end();
  await database.close();
});
