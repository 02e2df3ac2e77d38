/** What an older build survives, and what has to be marked. */
import { expect, test } from "vitest";
import { brokenMigration, hasSeveralOutside, returnsEveryColumn } from "./migration-rules.ts";

test.each([
  ["drop table ticket;", "drops a table"],
  ["alter table ticket drop column notes;", "drops a column"],
  ["alter table ticket add column a int,\n  drop if exists notes;", "drops a column"],
  ["ALTER TABLE public.ticket RENAME COLUMN notes TO remarks;", "renames"],
  ["alter table ticket rename to matter;", "renames"],
  ["alter type kind rename value 'a' to 'b';", "renames"],
  ["alter table ticket alter column notes type bigint;", "changes a column's type"],
  ["alter table ticket alter notes set data type bigint using 1;", "changes a column's type"],
  ["alter table ticket add column kind text not null;", "without a default"],
  ["alter table ticket add kind text check (kind in ('a', 'b')) not null;", "without a default"],
  ["alter table ticket add column kind text; alter table ticket alter column kind set not null;", "demands a value"],
  ["alter table ticket alter column state drop default;", "takes away what fills"],
  ["alter table price drop constraint price_pkey, add primary key (id, day);", "drops a key"],
  ["drop index ticket_comment_key;", "drops a key"],
  ["drop function ticket_family(bigint);", "drops a function"],
  ["revoke insert on ticket from portico_app;", "takes away a right"],
  ["do $$ begin execute 'alter table ticket drop column notes'; end $$;", "drops a column"],
  ["do $$ begin execute format('alter table %I alter kind set not null', 'ticket'); end $$;", "demands a value"],
  ["do $$ begin if true then drop table ticket; end if; end $$;", "drops a table"],
])("%s is refused", (text, reason) => {
  expect(brokenMigration("0099-x.sql", text)).toEqual([expect.stringContaining(reason)]);
  expect(brokenMigration("0099-x.sql", `-- ends-older-builds: they would lose notes\n${text}`)).toEqual([]);
  expect(brokenMigration("0070-x.sql", text)).toEqual([]);
});

test.each([
  ["create table later (id bigint primary key, name text not null); alter table later alter column name set not null;"],
  ["alter table ticket add column kind text, add column n int not null default 0, add check (n >= 0);"],
  ["alter table ticket add column words tsvector not null generated always as (to_tsvector(title)) stored;"],
  ["alter table ticket drop constraint ticket_state_check, add constraint ticket_state_check check (state <> '');"],
  ["alter table ticket alter column kind drop not null, alter column kind set default 'a';"],
  ["drop index ticket_of; create index ticket_of on ticket (holder_id, id);"],
  ["-- drop table ticket\ncomment on table ticket is 'never drop table; ticket';"],
  ["create function f() returns void language sql as $$ drop table ticket $$;"],
  ["revoke all on function f from public; grant select on later to portico_app;"],
  ["create table later (id bigint); revoke update, delete on later from portico_app;"],
  ["-- ends-older-builds:\nselect 1;"],
])("%s is allowed", (text) => {
  expect(brokenMigration("0099-x.sql", text)).toEqual([]);
});

test("a value that a trigger fills in may be demanded, and no other change is excused by it", () => {
  const text = "-- older-builds-fill: by the trigger set_holder\nalter table ticket alter column kind set not null";
  expect(brokenMigration("0099-x.sql", `${text};`)).toEqual([]);
  expect(brokenMigration("0099-x.sql", `${text}, drop column notes;`)).toHaveLength(1);
});

test("a table may get another name if a view keeps the former one, and only its names may change behind it", () => {
  const renames = "alter table ticket rename to matter; alter table matter rename column notes to remarks;";
  const view = "create view ticket as select id, remarks as notes from matter;";
  expect(brokenMigration("0099-x.sql", renames)).toHaveLength(2);
  expect(brokenMigration("0099-x.sql", `${renames} create view person as select 1;`)).toHaveLength(2);
  expect(brokenMigration("0099-x.sql", `${renames} ${view}`)).toEqual([]);
  expect(brokenMigration("0099-x.sql", `${renames} ${view} alter table matter drop column id;`)).toEqual([
    expect.stringContaining("drops a column"),
  ]);
  expect(brokenMigration("0099-x.sql", `${renames} ${view} alter table chat rename column a to b;`)).toHaveLength(1);
});

test("an empty reason does not mark a migration", () => {
  expect(brokenMigration("0099-x.sql", "-- ends-older-builds:\ndrop table ticket;")).toHaveLength(1);
});

test("statements that return every column are found", () => {
  expect(returnsEveryColumn('db.selectFrom("ticket").selectAll()')).toBe(true);
  expect(returnsEveryColumn("sql`delete from ticket returning *`")).toBe(true);
  expect(returnsEveryColumn("sql`select id from (select * from ticket) t`")).toBe(false);
});

test("outside of a transaction stands one statement alone", () => {
  const block = "do $$ begin update person set numbered = true; commit; end $$;";
  expect(hasSeveralOutside(`-- outside-transaction\n-- Why; in parts.\n${block}\n`)).toBe(false);
  expect(hasSeveralOutside(`-- outside-transaction\ncreate index person_name on person (name);\n${block}\n`)).toBe(
    true,
  );
  expect(hasSeveralOutside(`create index person_name on person (name);\n${block}\n`)).toBe(false);
});
