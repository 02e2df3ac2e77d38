-- Documents of funds whose coming end staff were told of: each once.
create table fund_document_told (
  document_id bigint primary key references fund_document on delete cascade,
  told_at timestamptz(3) not null default now()
);
revoke update, delete on fund_document_told from portico_app;
