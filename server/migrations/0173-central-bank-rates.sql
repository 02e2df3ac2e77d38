-- Rates that central banks publish for tax forms (docs/decisions/0337-central-banks-rates.md). They are none of `fx_rate`, whose last
-- rate of a day values portfolios.

-- A file of rates as it was read.
create table central_bank_upload (
  id bigint generated always as identity primary key,
  file_name text not null,
  sha256 bytea not null check (length(sha256) = 32),
  state text not null check (state in ('previewed', 'refused', 'confirmed', 'discarded')),
  rows integer not null,
  new_rows integer not null,
  known_rows integer not null,
  corrected_rows integer not null,
  refused_rows integer not null,
  marked_rows integer not null,
  -- Refusals and corrections, as shown.
  preview jsonb not null,
  -- What it would store. Emptied once it is settled.
  waiting jsonb,
  created_at timestamptz(3) not null default now(),
  created_by bigint not null references app_user,
  settled_at timestamptz(3),
  settled_by bigint references app_user
);
create index central_bank_upload_created_by on central_bank_upload (created_by);
create index central_bank_upload_settled_by on central_bank_upload (settled_by) where settled_by is not null;
revoke delete on central_bank_upload from portico_app;

-- Rates that became known together: of a file, or of one question to the bank.
create table central_bank_batch (
  id bigint generated always as identity primary key,
  bank text not null check (bank in ('NBP')),
  source text not null check (source in ('file', 'service', 'demo')),
  upload_id bigint references central_bank_upload,
  -- Null until the transaction commits (0131).
  known_at timestamptz(3)
);
create index central_bank_batch_upload on central_bank_batch (upload_id) where upload_id is not null;
revoke update, delete on central_bank_batch from portico_app;
create constraint trigger stamped after insert on central_bank_batch deferrable initially deferred
  for each row when (new.known_at is null) execute function stamp_knowledge();

-- A rate in the bank's own currency. Of a day the one recorded last counts; the others stay.
create table central_bank_rate (
  id bigint generated always as identity primary key,
  batch_id bigint not null references central_bank_batch,
  bank text not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- Of publication.
  day date not null,
  -- Of so many units of the currency.
  rate numeric not null check (rate > 0),
  units integer not null check (units > 0),
  -- Number of the bank's table, such as 251/A/NBP/2024.
  table_no text not null check (table_no <> ''),
  recorded_at timestamptz(3) not null default now()
);
create index central_bank_rate_day on central_bank_rate (bank, currency, day, id desc);
create index central_bank_rate_of_day on central_bank_rate (bank, day);
create index central_bank_rate_batch on central_bank_rate (batch_id);
revoke update, delete on central_bank_rate from portico_app;
