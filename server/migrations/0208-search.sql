-- What the search of staff over all records is answered from (docs/decisions/0367-one-search-over-all-records.md): indexes of the
-- records themselves, so that a name that was changed or erased is found nowhere.

-- The words of a folded text from four letters on, each also without one of its letters: two words that differ by one letter, or by
-- two neighbours in the other order, have one of these in common. Letters that Latin writes as two or three ("sht" is щ) count as
-- one and as themselves. api/rules/search-spelling.ts has the same; a test compares them.
-- Not safe in parallel: a search of a few milliseconds would wait for workers that start.
create function search_near(text) returns text[] language sql immutable
return (
  select array_agg(distinct left(spelled, place - 1) || substr(spelled, place + 1))
  from regexp_split_to_table($1, '[^[:alpha:]]+') word,
    unnest(array[word, replace(replace(replace(replace(replace(replace(replace(
      word, 'sht', 'щ'), 'sh', 'ш'), 'ch', 'ч'), 'zh', 'ж'), 'ts', 'ц'), 'iu', 'ю'), 'ia', 'я')]) spelled,
    generate_series(1, length(spelled) + 1) place
  where length(spelled) between 4 and 24
);

alter table contract add column search_text text not null generated always as (search_folded(contract_name)) stored;
alter table ticket add column search_text text not null generated always as (search_folded(title)) stored;
alter table instrument add column search_text text not null
  generated always as (search_folded(name || ' ' || ticker || ' ' || coalesce(isin, ''))) stored;

create index document_search on document using gin (search_text gin_trgm_ops);
create index contract_search on contract using gin (search_text gin_trgm_ops);
create index ticket_search on ticket using gin (search_text gin_trgm_ops);
create index instrument_search on instrument using gin (search_text gin_trgm_ops);

create index app_user_near on app_user using gin (search_near(search_folded(name)));
create index company_near on company using gin (search_near(search_text));
create index document_near on document using gin (search_near(search_text));
create index contract_near on contract using gin (search_near(search_text));
create index ticket_near on ticket using gin (search_near(search_text));
create index instrument_near on instrument using gin (search_near(search_text));

-- Whoever is called exactly so is found before all whose names contain it.
create index app_user_named on app_user (search_folded(name), id);
create index company_named on company (search_folded(coalesce(nullif(name, ''), draft_name)), id);

-- A number is found by any part of it, however it is divided.
create index holder_account_number_signs on holder_account
  using gin (regexp_replace(lower(client_number), '[^[:alnum:]]', '', 'g') gin_trgm_ops);
create index bank_account_iban_parts on bank_account using gin (iban gin_trgm_ops) where iban is not null and removed_at is null;
