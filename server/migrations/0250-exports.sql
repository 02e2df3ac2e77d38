-- Exports of entries, positions, values and fees of a period. docs/decisions/0403-exports.md

create table data_export (
  id bigint generated always as identity primary key,
  contents text[] not null check (contents <@ '{entries,positions,values,fees}' and cardinality(contents) > 0),
  format text not null check (format in ('csv', 'parquet')),
  -- Of CSV: how columns are separated and decimals written.
  language text not null check (language in ('bg', 'en', 'pl')),
  period_from date not null,
  period_to date not null check (period_to >= period_from),
  -- For which days positions are listed.
  positions_per text not null check (positions_per in ('day', 'monthEnd')),
  scope text not null check (scope in ('all', 'group', 'custodian')),
  group_name text check ((group_name is not null) = (scope = 'group')),
  custodian_id bigint references custodian check ((custodian_id is not null) = (scope = 'custodian')),
  state text not null default 'waiting' check (state in ('waiting', 'running', 'ready', 'failed', 'cancelled', 'expired')),
  asked_by bigint not null references app_user,
  asked_at timestamptz(3) not null default now(),
  -- Counts the runs of its job: only the last one may finish it.
  tries integer not null default 0,
  -- Of all ledgers, in per cent; with it, when its run was last known to be alive.
  progress integer not null default 0 check (progress between 0 and 100),
  alive_at timestamptz(3) not null default now(),
  -- The moment of the database that all tables are of.
  known_at timestamptz(3),
  holders integer,
  -- Holders left out, because a custodian's system keeps their ledger.
  elsewhere integer,
  failure text check (failure in ('doesNotFit', 'tooLarge', 'unavailable')),
  cancelled_by bigint references app_user,
  ended_at timestamptz(3),
  expires_at timestamptz(3)
);
create index data_export_asked_by on data_export (asked_by);
create index data_export_custodian on data_export (custodian_id) where custodian_id is not null;
create index data_export_cancelled_by on data_export (cancelled_by) where cancelled_by is not null;
create index data_export_open on data_export (id) where state in ('waiting', 'running', 'ready');

create table data_export_file (
  export_id bigint not null references data_export,
  content text not null check (content in ('entries', 'positions', 'values', 'fees')),
  -- Of the file, which is stored encrypted until it expires.
  sha256 bytea check (length(sha256) = 32),
  size bigint not null,
  rows bigint not null,
  primary key (export_id, content)
);
create index data_export_file_sha256 on data_export_file (sha256) where sha256 is not null;

revoke delete on data_export from portico_app;
revoke delete on data_export_file from portico_app;
