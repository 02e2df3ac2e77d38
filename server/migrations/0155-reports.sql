-- Reports to a holder: statements, costs, tax. docs/decisions/0320-reports-are-data-first.md

-- One per holder, kind, period, language and knowledge. What it says never changes once it is made.
create table report (
  id bigint generated always as identity primary key,
  holder_type text not null check (holder_type in ('user', 'company')),
  holder_id bigint not null,
  kind text not null check (kind in ('assets', 'management', 'confirmation', 'costs', 'taxPL', 'taxBG', 'review')),
  period_from date not null,
  period_to date not null,
  language text not null check (language in ('bg', 'en', 'pl')),
  -- What was committed by then is known to it (0289).
  known_at timestamptz(3) not null,
  template_version int not null,
  -- Of the files that were drawn when it was made; null until then.
  writer_version int,
  -- Facts that change without a knowledge time, such as names: as they were when it was asked for. Canonical JSON.
  given text not null,
  -- same: what is known now says what an earlier report said; same_as names it.
  state text not null default 'making' check (state in ('making', 'made', 'failed', 'same')),
  -- How often its making was begun: what fails each time is given up.
  tries int not null default 0,
  -- Why it could not be made.
  failure text,
  -- Canonical JSON, and the SHA-256 of this text.
  data text,
  data_hash bytea,
  same_as bigint references report,
  -- The report that it corrects.
  replaces bigint references report,
  -- Who asked for it; null for the portal.
  asked_by bigint references app_user,
  asked_at timestamptz(3) not null default now(),
  made_at timestamptz(3),
  check (period_from <= period_to),
  check ((state = 'making') = (made_at is null)),
  check ((state = 'made') = (data is not null) and (state = 'made') = (data_hash is not null)),
  check ((state = 'failed') = (failure is not null)),
  check ((state = 'same') = (same_as is not null)),
  check (replaces is null or state = 'made')
);
create unique index report_once on report (holder_type, holder_id, kind, period_from, period_to, language, known_at);
-- Asked for twice at once, it is made once.
create unique index report_making on report (holder_type, holder_id, kind, period_from, period_to, language)
  where state = 'making';
create index report_holder on report (holder_type, holder_id, id);
create index report_waiting on report (asked_at) where state = 'making';
create index report_same_as on report (same_as) where same_as is not null;
create index report_replaces on report (replaces) where replaces is not null;
create index report_asked_by on report (asked_by);

create function keep_report() returns trigger
language plpgsql set search_path = pg_catalog, public as $$
begin
  raise exception 'report % is made and does not change', old.id;
end $$;
create trigger keep_report before update on report for each row
  when (old.state <> 'making') execute function keep_report();

revoke update, delete on report from portico_app;
grant update (state, tries, writer_version, failure, data, data_hash, same_as, replaces, made_at) on report to portico_app;
grant delete on report to portico_retention;

-- When the holder's people opened a report: the evidence that it was read. Not staff, and not in view-as.
create table report_opening (
  id bigint generated always as identity primary key,
  report_id bigint not null references report,
  holder_type text not null check (holder_type in ('user', 'company')),
  holder_id bigint not null,
  user_id bigint not null references app_user,
  form text not null check (form in ('page', 'pdf', 'xlsx', 'csv')),
  opened_at timestamptz(3) not null default now()
);
create index report_opening_report on report_opening (report_id, user_id, form, opened_at);
create index report_opening_holder on report_opening (holder_type, holder_id);
create index report_opening_user on report_opening (user_id);

revoke update, delete on report_opening from portico_app;
grant delete on report_opening to portico_retention;
