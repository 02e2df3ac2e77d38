-- Notices of falls by 10 % of managed portfolios, and of leveraged instruments of retail clients. docs/decisions/0344-notices-of-falls-kept.md

-- Which instruments are leveraged, as staff state; the last statement counts.
create table instrument_leverage (
  id bigint generated always as identity primary key,
  instrument_id bigint not null references instrument,
  leveraged boolean not null,
  recorded_by bigint references app_user,
  recorded_at timestamptz(3) not null default now()
);
create index instrument_leverage_of on instrument_leverage (instrument_id, id desc);
create index instrument_leverage_recorded_by on instrument_leverage (recorded_by) where recorded_by is not null;
revoke update, delete on instrument_leverage from portico_app;

-- What a client was told, with the figures of that time. Append-only.
create table fall_notice (
  id bigint generated always as identity,
  holder_type text not null check (holder_type in ('user', 'company')),
  holder_id bigint not null,
  -- Null: of the whole portfolio.
  instrument_id bigint references instrument,
  -- The first day of the reporting period; of an instrument, the day from which it has been held.
  period_from date not null,
  threshold integer not null check (threshold > 0 and threshold % 10 = 0),
  -- At whose close it was reached, and by the end of which business day the client must have been told.
  reached date not null,
  due date not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  base numeric not null,
  value numeric not null,
  -- Percent of the base.
  fall numeric not null,
  told_at timestamptz(3) not null default now(),
  primary key (holder_type, holder_id, id)
);
create unique index fall_notice_once on fall_notice (holder_type, holder_id, instrument_id, period_from, threshold) nulls not distinct;
create index fall_notice_newest on fall_notice (id desc);
create index fall_notice_instrument on fall_notice (instrument_id) where instrument_id is not null;
select append_only('fall_notice');

-- When one of the holder's people saw it first.
create table fall_notice_opening (
  holder_type text not null check (holder_type in ('user', 'company')),
  holder_id bigint not null,
  notice_id bigint not null,
  user_id bigint not null references app_user,
  opened_at timestamptz(3) not null default now(),
  primary key (holder_type, holder_id, notice_id, user_id),
  foreign key (holder_type, holder_id, notice_id) references fall_notice
);
create index fall_notice_opening_user on fall_notice_opening (user_id);
select append_only('fall_notice_opening');

-- How far each portfolio was looked at, and what could not be: overwritten by each look.
create table fall_check (
  holder_type text not null check (holder_type in ('user', 'company')),
  holder_id bigint not null,
  -- The last close that was looked at, and which round of that day.
  closed date not null,
  round text not null,
  -- Days of the period that could not be decided, with what they lack.
  unknown jsonb not null default '[]',
  -- Why nothing could be looked at; null if all went well.
  failure text,
  checked_at timestamptz(3) not null default now(),
  primary key (holder_type, holder_id)
);
grant delete on fall_check to portico_retention;
