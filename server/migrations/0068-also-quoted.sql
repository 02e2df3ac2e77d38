-- Further currencies in which an instrument has prices, so that a new rate finds whom it concerns without reading prices.
alter table instrument add column also_quoted text[] not null default '{}';
update instrument set also_quoted = quoted.currencies
from (
  select price.instrument_id, array_agg(distinct price.currency order by price.currency) as currencies
  from price join instrument on instrument.id = price.instrument_id
  where price.currency <> instrument.currency group by price.instrument_id
) as quoted
where quoted.instrument_id = instrument.id;
