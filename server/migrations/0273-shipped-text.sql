-- What the product shipped of a text when the firm last decided about it: a newer version that ships another one asks again.
create table shipped_text (
  -- Kind and subject: page/terms, setting/documentTypes.
  id text primary key,
  shipped jsonb not null,
  noted_at timestamptz(3) not null default now()
);
revoke delete on shipped_text from portico_app;
