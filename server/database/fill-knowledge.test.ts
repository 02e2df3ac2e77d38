/** The migration that fills in since when rows of before are known. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import { expect, test } from "vitest";
import { createTestDatabase } from "../testing/database.ts";
import { migrateAs } from "./open.ts";
import { ownerRole } from "./roles.ts";

const all = readdirSync(join(import.meta.dirname, "../migrations")).map((file) => file.replace(/\.sql$/, ""));
const earlier = all.filter((name) => name < "0131");
const adding = "0131-knowledge";

test("entries are known since their import was confirmed, quotes since they were stored, and what follows since its commit", async () => {
  const database = await createTestDatabase();
  const superuser = new Client(database.superuser);
  await superuser.connect();
  await superuser.query(`drop schema public, jobs cascade; create schema public authorization ${ownerRole}`);
  await migrateAs(database.owner, { only: earlier });
  await superuser.query(`
    insert into app_user (email, name, password_hash) values ('a@test.example', 'A', '');
    insert into holder_account (holder_type, holder_id, client_number, base_currency) values ('user', 1, 'C1', 'PLN');
    insert into import (kind, file_name, sha256, characters, content, state, rows, new_rows, known_rows, refused_rows, preview,
      created_by, settled_at)
    values ('statement', 'a.csv', decode(repeat('00', 32), 'hex'), 1, '', 'confirmed', 1, 1, 0, 0, '{}', 1, '2026-01-03 10:00Z');
    insert into ledger_head (holder_type, holder_id, entries, state) values ('user', 1, 3, '{"feesInCost": true}');
    insert into ledger_entry (holder_type, holder_id, id, day, booked_at, kind, currency, amount, external_id, fingerprint,
      import_id, recorded_at)
    values ('user', 1, nextval('ledger_entry_id'), '2026-01-01', '2026-01-01', 'deposit', 'EUR', 1, 'a', 'a', 1, '2026-01-03 09:59Z'),
      -- Its transaction began first, and waited.
      ('user', 1, nextval('ledger_entry_id'), '2026-01-01', '2026-01-01', 'deposit', 'EUR', 1, 'b', 'b', null, '2026-01-02Z'),
      ('user', 1, nextval('ledger_entry_id'), '2026-01-01', '2026-01-01', 'deposit', 'EUR', 1, 'c', 'c', null, '2026-01-05Z');
    insert into instrument (name, ticker, currency, created_at) values ('Acme', 'ACM', 'EUR', '2026-01-01Z');
    insert into price (instrument_id, day, source, value, currency, recorded_at)
    values (1, '2026-01-01', 'x', 1, 'EUR', '2026-01-02Z'), (1, '2026-01-02', 'x', 1, 'EUR', '2026-01-04Z');
    insert into fx_rate (currency, day, source, per_euro, recorded_at) values ('USD', '2026-01-01', 'x', 1, '2026-01-03Z');
    insert into instrument_split (instrument_id, day, from_units, into_units) values (1, '2026-01-02', 1, 2);
    insert into excluded_instrument (holder_type, holder_id, key, name, import_id) values ('user', 1, 'k', 'K', 1);`);
  expect(await migrateAs(database.owner, { only: [...earlier, adding] })).toEqual([adding]);
  // The build before books while the migration waits for its turn.
  await superuser.query(`
    insert into ledger_entry (holder_type, holder_id, day, booked_at, kind, currency, amount, external_id, fingerprint)
    values ('user', 1, '2026-01-01', '2026-01-01', 'deposit', 'EUR', 1, 'd', 'd');
    update ledger_head set entries = 4`);
  await migrateAs(database.owner);
  const shown = async (table: string, columns: string): Promise<unknown[]> => {
    const { rows } = await superuser.query(
      `select ${columns}, case when known_at < now() - interval '1 day' then to_char(known_at at time zone 'UTC', 'MM-DD HH24:MI')
         else 'now' end as known from ${table} order by known_at, id`,
    );
    return rows.map((row: object) => Object.values(row).join(" "));
  };
  expect(await shown("ledger_knowledge", "last_entry_id, fees_in_cost, base_currency")).toEqual([
    "1 true PLN 01-03 10:00",
    "2 true PLN 01-03 10:00",
    "3 true PLN 01-05 00:00",
    "4 true PLN now",
  ]);
  expect(await shown("market_knowledge", "last_price_id, last_rate_id")).toEqual([
    "1 0 01-02 00:00",
    "1 1 01-03 00:00",
    "2 1 01-04 00:00",
  ]);
  expect(await shown("instrument_knowledge", "name")).toEqual(["Acme 01-01 00:00"]);
  expect(await shown("split_knowledge", "day::text, removed")).toEqual(["2026-01-02 false 01-01 00:00"]);
  expect(await shown("excluded_knowledge", "key")).toEqual(["k 01-03 10:00"]);
  await superuser.end();
  await database.close();
});
