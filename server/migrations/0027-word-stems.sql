-- Search in conversations finds the other forms of a Bulgarian or Polish word.

-- A folded word without its endings, for both languages together: an ending of one of them is rarely the stem of the other.
-- Twice, because articles follow other endings. Then the sounds that change before endings: c, ts and dz at the end are
-- those of t, k and d, and an e that comes and goes is left out ("rachunek", "rachunku").
create function search_stem(text) returns text language sql immutable parallel safe
return regexp_replace(
  regexp_replace(regexp_replace(regexp_replace(
    regexp_replace(
      regexp_replace($1,
        '^([a-z]{3,}?)(ovete|ove|iata|ieto|ite|ata|oto|eto|iat|at|iami|ami|iach|ach|iom|om|iem|em|owi|ow|ego|emu|ej|imi|im|ich|aja|asz|ash|ame|ate|ac|am|ah|ih|iu|ia|ie|a|e|i|o|u)$', '\1'),
      '^([a-z]{3,}?)(ovete|ove|iata|ieto|ite|ata|oto|eto|iat|at|iami|ami|iach|ach|iom|om|iem|em|owi|ow|ego|emu|ej|imi|im|ich|aja|asz|ash|ame|ate|ac|am|ah|ih|iu|ia|ie|a|e|i|o|u)$', '\1'),
    '([a-z]{2})dz$', '\1d'), '([a-z]{2})ts$', '\1k'), '([a-z]{2})c$', '\1t'),
  '([bcdfghjklmnprstvwz])e([nklr])$', '\1\2');

-- The words of a text, and their stems with a sign that no word has.
create function search_words_and_stems(text) returns tsvector language sql immutable parallel safe
return search_words($1) || array_to_tsvector(coalesce((
  select array_agg(distinct '~' || search_stem(word))
  from regexp_split_to_table(search_folded($1), '[^[:alnum:]]+') word
  where word ~ '^[a-z]{3,60}$'
), '{}'));

-- PostgreSQL before 17 cannot change the expression of a column; dropping it drops its index too.
alter table chat_message drop column words;
alter table chat_message add column words tsvector not null generated always as (search_words_and_stems(text)) stored;
create index chat_message_words on chat_message using gin (words);
