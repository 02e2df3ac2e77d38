-- Reports for many holders: runs, their addressees, their schedules, and what was published and told. docs/decisions/0341-report-runs.md

-- A definition that is repeated when a period is over.
create table report_schedule (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('assets', 'management', 'confirmation', 'costs', 'taxPL', 'taxBG', 'review')),
  repeats text not null check (repeats in ('monthly', 'quarterly', 'yearly')),
  scope text not null check (scope in ('all', 'group', 'strategy')),
  -- Null for a group that was deleted: the schedule then starts nothing.
  group_name text references distribution_group on update cascade on delete set null,
  definition_id bigint references target_definition,
  -- Null: the holder's own.
  language text check (language in ('bg', 'en', 'pl')),
  at_once boolean not null,
  -- Business days of the firm after the period's end.
  business_days int not null check (business_days between 0 and 60),
  -- Otherwise a person presses start.
  starts_itself boolean not null,
  enabled boolean not null default true,
  -- End of the next period that a run is made for.
  next_to date not null,
  created_by bigint not null references app_user,
  created_at timestamptz(3) not null default now(),
  check ((scope = 'strategy') = (definition_id is not null)),
  check (scope = 'group' or group_name is null)
);
create index report_schedule_group on report_schedule (group_name) where group_name is not null;
create index report_schedule_definition on report_schedule (definition_id) where definition_id is not null;
create index report_schedule_created_by on report_schedule (created_by);

create table report_run (
  id bigint generated always as identity primary key,
  schedule_id bigint references report_schedule,
  kind text not null check (kind in ('assets', 'management', 'confirmation', 'costs', 'taxPL', 'taxBG', 'review')),
  period_from date not null,
  period_to date not null,
  scope text not null check (scope in ('all', 'group', 'strategy', 'chosen')),
  -- As the group was called.
  group_name text,
  definition_id bigint references target_definition,
  -- Null: the holder's own.
  language text check (language in ('bg', 'en', 'pl')),
  -- Published as they are made; otherwise after a person has looked.
  at_once boolean not null,
  state text not null check (state in ('ready', 'running', 'paused', 'awaitingLook', 'done', 'cancelled')),
  -- What was committed by then is known to its reports; newer after a pause or a retry. Null before the start.
  known_at timestamptz(3),
  -- Up to which holder its addressees are listed, and when all were. Chosen ones are listed with the run.
  listed_type text,
  listed_id bigint,
  listed_at timestamptz(3),
  -- From when on what is made is published. Null while it waits for a look.
  released_at timestamptz(3),
  released_by bigint references app_user,
  -- Null for the schedule.
  created_by bigint references app_user,
  created_at timestamptz(3) not null default now(),
  started_by bigint references app_user,
  started_at timestamptz(3),
  ended_at timestamptz(3),
  check (period_from <= period_to),
  check (state = 'ready' or state = 'cancelled' or known_at is not null)
);
-- A period that was missed is made up once.
create unique index report_run_scheduled on report_run (schedule_id, period_to) where schedule_id is not null;
create index report_run_working on report_run (id) where state = 'running';
create index report_run_definition on report_run (definition_id) where definition_id is not null;
create index report_run_period on report_run (period_from, period_to, kind);
create index report_run_created_by on report_run (created_by);
create index report_run_started_by on report_run (started_by);
create index report_run_released_by on report_run (released_by);

