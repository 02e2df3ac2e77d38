-- What performance is compared with: benchmarks, their own series of values, and to whom they are offered.

create table benchmark (
  id bigint generated always as identity primary key,
  -- The price of an instrument, values from files, or a blend of such benchmarks. Never changes.
  kind text not null check (kind in ('instrument', 'series', 'blend')),
  -- In each language.
  name jsonb not null,
  -- In which its index is stated.
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- Whether income is in it; of a blend it follows from its parts.
  return_kind text check (return_kind in ('price', 'total')),
  instrument_id bigint references instrument,
  rebalancing text check (rebalancing in ('monthly', 'drift')),
  -- The day from which the weights drift; null: from the first day on which all parts have a value.
  base_day date,
  created_at timestamptz(3) not null default now(),
  created_by bigint not null references app_user,
  saved_at timestamptz(3) not null default now(),
  saved_by bigint not null references app_user,
  -- No longer offered. It is never deleted.
  ended_at timestamptz(3),
  check ((kind = 'instrument') = (instrument_id is not null)),
  check ((kind = 'blend') = (rebalancing is not null)),
  check ((kind = 'blend') = (return_kind is null)),
  check (base_day is null or rebalancing = 'drift')
);
create index benchmark_instrument on benchmark (instrument_id) where instrument_id is not null;
create index benchmark_created_by on benchmark (created_by);
create index benchmark_saved_by on benchmark (saved_by);
revoke update, delete on benchmark from portico_app;
grant update (name, currency, return_kind, rebalancing, base_day, saved_at, saved_by, ended_at) on benchmark to portico_app;

-- The parts of a blend, in percent, which sum to 100. A part is no blend itself, so that none can be in itself.
create table benchmark_part (
  benchmark_id bigint not null references benchmark,
  part_id bigint not null references benchmark check (part_id <> benchmark_id),
  place integer not null,
  percent numeric not null check (percent > 0 and percent <= 100),
  primary key (benchmark_id, part_id)
);
create index benchmark_part_of on benchmark_part (part_id);

create function keep_benchmark_parts() returns trigger language plpgsql as $$
begin
  if not exists (select from benchmark where id = new.benchmark_id and kind = 'blend')
    or exists (select from benchmark where id = new.part_id and kind = 'blend') then
    raise exception 'a blend consists of benchmarks that are none';
  end if;
  return new;
end $$;
create trigger keep_benchmark_parts before insert or update on benchmark_part
  for each row execute function keep_benchmark_parts();

-- A file of values as it was read.
create table benchmark_upload (
  id bigint generated always as identity primary key,
  benchmark_id bigint not null references benchmark,
  file_name text not null,
  sha256 bytea not null check (length(sha256) = 32),
  state text not null check (state in ('previewed', 'refused', 'confirmed', 'discarded')),
  rows integer not null,
  new_rows integer not null,
  known_rows integer not null,
  corrected_rows integer not null,
  refused_rows integer not null,
  marked_rows integer not null,
  -- Refusals, corrections and marked rows, as shown.
  preview jsonb not null,
  -- What it would store: day, value, source, and the value that counted when it was read. Emptied once it is settled.
  waiting jsonb,
  created_at timestamptz(3) not null default now(),
  created_by bigint not null references app_user,
  settled_at timestamptz(3),
  settled_by bigint references app_user
);
create index benchmark_upload_of on benchmark_upload (benchmark_id, id desc);
create index benchmark_upload_created_by on benchmark_upload (created_by);
create index benchmark_upload_settled_by on benchmark_upload (settled_by) where settled_by is not null;
revoke delete on benchmark_upload from portico_app;

-- The values of a series. Of a day the one stored last counts; the others stay, with when each became known.
create table benchmark_value (
  id bigint generated always as identity primary key,
  benchmark_id bigint not null references benchmark,
  day date not null,
  -- In the benchmark's currency.
  value numeric not null check (value > 0),
  source text not null check (source <> ''),
  upload_id bigint references benchmark_upload,
  recorded_at timestamptz(3) not null default now(),
  unique (benchmark_id, day, source)
);
create index benchmark_value_day on benchmark_value (benchmark_id, day, id desc) include (value);
create index benchmark_value_upload on benchmark_value (upload_id) where upload_id is not null;
revoke update, delete on benchmark_value from portico_app;

-- To whom a benchmark is offered. The nearest comes first: the holder's, then of a group, of a strategy, of the firm.
create table benchmark_assignment (
  id bigint generated always as identity primary key,
  benchmark_id bigint not null references benchmark,
  scope text not null check (scope in ('holder', 'group', 'strategy', 'firm')),
  holder_type text check (holder_type in ('user', 'company')),
  holder_id bigint,
  group_name text references distribution_group on update cascade on delete cascade,
  definition_id bigint references target_definition,
  created_at timestamptz(3) not null default now(),
  created_by bigint not null references app_user,
  ended_at timestamptz(3),
  check ((scope = 'holder') = (holder_type is not null)),
  check ((scope = 'holder') = (holder_id is not null)),
  check ((scope = 'group') = (group_name is not null)),
  check ((scope = 'strategy') = (definition_id is not null))
);
create unique index benchmark_assignment_once on benchmark_assignment
  (benchmark_id, scope, holder_type, holder_id, group_name, definition_id) nulls not distinct where ended_at is null;
create index benchmark_assignment_holder on benchmark_assignment (holder_type, holder_id) where holder_id is not null;
create index benchmark_assignment_group on benchmark_assignment (group_name) where group_name is not null;
create index benchmark_assignment_strategy on benchmark_assignment (definition_id) where definition_id is not null;
create index benchmark_assignment_firm on benchmark_assignment (id) where scope = 'firm' and ended_at is null;
create index benchmark_assignment_created_by on benchmark_assignment (created_by);
grant delete on benchmark_assignment to portico_retention;

-- Grows with every change of benchmarks and their values: what was calculated before is outdated. Whether one is assigned
-- to somebody is read each time.
create table benchmark_version (
  single boolean primary key default true check (single),
  version bigint not null default 0
);
insert into benchmark_version default values;
revoke insert, delete on benchmark_version from portico_app;

create function raise_benchmark_version() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update benchmark_version set version = version + 1;
  return null;
end $$;
create trigger raise_benchmark_version after insert or update or delete on benchmark
  for each statement execute function raise_benchmark_version();
create trigger raise_benchmark_version after insert or update or delete on benchmark_part
  for each statement execute function raise_benchmark_version();
create trigger raise_benchmark_version after insert or update or delete on benchmark_value
  for each statement execute function raise_benchmark_version();
