-- Search of tickets and documents finds the other forms of a Bulgarian or Polish word, as that of conversations does.
alter table ticket alter column words set expression as (search_words_and_stems(title || ' ' || content));
alter table ticket_comment alter column words set expression as (search_words_and_stems(content));
-- Of documents only the words are stored, not the texts.
update document_text set words = words || array_to_tsvector(coalesce((
  select array_agg(distinct '~' || search_stem(word)) from unnest(tsvector_to_array(words)) word where word ~ '^[a-z]{3,60}$'
), '{}'))
where words <> '';
