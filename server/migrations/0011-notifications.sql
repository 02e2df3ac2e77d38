-- Notifications, tasks for staff, proposals that wait for a second pair of eyes, saved views of staff's lists, looks through a client's eyes, runs of jobs.

-- A code and its parameters, worded in the reader's language; free text stays as it was written.
create table notification (
  id bigint generated always as identity primary key,
  holder_type text not null check (holder_type in ('user', 'company')),
  holder_id bigint not null,
  type text not null,
  text text,
  params jsonb not null default '{}',
  target_id bigint,
  created_by bigint references app_user,
  created_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3)
);
create index notification_holder on notification (holder_type, holder_id, id desc) where deleted_at is null;

-- Staff look through a client's eyes: read-only, with a reason, and the client sees that they did.
create table view_as (
  id bigint generated always as identity primary key,
  staff_id bigint not null references app_user,
  session_id bigint not null references session,
  holder_type text not null check (holder_type in ('user', 'company')),
  holder_id bigint not null,
  reason text not null check (btrim(reason) <> ''),
  started_at timestamptz(3) not null default now(),
  ended_at timestamptz(3)
);
create index view_as_holder on view_as (holder_type, holder_id, id desc);
create index view_as_session on view_as (session_id);

-- What a client asked of the firm beside tickets: a message to its staff, a subscription to a service.
create table staff_task (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('message', 'subscription')),
  -- Who asked.
  user_id bigint not null references app_user,
  title text not null,
  content text not null default '',
  created_at timestamptz(3) not null default now(),
  done_at timestamptz(3),
  done_by bigint references app_user
);
create index staff_task_open on staff_task (created_at, id) where done_at is null;
create index staff_task_newest on staff_task (id desc);

-- Four eyes: what one member of staff proposes, another confirms.
create table proposal (
  id bigint generated always as identity primary key,
  action text not null check (action in ('setRole', 'setClientNumber', 'disable')),
  holder_type text not null check (holder_type in ('user', 'company')),
  holder_id bigint not null,
  before jsonb not null,
  after jsonb not null,
  state text not null default 'open' check (state in ('open', 'confirmed', 'declined', 'withdrawn')),
  proposed_by bigint not null references app_user,
  proposed_at timestamptz(3) not null default now(),
  decided_by bigint references app_user check (decided_by <> proposed_by or state = 'withdrawn'),
  decided_at timestamptz(3)
);
create unique index proposal_open on proposal (holder_type, holder_id, action) where state = 'open';
create index proposal_waiting on proposal (id desc) where state = 'open';

-- Filters, sort and columns of a staff list under a name that the team shares.
create table saved_view (
  id bigint generated always as identity primary key,
  list text not null check (list in ('users', 'companies', 'forms')),
  name text not null check (name = btrim(name) and name <> ''),
  query jsonb not null,
  created_by bigint not null references app_user,
  created_at timestamptz(3) not null default now(),
  unique (list, name)
);

-- The last run of each of the firm's own jobs, for admins to see.
create table job_run (
  id bigint generated always as identity primary key,
  job text not null,
  started_at timestamptz(3) not null default now(),
  finished_at timestamptz(3),
  -- What it did, as counts; or why it failed.
  outcome jsonb,
  failure text
);
create index job_run_newest on job_run (job, id desc);

-- Who of the staff looked at a holder: the client's own access history reads it.
create index audit_entry_looks on audit_entry (subject_type, subject_id, at)
  where action in ('holder.accessedByStaff', 'holder.viewedAs');
