-- One row that changes with every price, rate and instrument, in the transaction that writes them: answers that were worked out from market data
-- are kept in memory for as long as it stands.
create table market_version (
  singleton boolean primary key default true check (singleton),
  version bigint not null default 0
);
insert into market_version default values;

create function raise_market_version() returns trigger language plpgsql as $$
begin
  update market_version set version = version + 1;
  return null;
end $$;
create trigger price_recorded after insert on price
  for each statement execute function raise_market_version();
create trigger fx_rate_recorded after insert on fx_rate
  for each statement execute function raise_market_version();
create trigger instrument_changed after insert or update on instrument
  for each statement execute function raise_market_version();
