-- The first time in a quarter that one of the holder's people opened an up-to-date statement of assets: the evidence for which
-- the quarterly paper may be left out. docs/decisions/0346-evidence-of-statements.md
create table statement_opening (
  -- Its first day.
  quarter date not null,
  holder_type text not null check (holder_type in ('user', 'company')),
  holder_id bigint not null,
  report_id bigint not null references report,
  user_id bigint not null references app_user,
  opened_at timestamptz(3) not null default now(),
  primary key (quarter, holder_type, holder_id),
  check (quarter = date_trunc('quarter', quarter::timestamp)::date)
);
create index statement_opening_holder on statement_opening (holder_type, holder_id);
create index statement_opening_report on statement_opening (report_id);
create index statement_opening_user on statement_opening (user_id);

revoke update, delete on statement_opening from portico_app;
grant delete on statement_opening to portico_retention;
