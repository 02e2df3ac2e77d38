-- Search of tickets and documents finds the other forms of a Bulgarian or Polish word, as that of conversations does.
-- PostgreSQL before 17 cannot change the expression of a column; dropping it drops its index too.
alter table ticket drop column words;
alter table ticket add column words tsvector not null generated always as (search_words_and_stems(title || ' ' || content)) stored;
create index ticket_words on ticket using gin (words);
alter table ticket_comment drop column words;
alter table ticket_comment add column words tsvector not null generated always as (search_words_and_stems(content)) stored;
create index ticket_comment_words on ticket_comment using gin (words);
-- Of documents only the words are stored, not the texts.
update document_text set words = words || array_to_tsvector(coalesce((
  select array_agg(distinct '~' || search_stem(word)) from unnest(tsvector_to_array(words)) word where word ~ '^[a-z]{3,60}$'
), '{}'))
where words <> '';
