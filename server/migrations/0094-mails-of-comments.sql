-- Mails of which comments are a part are shown to the client too, and found by their words.
alter table ticket_mail
  -- When it came to the firm's mail server; null for earlier ones.
  add column arrived_at timestamptz(3),
  -- Of very long mails the beginning: PostgreSQL limits how many words are stored for a search.
  add column words tsvector generated always as (search_words_and_stems(left(whole, 50000))) stored;
create index ticket_mail_words on ticket_mail using gin (words);
