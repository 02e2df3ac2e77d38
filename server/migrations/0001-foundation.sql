-- What every other migration builds on: who may do what by default, append-only tables, the audit log, the jobs' room.

create extension if not exists pg_trgm;

-- The app's role gets the usual rights on every table and sequence that a migration makes, without a word.
grant usage on schema public to portico_app, portico_retention;
alter default privileges in schema public grant select, insert, update, delete on tables to portico_app;
alter default privileges in schema public grant usage, select on sequences to portico_app;
alter default privileges in schema public grant select on tables to portico_retention;
-- The migrator's own list is older than these defaults; /ready reads it.
grant select on kysely_migration to portico_app;

-- `select append_only('ledger_entry');` after such a table: the app's role keeps INSERT and SELECT, and only the
-- retention role may delete.
create function append_only(name regclass) returns void
language plpgsql as $$
begin
  execute format('revoke update, delete, truncate on %s from portico_app', name);
  execute format('grant delete on %s to portico_retention', name);
end
$$;
revoke execute on function append_only(regclass) from public;

-- The audit log. docs/decisions/0021-audit-chains.md says why there are several chains and what they prove.
create table audit_head (
  chain smallint primary key,
  position bigint not null,
  hash bytea not null
);
comment on table audit_head is 'Last position and hash of each chain; its row lock puts the writers of one chain in order.';
revoke insert, delete, truncate on audit_head from portico_app;
insert into audit_head (chain, position, hash)
select chain, 0, sha256(convert_to('portico audit chain ' || chain, 'UTF8')) from generate_series(0, 63) as chain;

create table audit_entry (
  chain smallint not null references audit_head (chain),
  position bigint not null,
  at timestamptz(3) not null,
  actor jsonb,
  action text not null,
  subject_type text not null,
  subject_id text not null,
  before jsonb,
  after jsonb,
  address text,
  request_id text,
  salt bytea,
  content_hash bytea not null,
  hash bytea not null,
  erased_at timestamptz(3),
  primary key (chain, position)
);
comment on column audit_entry.salt is 'Random, hashed with the content, erased with it: the hash of erased content cannot be guessed at.';
create index audit_entry_subject on audit_entry (subject_type, subject_id, at);
create index audit_entry_at on audit_entry (at);
select append_only('audit_entry');
revoke delete on audit_entry from portico_retention;
-- Retention erases content and leaves the hashes, so that the chain can still be followed.
grant update (actor, before, after, address, request_id, salt, erased_at) on audit_entry to portico_retention;

-- pg-boss keeps its tables here and upgrades them itself, so the app's role owns this schema and nothing else.
create schema jobs authorization portico_app;
