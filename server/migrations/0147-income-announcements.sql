-- Announcements of income by files of staff, for all who hold the instrument. docs/decisions/0306-imported-announcements.md

-- A file of announcements as it was read.
create table income_announcement_upload (
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
  -- Refusals, new, corrected and marked rows, as shown.
  preview jsonb not null,
  -- What it would store, with the announcement that each row corrects. Emptied once it is settled.
  waiting jsonb,
  created_at timestamptz(3) not null default now(),
  created_by bigint not null references app_user,
  settled_at timestamptz(3),
  settled_by bigint references app_user
);
create index income_announcement_upload_created_by on income_announcement_upload (created_by);
create index income_announcement_upload_settled_by on income_announcement_upload (settled_by) where settled_by is not null;
revoke delete on income_announcement_upload from portico_app;

-- Append-only but for its end: a correction ends a row and adds another.
create table income_announcement (
  id bigint generated always as identity primary key,
  instrument_id bigint not null references instrument,
  kind text not null check (kind in ('dividend', 'specialDividend', 'interest', 'returnOfCapital')),
  -- Who holds the instrument at the close before it receives the payment.
  ex_day date not null,
  record_day date,
  pay_day date not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- Gross, for one unit.
  amount numeric not null check (amount > 0),
  -- The row that it corrects.
  corrects bigint references income_announcement,
  upload_id bigint references income_announcement_upload,
  recorded_at timestamptz(3) not null default now(),
  ended_by text check (ended_by in ('withdrawn', 'corrected')),
  ended_at timestamptz(3),
  -- Who withdrew it, and why.
  withdrawn_by bigint references app_user,
  reason text,
  check ((ended_by is null) = (ended_at is null)),
  check ((ended_by is not distinct from 'withdrawn') = (withdrawn_by is not null)),
  check ((withdrawn_by is null) = (reason is null))
);
-- One announcement of a kind stands for an instrument and ex-day.
create unique index income_announcement_stands on income_announcement (instrument_id, ex_day, kind) where ended_by is null;
create index income_announcement_instrument on income_announcement (instrument_id, pay_day);
create index income_announcement_pay_day on income_announcement (pay_day desc, id desc);
create index income_announcement_corrects on income_announcement (corrects) where corrects is not null;
create index income_announcement_upload_of on income_announcement (upload_id) where upload_id is not null;
create index income_announcement_withdrawn_by on income_announcement (withdrawn_by) where withdrawn_by is not null;
revoke update, delete on income_announcement from portico_app;
grant update (ended_by, ended_at, withdrawn_by, reason) on income_announcement to portico_app;
