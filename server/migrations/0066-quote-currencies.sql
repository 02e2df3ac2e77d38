-- A price has its own currency: one security is listed in several, and its exchange may change from one to another.
alter table price add column currency text check (currency ~ '^[A-Z]{3}$');
update price set currency = instrument.currency from instrument where instrument.id = price.instrument_id;
alter table price alter column currency set not null;
comment on column price.value is 'In the currency of the price.';
alter table price drop constraint price_pkey, add primary key (instrument_id, currency, day, source);
drop index price_latest;
-- The latest price on or before a day is the first entry found in this index.
create index price_latest on price (instrument_id, day desc, id desc) include (value, currency, source);

do $$ declare old text; begin
  select conname into strict old from pg_constraint
  where conrelid = 'import_quote'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%instrument_id IS NULL%';
  execute format('alter table import_quote drop constraint %I', old);
end $$;
update import_quote set currency = instrument.currency from instrument where instrument.id = import_quote.instrument_id;
alter table import_quote alter column currency set not null;
comment on column import_quote.currency is 'Of a rate; of a price, the currency in which it is quoted.';

-- Shares quoted in lev are held in euro at the fixed rate: their exchange quotes them in euro since 2026.
update instrument set currency = 'EUR'
where currency = 'BGN' and (isin is not null or not exists (
  select from instrument as other
  where other.currency = 'EUR' and other.isin is null and lower(other.ticker) = lower(instrument.ticker)));

-- How many splits of the day it combines: each may have dropped a fraction of a unit.
alter table instrument_split add column bookings smallint not null default 1 check (bookings > 0);

-- The rules of positions changed, so every ledger is calculated anew.
update ledger_head set version = version + 1, replay = true, recompute_from = first_day where first_day is not null;
