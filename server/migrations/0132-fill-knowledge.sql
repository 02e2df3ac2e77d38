-- outside-transaction
-- What was recorded before 0131 was known since its import was confirmed, or since the row was made. It only reads the tables
-- that older builds write, and all of it commits together, so a run that was interrupted begins again.
do $$ begin
  if (select filled from knowledge_start) then return; end if;

  -- A transaction that began earlier may have got its ids later: times never fall as ids grow.
  insert into ledger_knowledge (holder_type, holder_id, last_entry_id, fees_in_cost, base_currency, known_at)
  select booked.holder_type, booked.holder_id, booked.last_id, (head.state->>'feesInCost')::boolean, account.base_currency,
    max(greatest(booked.recorded_at, import.settled_at))
      over (partition by booked.holder_type, booked.holder_id order by booked.last_id)
  from (
    select holder_type, holder_id, import_id, recorded_at, max(id) as last_id from ledger_entry
    where id <= (select last_entry_id from knowledge_start)
    group by holder_type, holder_id, import_id, recorded_at
  ) as booked
  left join import on import.id = booked.import_id
  left join ledger_head as head using (holder_type, holder_id)
  left join holder_account as account using (holder_type, holder_id);

  insert into market_knowledge (last_price_id, last_rate_id, known_at)
  select coalesce(max(last_price_id) over since, 0), coalesce(max(last_rate_id) over since, 0), recorded_at
  from (
    select recorded_at, max(id) as last_price_id, null::bigint as last_rate_id from price
    where id <= (select last_price_id from knowledge_start) group by recorded_at
    union all
    select recorded_at, null, max(id) from fx_rate
    where id <= (select last_rate_id from knowledge_start) group by recorded_at
  ) as recorded
  window since as (order by recorded_at);

  insert into instrument_knowledge (instrument_id, name, ticker, isin, currency, asset_class, country, known_at)
  select id, name, ticker, isin, currency, asset_class, country, created_at from instrument
  where not exists (select from instrument_knowledge as known where known.instrument_id = instrument.id);

  insert into split_knowledge (instrument_id, day, from_units, into_units, bookings, also_on, removed, known_at)
  select split.instrument_id, split.day, split.from_units, split.into_units, split.bookings, split.also_on, false,
    coalesce(min(booked.recorded_at), instrument.created_at)
  from instrument_split as split
  join instrument on instrument.id = split.instrument_id
  left join (
    select instrument_id, day, min(recorded_at) as recorded_at from ledger_entry where kind = 'split' group by instrument_id, day
  ) as booked on booked.instrument_id = split.instrument_id
    and booked.day between split.day - 7 and split.day + 7
  where not exists (select from split_knowledge as known where known.instrument_id = split.instrument_id)
  group by split.instrument_id, split.day, instrument.created_at;

  insert into excluded_knowledge (holder_type, holder_id, key, name, quantity, stated_on, known_at)
  select excluded.holder_type, excluded.holder_id, excluded.key, excluded.name, excluded.quantity, excluded.stated_on,
    coalesce(import.settled_at, import.created_at, now())
  from excluded_instrument as excluded left join import on import.id = excluded.import_id
  where not exists (
    select from excluded_knowledge as known
    where known.holder_type = excluded.holder_type and known.holder_id = excluded.holder_id and known.key = excluded.key);

  update knowledge_start set filled = true;
end $$;
