-- What is agreed with a client, and what is said of positions. docs/decisions/0343-categories-mandates-and-flags.md

-- The client's category and mandate from a day on. Append-only: of a day the record known last counts, until the next later day
-- that has one.
create table mandate (
  id bigint generated always as identity,
  holder_type text not null check (holder_type in ('user', 'company')),
  holder_id bigint not null,
  from_day date not null,
  category text not null check (category in ('retail', 'professional', 'eligible')),
  service text not null check (service in ('management', 'advice', 'execution')),
  -- The mandate allows borrowing or derivatives that multiply what is invested.
  leverage boolean not null default false,
  benchmark_id bigint references benchmark,
  -- Of the periodic statement; null without portfolio management.
  frequency text check (frequency in ('month', 'quarter', 'year')),
  -- The client has chosen to be told of each transaction by itself.
  single_confirmations boolean not null default false,
  -- The record of this day was wrong: the day has none any more.
  withdrawn boolean not null default false,
  reason text check (reason <> ''),
  -- Null for the portal.
  recorded_by bigint references app_user,
  recorded_at timestamptz(3) not null default now(),
  -- Null until the transaction commits (0131).
  known_at timestamptz(3),
  check ((service = 'management') = (frequency is not null)),
  check (service = 'management' or (not leverage and benchmark_id is null and not single_confirmations)),
  check (not leverage or frequency = 'month'),
  check (frequency <> 'year' or single_confirmations),
  primary key (holder_type, holder_id, id)
);
create index mandate_id on mandate (id);
create index mandate_benchmark on mandate (benchmark_id) where benchmark_id is not null;
create index mandate_recorded_by on mandate (recorded_by) where recorded_by is not null;
create index mandate_managed on mandate (holder_type, holder_id) where service = 'management';
select append_only('mandate');

-- What is said of a position, or of the cash in a currency: it is lent (securities financing), pledged or otherwise encumbered, or its title
-- was transferred. Append-only: a correction replaces the former statement, and a withdrawn one replaces it by nothing.
create table position_flag (
  id bigint generated always as identity,
  holder_type text not null check (holder_type in ('user', 'company')),
  holder_id bigint not null,
  instrument_id bigint references instrument,
  currency text check (currency ~ '^[A-Z]{3}$'),
  kind text not null check (kind in ('lent', 'pledged', 'transferred')),
  -- Units, or the amount of cash; null for the whole position.
  quantity numeric check (quantity > 0),
  from_day date not null,
  -- The last day; null until further notice.
  to_day date,
  -- Shown to the client: to whom, and what benefit accrues on which basis.
  note text check (note <> ''),
  replaces bigint,
  withdrawn boolean not null default false,
  -- Of the correction or withdrawal.
  reason text check (reason <> ''),
  recorded_by bigint references app_user,
  recorded_at timestamptz(3) not null default now(),
  known_at timestamptz(3),
  check ((instrument_id is null) <> (currency is null)),
  check (to_day >= from_day),
  check (not withdrawn or replaces is not null),
  primary key (holder_type, holder_id, id),
  foreign key (holder_type, holder_id, replaces) references position_flag
);
create index position_flag_id on position_flag (id);
create unique index position_flag_replaced on position_flag (holder_type, holder_id, replaces) where replaces is not null;
create index position_flag_instrument on position_flag (instrument_id) where instrument_id is not null;
create index position_flag_recorded_by on position_flag (recorded_by) where recorded_by is not null;
select append_only('position_flag');

create constraint trigger stamped after insert on mandate deferrable initially deferred
  for each row when (new.known_at is null) execute function stamp_knowledge();
create constraint trigger stamped after insert on position_flag deferrable initially deferred
  for each row when (new.known_at is null) execute function stamp_knowledge();
