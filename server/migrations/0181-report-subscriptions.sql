-- Reports that holders want made again and again. docs/decisions/0345-subscriptions-to-reports.md

create table report_subscription (
  id bigint generated always as identity primary key,
  holder_type text not null check (holder_type in ('user', 'company')),
  holder_id bigint not null,
  kind text not null check (kind in ('assets', 'management', 'confirmation', 'costs', 'taxPL', 'taxBG', 'review')),
  frequency text not null check (frequency in ('month', 'quarter', 'year')),
  language text not null check (language in ('bg', 'en', 'pl')),
  made_by bigint not null references app_user,
  made_at timestamptz(3) not null default now(),
  -- The first day after the next period, by the firm's days.
  due_on date not null,
  ended_at timestamptz(3),
  -- Null for the portal.
  ended_by bigint references app_user,
  -- rights: who made it is no longer one of the holder's people. closed: the holder is no longer a client.
  ended_why text check (ended_why in ('asked', 'rights', 'closed')),
  check ((ended_at is null) = (ended_why is null)),
  check (ended_at is not null or ended_by is null)
);
create unique index report_subscription_once on report_subscription (holder_type, holder_id, kind, frequency, language)
  where ended_at is null;
create index report_subscription_holder on report_subscription (holder_type, holder_id, id);
create index report_subscription_due on report_subscription (due_on, id) where ended_at is null;
create index report_subscription_made_by on report_subscription (made_by);
create index report_subscription_ended_by on report_subscription (ended_by) where ended_by is not null;

create function keep_report_subscription() returns trigger
language plpgsql set search_path = pg_catalog, public as $$
begin
  raise exception 'subscription % is ended and does not change', old.id;
end $$;
create trigger keep_report_subscription before update on report_subscription for each row
  when (old.ended_at is not null) execute function keep_report_subscription();

revoke update, delete on report_subscription from portico_app;
grant update (due_on, ended_at, ended_by, ended_why) on report_subscription to portico_app;
grant delete on report_subscription to portico_retention;

-- What became of each period of a subscription. dropped: it ended meanwhile.
create table subscribed_report (
  id bigint generated always as identity primary key,
  subscription_id bigint not null references report_subscription,
  holder_type text not null check (holder_type in ('user', 'company')),
  holder_id bigint not null,
  period_from date not null,
  period_to date not null,
  state text not null default 'waiting' check (state in ('waiting', 'told', 'failed', 'dropped')),
  -- The one that was asked for last.
  report_id bigint references report,
  -- How often it was asked for, and from when it is again.
  tries int not null default 0,
  try_at timestamptz(3) not null default now(),
  -- Why the last try failed.
  failure text,
  settled_at timestamptz(3),
  check (period_from <= period_to),
  check ((state = 'waiting') = (settled_at is null)),
  check (state <> 'told' or report_id is not null),
  check (state <> 'failed' or failure is not null)
);
-- Never twice.
create unique index subscribed_report_once on subscribed_report (subscription_id, period_from);
create index subscribed_report_holder on subscribed_report (holder_type, holder_id);
create index subscribed_report_waiting on subscribed_report (try_at, id) where state = 'waiting';
create index subscribed_report_report on subscribed_report (report_id) where report_id is not null;

revoke update, delete on subscribed_report from portico_app;
grant update (state, report_id, tries, try_at, failure, settled_at) on subscribed_report to portico_app;
grant delete on subscribed_report to portico_retention;
