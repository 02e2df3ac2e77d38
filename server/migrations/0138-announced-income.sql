-- Income that custodians announce, as their files list it. docs/decisions/0295-announced-and-estimated-income.md

-- Append-only but for its end: a correction ends a row and adds another.
create table announced_income (
  id bigint generated always as identity primary key,
  holder_type text not null check (holder_type in ('user', 'company')),
  holder_id bigint not null,
  -- The custodian's account.
  account text not null,
  -- Format of the file, such as ibFlex.
  source text not null,
  instrument_id bigint not null references instrument,
  ex_day date not null,
  pay_day date not null,
  currency text not null,
  quantity numeric not null,
  gross_per_unit numeric not null,
  gross numeric not null,
  -- Null if not stated.
  tax numeric,
  -- Last day of the file that announced it.
  as_of date not null,
  -- The row that it corrects.
  corrects bigint references announced_income on delete set null,
  import_id bigint references import on delete set null,
  recorded_at timestamptz(3) not null default now(),
  -- A later file no longer lists it, or lists it otherwise.
  ended_by text check (ended_by in ('withdrawn', 'corrected')),
  ended_as_of date,
  ended_at timestamptz(3),
  check ((ended_by is null) = (ended_as_of is null) and (ended_by is null) = (ended_at is null))
);
create index announced_income_holder on announced_income (holder_type, holder_id, pay_day);
create index announced_income_corrects on announced_income (corrects) where corrects is not null;
create index announced_income_import on announced_income (import_id) where import_id is not null;
create index announced_income_instrument on announced_income (instrument_id);

revoke update, delete on announced_income from portico_app;
grant update (ended_by, ended_as_of, ended_at) on announced_income to portico_app;
grant delete on announced_income to portico_retention;
