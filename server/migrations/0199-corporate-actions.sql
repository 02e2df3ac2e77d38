-- Corporate actions of instruments: terms in versions, runs that book them for all holders, and what clients elect.
-- docs/decisions/0360-corporate-actions.md

create table corporate_action (
  id bigint generated always as identity primary key,
  instrument_id bigint not null references instrument,
  type text not null check (type in (
    'cashDividend', 'stockDividend', 'choiceDividend', 'split', 'rightsIssue', 'spinOff', 'merger', 'tenderOffer',
    'returnOfCapital', 'redemption')),
  state text not null check (state in ('announced', 'confirmed', 'applying', 'applied', 'undoing', 'undone', 'cancelled')),
  ex_day date not null,
  record_day date,
  pay_day date not null,
  -- What is paid and delivered for one unit (api/corporate-actions.ts).
  terms jsonb not null,
  -- What counts for who elects nothing; null where nothing is to be chosen.
  default_option text,
  -- Until when the firm elects at the custodian, and the earlier time of its clients.
  deadline timestamptz(3),
  client_deadline timestamptz(3),
  source text not null,
  note text,
  -- The announcement of income that clients see of it, if it pays cash.
  announcement_id bigint references income_announcement,
  -- Whether the action brought it, so that a cancellation withdraws it.
  owns_announcement boolean not null default false,
  version int not null default 1,
  -- How often it was applied and undone: part of the ids of its entries, so that it can be applied again.
  application int not null default 1,
  -- Who said last what it is.
  changed_by bigint not null references app_user,
  changed_at timestamptz(3) not null default now(),
  confirmed_by bigint references app_user,
  confirmed_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  check ((deadline is null) = (default_option is null)),
  check ((deadline is null) = (client_deadline is null)),
  check (client_deadline <= deadline)
);
create index corporate_action_instrument on corporate_action (instrument_id, ex_day);
create index corporate_action_order on corporate_action (ex_day, id);
create index corporate_action_state on corporate_action (state, ex_day, id);
create index corporate_action_announcement on corporate_action (announcement_id) where announcement_id is not null;
create index corporate_action_changed_by on corporate_action (changed_by);
create index corporate_action_confirmed_by on corporate_action (confirmed_by);

-- Each change of the content or the state: who, when, why.
create table corporate_action_version (
  action_id bigint not null references corporate_action,
  version int not null,
  state text not null,
  content jsonb not null,
  reason text,
  -- Null for the portal.
  changed_by bigint references app_user,
  changed_at timestamptz(3) not null default now(),
  primary key (action_id, version)
);
create index corporate_action_version_changed_by on corporate_action_version (changed_by);

-- A preview for all holders, and the bookings or reversals that follow it.
create table corporate_action_run (
  id bigint generated always as identity primary key,
  action_id bigint not null references corporate_action,
  kind text not null check (kind in ('apply', 'undo')),
  -- Of the action, whose terms it was calculated with.
  version int not null,
  application int not null,
  state text not null check (state in ('calculating', 'previewed', 'booking', 'done', 'blocked', 'dropped')),
  -- Up to which holder its rows are listed, and when all were.
  listed_type text,
  listed_id bigint,
  listed_at timestamptz(3),
  created_by bigint not null references app_user,
  created_at timestamptz(3) not null default now(),
  started_by bigint references app_user,
  started_at timestamptz(3),
  ended_at timestamptz(3)
);
create unique index corporate_action_run_open on corporate_action_run (action_id) where state in ('calculating', 'previewed', 'booking');
create index corporate_action_run_action on corporate_action_run (action_id, id);
create index corporate_action_run_working on corporate_action_run (id) where state in ('calculating', 'booking');
create index corporate_action_run_created_by on corporate_action_run (created_by);
create index corporate_action_run_started_by on corporate_action_run (started_by);

-- What a holder gets in a run.
create table corporate_action_holder (
  holder_type text not null check (holder_type in ('user', 'company')),
  holder_id bigint not null,
  run_id bigint not null references corporate_action_run,
  state text not null check (state in (
    'waiting', 'ready', 'nothing', 'known', 'unclear', 'refused', 'leftOut', 'booked', 'undone', 'failed')),
  -- Units that entitle, and the custodian if all lie there.
  units numeric not null,
  custodian text,
  option text,
  outcome jsonb,
  -- Why it is refused or gets nothing.
  reason text,
  detail text,
  -- The entry that seems to be the same event.
  found jsonb,
  decision text check (decision in ('book', 'leaveOut')),
  decided_by bigint references app_user,
  decided_reason text,
  entries int not null default 0,
  tries int not null default 0,
  claimed_until timestamptz(3),
  changed_at timestamptz(3) not null default now(),
  primary key (holder_type, holder_id, run_id)
);
create index corporate_action_holder_run on corporate_action_holder (run_id, state, holder_type, holder_id);
create index corporate_action_holder_decided_by on corporate_action_holder (decided_by) where decided_by is not null;

-- What a holder chooses. The newest that stands counts.
create table corporate_action_election (
  id bigint generated always as identity,
  holder_type text not null check (holder_type in ('user', 'company')),
  holder_id bigint not null,
  action_id bigint not null references corporate_action,
  option text not null,
  state text not null check (state in ('awaitingSigners', 'standing', 'replaced', 'withdrawn', 'lapsed')),
  -- Recorded by staff, who heard it from the client; note says how.
  by_staff boolean not null default false,
  note text,
  elected_by bigint not null references app_user,
  elected_at timestamptz(3) not null default now(),
  ended_at timestamptz(3),
  primary key (holder_type, holder_id, id)
);
create unique index corporate_action_election_open on corporate_action_election (holder_type, holder_id, action_id, state)
  where state in ('awaitingSigners', 'standing');
create index corporate_action_election_action on corporate_action_election (action_id, state, id);
create index corporate_action_election_elected_by on corporate_action_election (elected_by);

-- Representatives of a company who agreed to an election.
create table corporate_action_signature (
  holder_type text not null check (holder_type in ('user', 'company')),
  holder_id bigint not null,
  election_id bigint not null,
  user_id bigint not null references app_user,
  signed_at timestamptz(3) not null default now(),
  primary key (holder_type, holder_id, election_id, user_id)
);
create index corporate_action_signature_user on corporate_action_signature (user_id);

-- Who was told of what, so that nobody is told twice.
create table corporate_action_telling (
  holder_type text not null check (holder_type in ('user', 'company')),
  holder_id bigint not null,
  action_id bigint not null references corporate_action,
  -- With the version for what a change makes new.
  what text not null,
  told_at timestamptz(3) not null default now(),
  primary key (holder_type, holder_id, action_id, what)
);
create index corporate_action_telling_action on corporate_action_telling (action_id);

revoke delete on corporate_action from portico_app;
revoke delete on corporate_action_run from portico_app;
revoke update, delete on corporate_action_version from portico_app;
revoke update, delete on corporate_action_signature from portico_app;
revoke update, delete on corporate_action_telling from portico_app;
revoke delete on corporate_action_holder from portico_app;
revoke update, delete on corporate_action_election from portico_app;
grant update (state, ended_at) on corporate_action_election to portico_app;
grant delete on corporate_action_holder to portico_retention;
grant delete on corporate_action_election to portico_retention;
grant delete on corporate_action_signature to portico_retention;
grant delete on corporate_action_telling to portico_retention;
