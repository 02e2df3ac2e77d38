-- Texts that staff insert into their answers to clients.
create table canned_answer (
  id bigint generated always as identity primary key,
  -- For staff; clients never see it.
  title text not null check (title <> ''),
  -- A version each language; null: there is none.
  text_bg text check (text_bg <> ''),
  text_en text check (text_en <> ''),
  text_pl text check (text_pl <> ''),
  -- Changes with each change of the row.
  version int not null default 1,
  check (coalesce(text_bg, text_en, text_pl) is not null)
);
create unique index canned_answer_title on canned_answer (lower(title));
