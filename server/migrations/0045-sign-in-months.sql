-- Sign-ins by month, failed attempts, and figures by hour that always equal a count over the rows
-- (docs/decisions/0172-sign-in-analytics.md). Works on PostgreSQL 15.

-- The months' tables: only read and written through `sign_in`, so nobody has a right on them.
create schema if not exists sign_in_months;

alter table sign_in rename to former_sign_in;
alter table former_sign_in drop constraint sign_in_pkey, drop constraint sign_in_session_id_key;
drop index sign_in_user;

-- A sequence and not an identity column, which months' tables cannot have before PostgreSQL 17.
create sequence sign_in_id as bigint;

-- One row per sign-in: from which place and with which device, and why it is suspicious.
create table sign_in (
  id bigint not null default nextval('sign_in_id'),
  user_id bigint not null references app_user,
  session_id bigint not null references session,
  ip text not null,
  country text,
  country_code text,
  city text,
  -- In degrees; only an external lookup knows them.
  latitude real,
  longitude real,
  os text not null,
  browser_name text not null,
  suspicious text[] not null default '{}'
    check (suspicious <@ array['impossibleTravel', 'manyFailures', 'newCountry']),
  created_at timestamptz(3) not null default now(),
  -- Keys contain the month's column. The order of the list, newest first, read backwards.
  primary key (created_at, id),
  -- A session has one row: it is written in the transaction that opens the session.
  unique (session_id, created_at)
) partition by range (created_at);
alter sequence sign_in_id owned by sign_in.id;

-- Each index serves an order of the list and the filter on its column. An unknown place is sorted as an empty text.
create index sign_in_user on sign_in (user_id, created_at, id);
create index sign_in_ip on sign_in ((ip collate "C"), created_at, id);
create index sign_in_country on sign_in ((coalesce(country_code, '') collate "C"), created_at, id);
create index sign_in_city on sign_in ((coalesce(city, '') collate "C"), created_at, id);
create index sign_in_os on sign_in ((os collate "C"), created_at, id);
create index sign_in_browser on sign_in ((browser_name collate "C"), created_at, id);
create index sign_in_suspicious on sign_in (created_at, id) where suspicious <> '{}';
-- For periods, of which only whole blocks are read: a few pages for millions of rows.
create index sign_in_time on sign_in using brin (created_at);

-- A row whose month has no table: nothing is lost, and the job moves it.
create table sign_in_months.rest partition of sign_in default;

-- Failed attempts, one row each: a wrong password or code, or a passkey that was not accepted. What was typed is not
-- kept; `user_id` is null if there is no such account.
create table failed_sign_in (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('password', 'code', 'passkey')),
  user_id bigint references app_user,
  ip text not null,
  country text,
  country_code text,
  os text not null,
  browser_name text not null,
  created_at timestamptz(3) not null default now()
);
create index failed_sign_in_user on failed_sign_in (user_id, created_at) where user_id is not null;
create index failed_sign_in_time on failed_sign_in using brin (created_at);
select append_only('failed_sign_in');

-- Figures -------------------------------------------------------------------------------------------------------------

-- Sign-ins by hour, place and device. An unknown place is an empty text.
create table sign_in_hour (
  hour timestamptz(0) not null,
  country_code text not null,
  city text not null,
  os text not null,
  browser_name text not null,
  sign_ins integer not null,
  failures integer not null,
  suspicious integer not null,
  primary key (hour, country_code, city, os, browser_name)
);

-- The same added up: by hour over everything (dimension `hour`), and by day in UTC for each country, city, system and
-- browser.
create table sign_in_total (
  dimension text not null check (dimension in ('hour', 'country', 'city', 'os', 'browser')),
  starts_at timestamptz(0) not null,
  -- The country; of a city, that in which it is.
  country_code text not null,
  value text not null,
  sign_ins integer not null,
  failures integer not null,
  suspicious integer not null,
  primary key (dimension, starts_at, country_code, value)
);

-- What is not yet in the two tables above: written in the transaction of each change, and added to them by a job.
-- Whoever reads adds it too, so the figures are exact at any time, and concurrent sign-ins do not wait for one another.
create table sign_in_change (
  hour timestamptz(0) not null,
  country_code text not null,
  city text not null,
  os text not null,
  browser_name text not null,
  sign_ins integer not null,
  failures integer not null,
  suspicious integer not null
);

