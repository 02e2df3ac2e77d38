-- Splits belong to the instrument, deposits of a day tell what came in before what went out, and what is worked out from old
-- rates or from the price of a trade says so. Decision 0010; the tables: decision 0040.

-- Units of an instrument become others on a day, for every holder. Written by the writer of the first entry that books the split, and
-- again by one of more units that tells the ratio better; deleted with the last such entry.
create table instrument_split (
  instrument_id bigint not null references instrument,
  day date not null,
  from_units numeric not null check (from_units > 0),
  into_units numeric not null check (into_units > 0),
  primary key (instrument_id, day)
);

-- Paid in on the day, before what was paid out: `deposits` is the difference.
alter table daily_value add column inflow numeric not null default 0;
update daily_value set inflow = greatest(deposits, 0);
alter table daily_value alter column inflow drop default;

-- The splits that are booked already, as the holder of the most units saw them.
insert into instrument_split (instrument_id, day, from_units, into_units)
select distinct on (position.instrument_id, split.day)
  position.instrument_id, split.day, split."from", split."into"
from position
cross join lateral jsonb_to_recordset(position.state->'splits') as split (day date, "from" numeric, "into" numeric)
where split."from" > 0 and split."into" > 0
order by position.instrument_id, split.day, split."from" desc;

-- What was worked out by the older rules is worked out anew from the entries.
update position set state = state || '{"heldSince": null, "lastMoved": null, "lastTrade": null, "staleRates": []}';
update cash_balance set state = state || '{"staleRates": []}';
update ledger_head set state = state || '{"staleRates": [], "stalePrices": []}';
update daily_value set held = null where held is not null;
update ledger_head set replay = true, version = version + 1, recompute_from = first_day where entries > 0;
