-- Facts of an instrument beside its names: the sector, and where it and the issuer's country come from. Of a country without a
-- source, which an older build stored, the source is the file that first named the instrument.
alter table instrument add column country_source text check (country_source in ('file', 'staff'));
alter table instrument add column sector text check (sector in ('technology', 'communication', 'health', 'finance', 'realEstate',
  'consumerGoods', 'everydayGoods', 'industry', 'materials', 'energy', 'utilities', 'government', 'diversified'));
alter table instrument add column sector_source text check (sector_source in ('file', 'staff'));
create index instrument_by_name on instrument (lower(name), id);

-- What was known of the sector, as of the names (0131).
alter table instrument_knowledge add column sector text;
create or replace function know_instrument() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  insert into public.instrument_knowledge (instrument_id, name, ticker, isin, currency, asset_class, country, sector)
  values (new.id, new.name, new.ticker, new.isin, new.currency, new.asset_class, new.country, new.sector);
  return null;
end $$;
create trigger instrument_sector_known after update on instrument for each row
  when (new.sector is distinct from old.sector
    and (new.name, new.ticker, new.isin, new.currency, new.asset_class, new.country)
      is not distinct from (old.name, old.ticker, old.isin, old.currency, old.asset_class, old.country))
  execute function know_instrument();