-- Only the functions below write figures.
revoke insert, update, delete on sign_in_hour, sign_in_total, sign_in_change from portico_app;

-- Triggers, so that every way to add, change or delete rows is counted: also retention, and SQL by hand.
create function count_sign_ins() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if tg_op = 'INSERT' then
    insert into sign_in_change
    select date_trunc('hour', created_at, 'UTC'), coalesce(country_code, ''), coalesce(city, ''), os, browser_name,
      count(*), 0, count(*) filter (where suspicious <> '{}')
    from added group by 1, 2, 3, 4, 5;
  elsif tg_op = 'DELETE' then
    insert into sign_in_change
    select date_trunc('hour', created_at, 'UTC'), coalesce(country_code, ''), coalesce(city, ''), os, browser_name,
      -count(*), 0, -count(*) filter (where suspicious <> '{}')
    from removed group by 1, 2, 3, 4, 5;
  else
    insert into sign_in_change
    select hour, country_code, city, os, browser_name, sum(one), 0, coalesce(sum(one) filter (where is_suspicious), 0)
    from (
      select date_trunc('hour', created_at, 'UTC') as hour, coalesce(country_code, '') as country_code,
        coalesce(city, '') as city, os, browser_name, suspicious <> '{}' as is_suspicious, 1 as one from added
      union all
      select date_trunc('hour', created_at, 'UTC'), coalesce(country_code, ''), coalesce(city, ''), os, browser_name,
        suspicious <> '{}', -1 from removed
    ) as both_sides (hour, country_code, city, os, browser_name, is_suspicious, one)
    group by 1, 2, 3, 4, 5, is_suspicious having sum(one) <> 0;
  end if;
  return null;
end $$;
create trigger sign_in_added after insert on sign_in
  referencing new table as added for each statement execute function count_sign_ins();
create trigger sign_in_removed after delete on sign_in
  referencing old table as removed for each statement execute function count_sign_ins();
create trigger sign_in_changed after update on sign_in
  referencing old table as removed new table as added for each statement execute function count_sign_ins();

create function count_failed_sign_ins() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if tg_op = 'INSERT' then
    insert into sign_in_change
    select date_trunc('hour', created_at, 'UTC'), coalesce(country_code, ''), '', os, browser_name, 0, count(*), 0
    from added group by 1, 2, 3, 4, 5;
  else
    insert into sign_in_change
    select date_trunc('hour', created_at, 'UTC'), coalesce(country_code, ''), '', os, browser_name, 0, -count(*), 0
    from removed group by 1, 2, 3, 4, 5;
  end if;
  return null;
end $$;
create trigger failed_sign_in_added after insert on failed_sign_in
  referencing new table as added for each statement execute function count_failed_sign_ins();
create trigger failed_sign_in_removed after delete on failed_sign_in
  referencing old table as removed for each statement execute function count_failed_sign_ins();

-- Adds the changes to the figures; returns how many. Each change is taken once: a second run waits, and finds the rest.
create function fold_sign_in_changes() returns integer
language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  folded integer;
  lowered timestamptz[];
begin
  perform pg_advisory_xact_lock(hashtext('fold_sign_in_changes'));
  with taken as (
    delete from sign_in_change returning *
  ), hours as (
    select hour, country_code, city, os, browser_name,
      sum(sign_ins)::int as sign_ins, sum(failures)::int as failures, sum(suspicious)::int as suspicious
    from taken group by 1, 2, 3, 4, 5
  ), in_hours as (
    insert into sign_in_hour as known select * from hours
    on conflict (hour, country_code, city, os, browser_name) do update set
      sign_ins = known.sign_ins + excluded.sign_ins, failures = known.failures + excluded.failures,
      suspicious = known.suspicious + excluded.suspicious
  ), in_totals as (
    insert into sign_in_total as known
    select part.dimension, part.starts_at, part.country_code, part.value,
      sum(sign_ins)::int, sum(failures)::int, sum(suspicious)::int
    from hours, lateral (values
      ('hour', hour, '', ''),
      ('country', date_trunc('day', hour, 'UTC'), hours.country_code, ''),
      ('city', date_trunc('day', hour, 'UTC'), hours.country_code, hours.city),
      ('os', date_trunc('day', hour, 'UTC'), '', hours.os),
      ('browser', date_trunc('day', hour, 'UTC'), '', hours.browser_name)
    ) as part (dimension, starts_at, country_code, value)
    group by 1, 2, 3, 4
    on conflict (dimension, starts_at, country_code, value) do update set
      sign_ins = known.sign_ins + excluded.sign_ins, failures = known.failures + excluded.failures,
      suspicious = known.suspicious + excluded.suspicious
  )
  select count(*), array_agg(distinct hour) filter (where sign_ins < 0 or failures < 0 or suspicious < 0)
    into folded, lowered from taken;
  -- Nothing is left of what retention deleted.
  delete from sign_in_hour where hour = any(lowered) and sign_ins = 0 and failures = 0 and suspicious = 0;
  delete from sign_in_total where sign_ins = 0 and failures = 0 and suspicious = 0
    and starts_at = any(lowered || array(select date_trunc('day', each, 'UTC') from unnest(lowered) as each))
    and dimension in ('hour', 'country', 'city', 'os', 'browser');
  return folded;