-- Whom a run reaches. Kind and period are the run's, for the index that allows a holder one open report of them.
create table report_addressee (
  id bigint generated always as identity primary key,
  run_id bigint not null references report_run,
  holder_type text not null check (holder_type in ('user', 'company')),
  holder_id bigint not null,
  kind text not null,
  period_from date not null,
  period_to date not null,
  state text not null check (state in (
    'waiting', 'skipped', 'unchanged', 'gapped', 'made', 'published', 'told', 'undelivered', 'opened', 'failed', 'withheld',
    'cancelled')),
  -- Why it was left out or failed.
  reason text,
  -- Of the report, once it is made.
  report_id bigint references report,
  gaps int,
  -- Who lets a report with gaps be published, and why.
  allowed_by bigint references app_user,
  allowed_at timestamptz(3),
  allowed_reason text,
  -- Each claim by a process is a try; the claim of one that was killed ends by itself.
  tries int not null default 0,
  claimed_until timestamptz(3),
  changed_at timestamptz(3) not null default now(),
  check ((allowed_by is null) = (allowed_at is null) and (allowed_by is null) = (allowed_reason is null)),
  check (state not in ('unchanged', 'gapped', 'made', 'published', 'told', 'undelivered', 'opened', 'withheld') or report_id is not null),
  check (state not in ('skipped', 'failed') or reason is not null)
);
create unique index report_addressee_once on report_addressee (run_id, holder_type, holder_id);
-- One open report for each holder, kind and period, over all runs.
create unique index report_addressee_open on report_addressee (holder_type, holder_id, kind, period_from, period_to)
  where state in ('waiting', 'gapped', 'made');
create index report_addressee_state on report_addressee (run_id, state, id);
create index report_addressee_holder on report_addressee (holder_type, holder_id, id);
create index report_addressee_report on report_addressee (report_id) where report_id is not null;
create index report_addressee_allowed_by on report_addressee (allowed_by) where allowed_by is not null;

revoke delete on report_schedule from portico_app;
revoke delete on report_run from portico_app;
revoke update, delete on report_addressee from portico_app;
grant update (state, reason, report_id, gaps, allowed_by, allowed_at, allowed_reason, tries,
  claimed_until, changed_at)
  on report_addressee to portico_app;
grant delete on report_addressee to portico_retention;

-- What a run makes is hidden from the holder's people until it is published.
alter table report add column awaits_publication boolean not null default false;

-- For the proof of a period.
create index report_period on report (period_to, kind, id) where state = 'made';

create table report_publication (
  report_id bigint primary key references report,
  holder_type text not null check (holder_type in ('user', 'company')),
  holder_id bigint not null,
  -- Null if the holder asked for it while it waited for its publication.
  run_id bigint references report_run,
  -- Who released it; null for a schedule.
  published_by bigint references app_user,
  published_at timestamptz(3) not null default now()
);
create index report_publication_holder on report_publication (holder_type, holder_id);
create index report_publication_run on report_publication (run_id) where run_id is not null;
create index report_publication_published_by on report_publication (published_by) where published_by is not null;

revoke update, delete on report_publication from portico_app;
grant delete on report_publication to portico_retention;

-- Who was told of a report, and whether the mail came back.
create table report_telling (
  id bigint generated always as identity primary key,
  report_id bigint not null references report,
  holder_type text not null check (holder_type in ('user', 'company')),
  holder_id bigint not null,
  user_id bigint not null references app_user,
  told_at timestamptz(3) not null default now(),
  undelivered_at timestamptz(3),
  -- In the mail server's words.
  undelivered_reason text,
  check (undelivered_at is not null or undelivered_reason is null)
);
create unique index report_telling_once on report_telling (report_id, user_id);
create index report_telling_holder on report_telling (holder_type, holder_id);
create index report_telling_user on report_telling (user_id);

revoke update, delete on report_telling from portico_app;
grant update (undelivered_at, undelivered_reason) on report_telling to portico_app;
grant delete on report_telling to portico_retention;

-- An opening is a state of the addressee, whichever build records it.
create function open_addressee() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  update public.report_addressee set state = 'opened', changed_at = now()
  where report_id = new.report_id and state in ('published', 'told', 'undelivered');
  return null;
end $$;
create trigger open_addressee after insert on report_opening for each row execute function open_addressee();

-- A holder who asks for a report that waits for its publication has it at once.
create function publish_asked() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  update public.report_addressee set state = 'published', changed_at = now()
  where report_id = new.report_id and state in ('gapped', 'made');
  return null;
end $$;
create trigger publish_asked after insert on report_publication for each row
  when (new.run_id is null) execute function publish_asked();
