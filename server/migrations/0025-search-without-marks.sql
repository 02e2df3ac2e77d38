-- "wojcik" finds Wójcik: what staff search in is kept in lower case and without the marks on Latin letters. The same letters stand in
-- server/database/list-page.queries.ts, held against these by a test. й stays: it is a letter of its own.
create function without_marks(text) returns text language sql immutable parallel safe
return translate(lower(normalize($1)),
  'àáâãäåçèéêëìíîïñòóôõöøùúûüýÿāăąćĉċčďđēĕėęěĝğġģĥħĩīĭįıĵķĺļľłńņňōŏőŕŗřśŝşšţťŧũūŭůűųŵŷźżžơưǎǐǒǔǖǘǚǜǟǡǧǩǫǭǰǵǹǻȁȃȅȇȉȋȍȏȑȓȕȗșțȟȧȩȫȭȯȱȳ',
  'aaaaaaceeeeiiiinoooooouuuuyyaaaccccddeeeeegggghhiiiiijkllllnnnooorrrsssstttuuuuuuwyzzzouaiouuuuuaagkoojgnaaaeeiioorruusthaeooooy');

drop index app_user_search, app_user_by_name, app_user_by_email;
alter table app_user add column search_text text not null generated always as (without_marks(name || ' ' || email)) stored;
create index app_user_search on app_user using gin (search_text gin_trgm_ops);
create index app_user_by_name on app_user (name, id) include (search_text);
create index app_user_by_email on app_user (email, id) include (search_text);

drop index company_search;
alter table company add column search_text text not null generated always as (without_marks(name)) stored;
create index company_search on company using gin (search_text gin_trgm_ops);
