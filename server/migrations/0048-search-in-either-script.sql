-- "petrov" finds Петров and "петров" finds Petrov: what staff search in is kept in lower case, without marks and in Latin letters, folded
-- so that the usual spellings of one name come to the same (Юлия, Yuliya, Iulia). The same steps stand in
-- server/database/list-page.queries.ts, held against these by a test.
create function search_folded(text) returns text language sql immutable parallel safe
return replace(replace(translate(
  replace(replace(replace(replace(replace(replace(replace(without_marks($1),
    'щ', 'sht'), 'ш', 'sh'), 'ч', 'ch'), 'ж', 'zh'), 'ц', 'ts'), 'ю', 'iu'), 'я', 'ia'),
  'абвгдезийклмнопрстуфхъыьэёіїєґўy', 'abvgdeziiklmnoprstufhaiieeiieg' || 'ui'),
  'ii', 'i'), 'x', 'ks');

drop index app_user_search, app_user_by_name, app_user_by_email;
alter table app_user drop column search_text;
alter table app_user add column search_text text not null generated always as (search_folded(name || ' ' || email)) stored;
create index app_user_search on app_user using gin (search_text gin_trgm_ops);
create index app_user_by_name on app_user (name, id) include (search_text);
create index app_user_by_email on app_user (email, id) include (search_text);

-- A company's name and register number as its draft has them: facts of a public register, kept readable for staff's lists and search while
-- everything else of the form is sealed.
drop index company_search;
alter table company
  add column draft_name text not null default '',
  add column register_number text not null default '';
alter table company drop column search_text;
alter table company add column search_text text not null
  generated always as (search_folded(name || ' ' || draft_name || ' ' || register_number)) stored;
create index company_search on company using gin (search_text gin_trgm_ops);
grant update (draft_name, register_number) on company to portico_retention;

-- Any part of a client number.
create index holder_account_number_parts on holder_account using gin (lower(client_number) gin_trgm_ops);
