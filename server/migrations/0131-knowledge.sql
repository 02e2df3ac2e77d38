-- What the figures of a portfolio depend on, each state with the time since when it was known (docs/decisions/0289-knowledge-time.md).
-- Written by triggers, so that the build before writes it too; the portal's role may only read it.

-- The time of the last commit, or of the last question about it, in milliseconds since 1970: knowledge times grow by it.
create sequence knowledge_clock as bigint minvalue 0 start 0;
revoke all on sequence knowledge_clock from portico_app;

-- The knowledge time of this transaction. Taken while it commits, one transaction after another, so what was known at a time is
-- what was committed by then. `now()` is the start of the transaction, which may be minutes earlier.
create function transaction_known_at() returns timestamptz
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare
  known text := current_setting('portico.known_at', true);
  millis bigint;
begin
  if known <> '' then return known::timestamptz; end if;
  perform pg_advisory_xact_lock(hashtext('knowledge'));
  millis := greatest(floor(extract(epoch from clock_timestamp()) * 1000)::bigint,
    (select last_value + 1 from public.knowledge_clock));
  perform setval('public.knowledge_clock', millis);
  known := to_char(to_timestamp(0) at time zone 'UTC' + millis * interval '1 millisecond', 'YYYY-MM-DD HH24:MI:SS.MS') || '+00';
  perform set_config('portico.known_at', known, true);
  return known::timestamptz;
end $$;
revoke execute on function transaction_known_at() from public;

-- The time up to which everything is known: whatever commits later gets a later time. To be called by a statement of its own,
-- because its lock keeps others from committing.
create function knowledge_now() returns timestamptz
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare
  millis bigint;
begin
  perform pg_advisory_xact_lock(hashtext('knowledge'));
  millis := greatest(floor(extract(epoch from clock_timestamp()) * 1000)::bigint,
    (select last_value from public.knowledge_clock));
  perform setval('public.knowledge_clock', millis);
  return to_timestamp(0) + millis * interval '1 millisecond';
end $$;
revoke execute on function knowledge_now() from public;
grant execute on function knowledge_now() to portico_app;

-- Writes the time into a row while its transaction commits.
create function stamp_knowledge() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  execute format('update public.%I set known_at = $1 where id = $2', tg_table_name)
    using public.transaction_known_at(), new.id;
  return null;
end $$;

-- A holder's ledger: which entries, by which fee rule and in which currency. Entries of one holder get their ids under the lock
-- of the ledger's head, so all up to `last_entry_id` were known, and no later one.
create table ledger_knowledge (
  id bigint generated always as identity primary key,
  holder_type text not null check (holder_type in ('user', 'company')),
  holder_id bigint not null,
  last_entry_id bigint not null,
  fees_in_cost boolean,
  base_currency text,
  -- Null until the transaction commits.
  known_at timestamptz(3)
);
create index ledger_knowledge_latest on ledger_knowledge (holder_type, holder_id, known_at desc, id desc)
  include (last_entry_id, fees_in_cost, base_currency);

-- Prices and rates: all up to these ids, which are given under the lock of the market's version.
create table market_knowledge (
  id bigint generated always as identity primary key,
  last_price_id bigint not null,
  last_rate_id bigint not null,
  known_at timestamptz(3)
);
create index market_knowledge_latest on market_knowledge (known_at desc, id desc) include (last_price_id, last_rate_id);

create table instrument_knowledge (
  id bigint generated always as identity primary key,
  instrument_id bigint not null,
  name text not null,
  ticker text not null,
  isin text,
  currency text not null,
  asset_class text not null,
  country text,
  known_at timestamptz(3)
);
create index instrument_knowledge_latest on instrument_knowledge (instrument_id, known_at desc, id desc);

create table split_knowledge (
  id bigint generated always as identity primary key,
  instrument_id bigint not null,
  day date not null,
  from_units numeric not null,
  into_units numeric not null,
  bookings smallint not null,
  also_on date[] not null,
  -- The split is none any more.
  removed boolean not null,
  known_at timestamptz(3)
);
create index split_knowledge_latest on split_knowledge (instrument_id, day, known_at desc, id desc);

create table excluded_knowledge (
  id bigint generated always as identity primary key,
  holder_type text not null check (holder_type in ('user', 'company')),
  holder_id bigint not null,
  key text not null,
  name text not null,
  quantity numeric,
  stated_on date,
  known_at timestamptz(3)
);
create index excluded_knowledge_latest on excluded_knowledge (holder_type, holder_id, key, known_at desc, id desc);

