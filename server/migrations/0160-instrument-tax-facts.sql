-- What tax forms ask of an instrument beside the issuer's country (docs/decisions/0334-facts-of-tax-forms.md). `contractual`: a fund
-- without legal personality. The venue where it is usually traded, by its market identifier (ISO 10383): of trades that state none.
-- Only staff state both; null: not known.
alter table instrument add column legal_form text check (legal_form in ('company', 'contractual'));
alter table instrument add column venue text check (venue ~ '^[A-Z0-9]{4}$');

-- What was known of them, as of the names (0131) and the sector (0145).
alter table instrument_knowledge add column legal_form text;
alter table instrument_knowledge add column venue text;
create or replace function know_instrument() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  insert into public.instrument_knowledge
    (instrument_id, name, ticker, isin, currency, asset_class, country, sector, legal_form, venue)
  values (new.id, new.name, new.ticker, new.isin, new.currency, new.asset_class, new.country, new.sector, new.legal_form, new.venue);
  return null;
end $$;
create trigger instrument_tax_facts_known after update on instrument for each row
  when ((new.legal_form, new.venue) is distinct from (old.legal_form, old.venue)
    and (new.name, new.ticker, new.isin, new.currency, new.asset_class, new.country, new.sector)
      is not distinct from (old.name, old.ticker, old.isin, old.currency, old.asset_class, old.country, old.sector))
  execute function know_instrument();
