-- Files picked up from custodians' folders, and fetched from sources of prices and rates. docs/decisions/0358-pickup-and-automatic-booking.md

-- Password or private key of a folder, encrypted (server/secrets). Bound to the address: for another one it cannot be opened.
create table pickup_secret (
  custodian_id bigint primary key references custodian,
  kind text not null check (kind in ('password', 'key')),
  -- user@host:port
  address text not null,
  sealed bytea not null,
  saved_at timestamptz(3) not null default now(),
  saved_by bigint not null references app_user
);
create index pickup_secret_saved_by on pickup_secret (saved_by);

-- How it stands with a source: `sftp/7` of custodian 7, `ecb`, `prices`.
create table pickup_source (
  source text primary key check (source <> ''),
  looked_at timestamptz(3),
  succeeded_at timestamptz(3),
  last_file_at timestamptz(3),
  -- Looks that failed since the last one that did not.
  failures int not null default 0,
  failure text,
  failure_detail text,
  -- When the office was told of these failures.
  alarmed_at timestamptz(3),
  -- The last business day of which the office was told that its file is missing, and since when none is.
  late_on date,
  is_late boolean not null default false
);
revoke delete on pickup_source from portico_app;

-- What a source offered: a name with this size and time is read once.
create table pickup_file (
  id bigint generated always as identity primary key,
  source text not null references pickup_source,
  name text not null check (name <> ''),
  bytes bigint not null,
  modified_at timestamptz(3) not null,
  -- `seen`: waits until it no longer changes; `taken`: read; `moved`: settled and moved away; `left`: nobody reads it, for a reason.
  state text not null check (state in ('seen', 'taken', 'moved', 'left')),
  reason text,
  detail text,
  -- Why a person decides about its imports.
  waits text[] not null default '{}',
  sha256 bytea check (length(sha256) = 32),
  seen_at timestamptz(3) not null,
  taken_at timestamptz(3),
  ended_at timestamptz(3),
  unique (source, name, bytes, modified_at)
);
create index pickup_file_state on pickup_file (source, state);
create index pickup_file_content on pickup_file (source, sha256) where sha256 is not null;
create index pickup_file_newest on pickup_file (source, id desc);
revoke delete on pickup_file from portico_app;

-- An import of a file that the portal read itself: nobody uploaded it.
alter table import add column pickup_file_id bigint references pickup_file, add column picked_up_from text;
alter table import alter column created_by drop not null;
alter table import add constraint import_by check (created_by is not null or picked_up_from is not null) not valid;
alter table import validate constraint import_by;
create unique index import_pickup_file on import (pickup_file_id, file_name)
  where pickup_file_id is not null and state <> 'refused';
