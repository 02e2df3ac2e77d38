-- What instruments cost by themselves, which their price bears (docs/decisions/0339-own-costs-of-instruments.md). Of an instrument and a
-- first day the row that was known last counts; the others stay, as what was known before.
create table instrument_cost (
  id bigint generated always as identity primary key,
  instrument_id bigint not null references instrument,
  -- From this day on, until the next one of the instrument.
  valid_from date not null,
  -- Percent of the value held, a year. Transaction costs that a fund estimates from prices may be below zero.
  ongoing numeric not null check (ongoing between 0 and 100),
  transactions numeric not null check (transactions between -100 and 100),
  incidental numeric not null check (incidental between 0 and 100),
  -- Percent of what is bought.
  one_off numeric not null check (one_off between 0 and 100),
  -- Of the ongoing costs, what the firm receives from third parties: percent a year.
  third_parties numeric not null check (third_parties between 0 and ongoing),
  -- It was stated wrongly, and counts no more.
  withdrawn boolean not null default false,
  -- The file that stated it; null if a colleague wrote it.
  file_name text,
  recorded_by bigint not null references app_user,
  recorded_at timestamptz(3) not null default now(),
  -- Null until the transaction commits.
  known_at timestamptz(3)
);
create index instrument_cost_latest on instrument_cost (instrument_id, valid_from, known_at desc, id desc);
create index instrument_cost_recorded_by on instrument_cost (recorded_by);
revoke update, delete on instrument_cost from portico_app;
create constraint trigger stamped after insert on instrument_cost deferrable initially deferred
  for each row when (new.known_at is null) execute function stamp_knowledge();
