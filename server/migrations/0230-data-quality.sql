-- Lists of missing data; docs/decisions/0382-data-quality.md.
create index cash_balance_below_zero on cash_balance (holder_id, holder_type, currency) where amount < 0;
create index position_below_zero on position (holder_id, holder_type, instrument_id) where quantity < 0;
create index instrument_without_isin on instrument (lower(name), id) where isin is null;
create index instrument_without_facts on instrument (lower(name), id)
  where country is null and country_source is null or sector is null and sector_source is null;

-- Whether the client has a number: clients without one are found without reading those with one.
alter table app_user add column numbered boolean not null default false;
alter table company add column numbered boolean not null default false;

-- A trigger, so that builds that do not know the column keep it too.
create function note_client_number() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if new.holder_type = 'user' then
    update public.app_user set numbered = new.client_number is not null
    where id = new.holder_id and numbered is distinct from (new.client_number is not null);
  else
    update public.company set numbered = new.client_number is not null
    where id = new.holder_id and numbered is distinct from (new.client_number is not null);
  end if;
  return null;
end $$;
create trigger note_client_number after insert or update of client_number on holder_account
  for each row execute function note_client_number();

create index app_user_without_number on app_user (id)
  where not numbered and role = 'client' and state in ('postKYC', 'pendingReKYC');
create index company_without_number on company (id)
  where not numbered and state in ('postKYC', 'pendingReKYC');