end $$;
revoke execute on function fold_sign_in_changes() from public;
grant execute on function fold_sign_in_changes() to portico_app;

-- Months --------------------------------------------------------------------------------------------------------------

-- Makes the tables of this month and the next `ahead` ones, and of earlier months that have rows without one, moves
-- these rows into them, and drops the tables of past months that retention emptied. With the owner's rights, since only
-- the owner may. Gives up after some seconds rather than let sign-ins wait: the job tries again.
create function keep_sign_in_months(ahead integer, out made integer, out moved bigint, out dropped integer)
language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  -- In UTC without a time zone, so that months have the same bounds whatever the connection's zone is.
  this_month timestamp := date_trunc('month', now() at time zone 'UTC');
  month timestamp;
  name text;
  count bigint;
  is_empty boolean;
begin
  made := 0; moved := 0; dropped := 0;
  perform set_config('lock_timeout', '5s', true);
  perform pg_advisory_xact_lock(hashtext('keep_sign_in_months'));
  for month in
    select this_month + make_interval(months => n) from generate_series(0, ahead) as n
    union
    select date_trunc('month', created_at at time zone 'UTC') from sign_in_months.rest
      where created_at < this_month at time zone 'UTC'
    order by 1
  loop
    name := to_char(month, '"m"YYYY_MM');
    continue when to_regclass('sign_in_months.' || name) is not null;
    execute format('create table sign_in_months.%I (like public.sign_in including defaults including constraints including indexes)', name);
    -- Until the month is attached, no row of it may arrive here.
    lock table sign_in_months.rest in access exclusive mode;
    execute format('with taken as (delete from sign_in_months.rest where created_at >= %1$L and created_at < %2$L returning *)
      insert into sign_in_months.%3$I select * from taken',
      month at time zone 'UTC', (month + interval '1 month') at time zone 'UTC', name);
    get diagnostics count = row_count;
    execute format('alter table public.sign_in attach partition sign_in_months.%I for values from (%L) to (%L)',
      name, month at time zone 'UTC', (month + interval '1 month') at time zone 'UTC');
    made := made + 1;
    moved := moved + count;
  end loop;
  for name in
    select relname from pg_class where relnamespace = 'sign_in_months'::regnamespace and relkind = 'r'
      and relname ~ '^m\d{4}_\d\d$'
      and relname < to_char(this_month - interval '1 month', '"m"YYYY_MM')
    order by relname
  loop
    execute format('select not exists (select from sign_in_months.%I)', name) into is_empty;
    continue when not is_empty;
    lock table public.sign_in in access exclusive mode;
    execute format('select not exists (select from sign_in_months.%I)', name) into is_empty;
    continue when not is_empty;
    execute format('drop table sign_in_months.%I', name);
    dropped := dropped + 1;
  end loop;
end $$;
revoke execute on function keep_sign_in_months(integer) from public;
grant execute on function keep_sign_in_months(integer) to portico_app;

-- The rows that there are, counted like new ones ----------------------------------------------------------------------

insert into sign_in (id, user_id, session_id, ip, country, country_code, city, os, browser_name, created_at)
select id, user_id, session_id, ip, country, country_code, city, os, browser_name, created_at from former_sign_in;
select setval('sign_in_id', greatest((select max(id) from sign_in), 1), exists (select from sign_in));
drop table former_sign_in;
select keep_sign_in_months(3);
select fold_sign_in_changes();

grant delete on sign_in to portico_retention;