revoke insert, update, delete, truncate on ledger_knowledge from portico_app;
revoke insert, update, delete, truncate on market_knowledge from portico_app;
revoke insert, update, delete, truncate on instrument_knowledge from portico_app;
revoke insert, update, delete, truncate on split_knowledge from portico_app;
revoke insert, update, delete, truncate on excluded_knowledge from portico_app;
do $$ declare known text; begin
  foreach known in array array['ledger_knowledge', 'market_knowledge', 'instrument_knowledge', 'split_knowledge', 'excluded_knowledge']
  loop
    execute format(
      'create constraint trigger stamped after insert on %I deferrable initially deferred
         for each row when (new.known_at is null) execute function stamp_knowledge()', known);
  end loop;
end $$;
grant delete on ledger_knowledge, excluded_knowledge to portico_retention;

create function know_ledger() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  insert into public.ledger_knowledge (holder_type, holder_id, last_entry_id, fees_in_cost, base_currency)
  select new.holder_type, new.holder_id,
    (select case when is_called then last_value else 0 end from public.ledger_entry_id),
    (new.state->>'feesInCost')::boolean,
    (select base_currency from public.holder_account as account
     where account.holder_type = new.holder_type and account.holder_id = new.holder_id);
  return null;
end $$;
create trigger ledger_known after update on ledger_head for each row
  when (new.entries is distinct from old.entries
    or new.state->'feesInCost' is distinct from old.state->'feesInCost')
  execute function know_ledger();
create trigger ledger_begun after insert on ledger_head for each row
  when (new.entries > 0)
  execute function know_ledger();

-- Another currency of an account changes every figure of it.
create function know_currency() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  insert into public.ledger_knowledge (holder_type, holder_id, last_entry_id, fees_in_cost, base_currency)
  select known.holder_type, known.holder_id, known.last_entry_id, known.fees_in_cost, new.base_currency
  from public.ledger_knowledge as known
  where known.holder_type = new.holder_type and known.holder_id = new.holder_id
  order by known.id desc limit 1;
  return null;
end $$;
create trigger currency_known after update on holder_account for each row
  when (new.base_currency is distinct from old.base_currency)
  execute function know_currency();

-- Before the rows get their ids: whoever commits first has the lower ones.
create function lock_market() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  perform from public.market_version for update;
  return null;
end $$;
-- A sequence that gave no number yet has a last value all the same.
create function know_market() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  insert into public.market_knowledge (last_price_id, last_rate_id)
  select (select case when is_called then last_value else 0 end from public.price_id_seq),
    (select case when is_called then last_value else 0 end from public.fx_rate_id_seq);
  return null;
end $$;
create trigger market_locked before insert on price for each statement execute function lock_market();
create trigger market_locked before insert on fx_rate for each statement execute function lock_market();
create trigger market_known after insert on price for each statement execute function know_market();
create trigger market_known after insert on fx_rate for each statement execute function know_market();

create function know_instrument() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  insert into public.instrument_knowledge (instrument_id, name, ticker, isin, currency, asset_class, country)
  values (new.id, new.name, new.ticker, new.isin, new.currency, new.asset_class, new.country);
  return null;
end $$;
create trigger instrument_added after insert on instrument for each row execute function know_instrument();
create trigger instrument_known after update on instrument for each row
  when ((new.name, new.ticker, new.isin, new.currency, new.asset_class, new.country)
    is distinct from (old.name, old.ticker, old.isin, old.currency, old.asset_class, old.country))
  execute function know_instrument();

create function know_split() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if tg_op <> 'INSERT' then
    insert into public.split_knowledge (instrument_id, day, from_units, into_units, bookings, also_on, removed)
    values (old.instrument_id, old.day, old.from_units, old.into_units, old.bookings, old.also_on, true);
  end if;
  if tg_op <> 'DELETE' then
    insert into public.split_knowledge (instrument_id, day, from_units, into_units, bookings, also_on, removed)
    values (new.instrument_id, new.day, new.from_units, new.into_units, new.bookings, new.also_on, false);
  end if;
  return null;
end $$;
create trigger split_known after insert or update or delete on instrument_split
  for each row execute function know_split();

-- Not when rows are deleted, which only the end of their retention does.
create function know_excluded() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  insert into public.excluded_knowledge (holder_type, holder_id, key, name, quantity, stated_on)
  values (new.holder_type, new.holder_id, new.key, new.name, new.quantity, new.stated_on);
  return null;
end $$;
create trigger excluded_known after insert or update on excluded_instrument
  for each row execute function know_excluded();

-- Where the knowledge of entries, prices and rates recorded before begins: 0132 fills it in. The triggers above hold the locks
-- that all who record wait for, so these are the last ones.
create table knowledge_start (
  singleton boolean primary key default true check (singleton),
  last_entry_id bigint not null,
  last_price_id bigint not null,
  last_rate_id bigint not null,
  -- Whether 0132 is done.
  filled boolean not null default false
);
revoke insert, update, delete, truncate on knowledge_start from portico_app;
insert into knowledge_start (last_entry_id, last_price_id, last_rate_id)
select (select case when is_called then last_value else 0 end from ledger_entry_id),
  (select case when is_called then last_value else 0 end from price_id_seq),
  (select case when is_called then last_value else 0 end from fx_rate_id_seq);
