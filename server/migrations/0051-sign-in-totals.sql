-- Totals by month besides those by day: a year by city is read from a dozen rows for each city, and a search finds the
-- names of all cities in them.
drop table sign_in_total;

-- Sign-ins added up: by hour over everything (dimension `all`), and by day and month in UTC for each country, city, system
-- and browser.
create table sign_in_total (
  dimension text not null check (dimension in ('all', 'country', 'city', 'os', 'browser')),
  grain text not null check (grain in ('hour', 'day', 'month')),
  starts_at timestamptz(0) not null,
  -- The country; of a city, that in which it is.
  country_code text not null,
  value text not null,
  sign_ins integer not null,
  failures integer not null,
  suspicious integer not null,
  primary key (dimension, grain, starts_at, country_code, value)
);
revoke insert, update, delete on sign_in_total from portico_app;

-- The totals to which an hour's figures of one place and device belong.
create function sign_in_totals_of(hour timestamptz, country_code text, city text, os text, browser_name text)
returns table (dimension text, grain text, starts_at timestamptz, total_country text, value text)
language sql immutable as $$
  select 'all', 'hour', hour, '', ''
  union all
  select part.dimension, grains.grain, date_trunc(grains.grain, hour, 'UTC'), part.country, part.value
  from (values ('country', country_code, ''), ('city', country_code, city), ('os', '', os), ('browser', '', browser_name))
      as part (dimension, country, value),
    (values ('day'), ('month')) as grains (grain)
$$;
revoke execute on function sign_in_totals_of(timestamptz, text, text, text, text) from public;

create or replace function fold_sign_in_changes() returns integer
language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  folded integer;
  lowered timestamptz[];
begin
  perform pg_advisory_xact_lock(hashtext('fold_sign_in_changes'));
  with taken as (
    delete from sign_in_change returning *
  ), hours as materialized (
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
    select part.dimension, part.grain, part.starts_at, part.total_country, part.value,
      sum(sign_ins)::int, sum(failures)::int, sum(suspicious)::int
    from hours, sign_in_totals_of(hours.hour, hours.country_code, hours.city, hours.os, hours.browser_name) as part
    group by 1, 2, 3, 4, 5
    on conflict (dimension, grain, starts_at, country_code, value) do update set
      sign_ins = known.sign_ins + excluded.sign_ins, failures = known.failures + excluded.failures,
      suspicious = known.suspicious + excluded.suspicious
  )
  select count(*), array_agg(distinct hour) filter (where sign_ins < 0 or failures < 0 or suspicious < 0)
    into folded, lowered from taken;
  -- Nothing is left of what retention deleted.
  delete from sign_in_hour where hour = any(lowered) and sign_ins = 0 and failures = 0 and suspicious = 0;
  delete from sign_in_total where sign_ins = 0 and failures = 0 and suspicious = 0
    and starts_at = any(lowered || array(
      select date_trunc(grain, each, 'UTC') from unnest(lowered) as each, unnest(array['day', 'month']) as grain));
  return folded;
end $$;

insert into sign_in_total
select part.dimension, part.grain, part.starts_at, part.total_country, part.value,
  sum(sign_ins)::int, sum(failures)::int, sum(suspicious)::int
from sign_in_hour as hours,
  sign_in_totals_of(hours.hour, hours.country_code, hours.city, hours.os, hours.browser_name) as part
group by 1, 2, 3, 4, 5;
