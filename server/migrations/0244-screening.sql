-- Screening against sanctions and lists of politically exposed persons. docs/decisions/0398-screening.md

-- A version of a list: a file that the firm took, or what a service said that it matched against.
create table screening_list (
  id bigint generated always as identity primary key,
  source text not null check (source in ('file', 'service')),
  state text not null check (state in ('previewed', 'refused', 'active', 'former', 'discarded')),
  -- The file's name, or the service's dataset.
  name text not null check (name <> ''),
  -- Of a file: csv or entities. Of a service: its version.
  format text,
  version text,
  sha256 bytea check (length(sha256) = 32),
  -- The newest change in it.
  listed_at timestamptz(3),
  entries int not null default 0,
  names int not null default 0,
  doubled int not null default 0,
  refused int not null default 0,
  -- Topics with their counts, and the first refused lines.
  preview jsonb not null default '{}',
  -- The entries that are matched, as gzipped lines of JSON. Evidence of every version that was taken.
  content bytea,
  created_at timestamptz(3) not null default now(),
  created_by bigint references app_user,
  taken_at timestamptz(3),
  taken_by bigint references app_user,
  ended_at timestamptz(3)
);
alter table screening_list alter column content set storage external;
create unique index screening_list_active on screening_list (source) where state = 'active';
create index screening_list_created_by on screening_list (created_by) where created_by is not null;
create index screening_list_taken_by on screening_list (taken_by) where taken_by is not null;
revoke update, delete on screening_list from portico_app;
grant update (state, content, taken_at, taken_by, ended_at) on screening_list to portico_app;

-- How it stands with a holder: since when something is to be looked at again, and what it was last looked at against.
create table screening_holder (
  holder_type text not null check (holder_type in ('user', 'company')),
  holder_id bigint not null,
  due_since timestamptz,
  due_for text,
  -- Those whose form waits go first.
  urgent boolean not null default false,
  list_id bigint references screening_list,
  rules text,
  screened_at timestamptz(3),
  primary key (holder_type, holder_id)
);
create index screening_holder_due on screening_holder (urgent desc, due_since) where due_since is not null;
create index screening_holder_list on screening_holder (list_id) where list_id is not null;
revoke delete on screening_holder from portico_app;
grant delete on screening_holder to portico_retention;

-- Whom a holder's records name, as known then: the client, a representative, an owner, a payee. What is known is encrypted.
create table screening_subject (
  id bigint generated always as identity primary key,
  holder_type text not null check (holder_type in ('user', 'company')),
  holder_id bigint not null,
  role text not null check (role in ('client', 'representative', 'owner', 'controller', 'payee')),
  -- Keyed hash of what is known: of an unchanged person it is the same.
  digest bytea not null check (length(digest) = 32),
  facts bytea not null,
  since timestamptz(3) not null default now(),
  ended_at timestamptz(3)
);
create unique index screening_subject_known on screening_subject (holder_type, holder_id, role, digest) where ended_at is null;
revoke update, delete on screening_subject from portico_app;
grant update (ended_at) on screening_subject to portico_app;
grant delete on screening_subject to portico_retention;

-- A comparison of one of them with one version of a list: evidence, also where nothing was found.
create table screening_run (
  id bigint generated always as identity primary key,
  holder_type text not null,
  holder_id bigint not null,
  subject_id bigint not null references screening_subject,
  list_id bigint not null references screening_list,
  -- Version of the portal's rules with the threshold.
  rules text not null,
  threshold numeric not null,
  reason text not null,
  found int not null,
  best numeric,
  at timestamptz(3) not null default now(),
  asked_by bigint references app_user
);
create unique index screening_run_once on screening_run (subject_id, list_id, rules);
create index screening_run_holder on screening_run (holder_type, holder_id, id desc);
create index screening_run_list on screening_run (list_id);
create index screening_run_asked_by on screening_run (asked_by) where asked_by is not null;
revoke update, delete on screening_run from portico_app;
grant delete on screening_run to portico_retention;

-- An entry of the list that somebody may be, with the entry as it was. What is decided of it is in screening_decision.
create table screening_candidate (
  id bigint generated always as identity primary key,
  holder_type text not null,
  holder_id bigint not null,
  run_id bigint not null references screening_run,
  subject_id bigint not null references screening_subject,
  list_id bigint not null references screening_list,
  entry_id text not null check (entry_id <> ''),
  entry jsonb not null,
  entry_hash bytea not null check (length(entry_hash) = 32),
  score numeric not null,
  matched bytea not null,
  found_at timestamptz(3) not null default now(),
  -- `proposed`: one person says that it is true, another must confirm it. `over`: asked anew, or the person changed.
  state text not null check (state in ('open', 'info', 'proposed', 'true', 'false', 'over')),
  proposed_by bigint references app_user,
  changed_at timestamptz(3) not null default now(),
  unique (run_id, entry_id),
  check ((state = 'proposed') = (proposed_by is not null))
);
create index screening_candidate_open on screening_candidate (score desc, id) where state in ('open', 'info', 'proposed');
create index screening_candidate_holder on screening_candidate (holder_type, holder_id, id desc);
create index screening_candidate_subject on screening_candidate (subject_id);
create index screening_candidate_list on screening_candidate (list_id);
create index screening_candidate_proposed_by on screening_candidate (proposed_by) where proposed_by is not null;
revoke update, delete on screening_candidate from portico_app;
grant update (state, proposed_by, changed_at) on screening_candidate to portico_app;
grant delete on screening_candidate to portico_retention;

-- What was decided of a candidate, by whom and why. Nobody: the portal carried a decision over, or it is asked anew.
create table screening_decision (
  id bigint generated always as identity primary key,
  holder_type text not null,
  holder_id bigint not null,
  candidate_id bigint not null references screening_candidate,
  action text not null
    check (action in ('info', 'false', 'propose', 'confirm', 'decline', 'withdraw', 'reopen', 'carry', 'over')),
  reason text not null default '',
  by bigint references app_user,
  at timestamptz(3) not null default now()
);
create index screening_decision_candidate on screening_decision (candidate_id, id);
create index screening_decision_holder on screening_decision (holder_type, holder_id);
create index screening_decision_by on screening_decision (by) where by is not null;
revoke update, delete on screening_decision from portico_app;
grant delete on screening_decision to portico_retention;

-- A nightly look at everybody, also at those whom nothing made due.
create table screening_round (
  id bigint generated always as identity primary key,
  list_id bigint not null references screening_list,
  rules text not null,
  began_at timestamptz(3) not null default now(),
  holders int not null,
  -- Looked at before against this version by these rules, and unchanged since.
  unchanged int not null
);
create index screening_round_list on screening_round (list_id);
revoke update, delete on screening_round from portico_app;

-- Claims of candidates end with the decision.
alter table work_claim drop constraint work_claim_kind_check;
alter table work_claim add constraint work_claim_kind_check
  check (kind in ('form', 'request', 'contract', 'proposal', 'screening')) not valid;
alter table work_claim validate constraint work_claim_kind_check;
create trigger end_claim after update of state on screening_candidate for each row
  when (new.state not in ('open', 'info', 'proposed')) execute function end_claim('screening', 'id');
create trigger end_claim_deleted after delete on screening_candidate for each row
  execute function end_claim('screening', 'id');
