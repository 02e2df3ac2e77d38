-- Legal holds, archives of a person's data, and erasures that a person asked for. docs/decisions/0376-legal-holds.md

create table legal_hold (
  id bigint generated always as identity primary key,
  holder_type text not null check (holder_type in ('user', 'company')),
  holder_id bigint not null,
  -- Why the records are kept; null for one that was placed in the database before there was this table.
  reason text check (reason <> ''),
  -- The last day as far as is known; the hold stands until it is lifted.
  ends_on date,
  -- A proposed one protects the records already.
  state text not null check (state in ('proposed', 'placed', 'lifted', 'declined')),
  -- Null for the operator.
  asked_by bigint references app_user,
  asked_at timestamptz(3) not null default now(),
  confirmed_by bigint references app_user,
  placed_at timestamptz(3),
  lift_reason text,
  lifted_by bigint references app_user,
  lifted_at timestamptz(3),
  -- Staff were told that the last day is reached.
  reminded_at timestamptz(3),
  check ((state = 'lifted') = (lifted_at is not null))
);
create index legal_hold_holder on legal_hold (holder_type, holder_id, id);
create index legal_hold_due on legal_hold (ends_on) where state = 'placed' and reminded_at is null;
create index legal_hold_asked_by on legal_hold (asked_by);
create index legal_hold_confirmed_by on legal_hold (confirmed_by);
create index legal_hold_lifted_by on legal_hold (lifted_by);

insert into legal_hold (holder_type, holder_id, state, placed_at) select 'user', id, 'placed', now() from app_user where held;
insert into legal_hold (holder_type, holder_id, state, placed_at) select 'company', id, 'placed', now() from company where held;

create table data_archive (
  id bigint generated always as identity primary key,
  holder_type text not null check (holder_type = 'user'),
  holder_id bigint not null,
  reason text not null,
  state text not null check (state in ('proposed', 'declined', 'waiting', 'ready', 'failed', 'expired')),
  asked_by bigint not null references app_user,
  asked_at timestamptz(3) not null default now(),
  confirmed_by bigint references app_user,
  confirmed_at timestamptz(3),
  made_at timestamptz(3),
  expires_at timestamptz(3),
  -- Of the ZIP, which is stored encrypted until it expires.
  sha256 bytea,
  size bigint,
  -- Rows by table, and the number of files.
  contents jsonb,
  check ((state = 'ready') = (sha256 is not null))
);
create index data_archive_holder on data_archive (holder_type, holder_id, id);
create index data_archive_sha256 on data_archive (sha256) where sha256 is not null;
create index data_archive_expires on data_archive (expires_at) where state = 'ready';
create index data_archive_asked_by on data_archive (asked_by);
create index data_archive_confirmed_by on data_archive (confirmed_by);

create table data_erasure (
  id bigint generated always as identity primary key,
  holder_type text not null check (holder_type = 'user'),
  holder_id bigint not null,
  classes text[] not null check (cardinality(classes) > 0),
  -- The day on which the person asked; answered within a month (Regulation (EU) 2016/679, Article 12(3)).
  asked_on date not null,
  reason text not null,
  state text not null check (state in ('proposed', 'declined', 'waiting', 'done', 'refused')),
  asked_by bigint not null references app_user,
  asked_at timestamptz(3) not null default now(),
  confirmed_by bigint references app_user,
  confirmed_at timestamptz(3),
  ended_at timestamptz(3),
  -- Numbers of deleted rows by table.
  outcome jsonb,
  -- Why nothing was deleted after all.
  refusal text
);
create index data_erasure_holder on data_erasure (holder_type, holder_id, id);
create index data_erasure_asked_by on data_erasure (asked_by);
create index data_erasure_confirmed_by on data_erasure (confirmed_by);

revoke delete on legal_hold from portico_app;
revoke delete on data_archive from portico_app;
revoke delete on data_erasure from portico_app;
grant delete on legal_hold, data_archive, data_erasure to portico_retention;
grant update (state, ended_at, outcome, refusal, reason) on data_erasure to portico_retention;

-- A second person always confirms them.
alter table proposal drop constraint proposal_action_check;
alter table proposal add constraint proposal_action_check check (action in
  ('setRole', 'setClientNumber', 'disable', 'enable', 'resetFactors', 'fourEyesOff', 'setBankAccounts',
   'decideBankAccount', 'setDepositInstructions', 'addRepresentatives', 'setRepresentatives', 'saveSetting',
   'setSigners', 'setName', 'setShare', 'linkAccount', 'loosenCustodian', 'placeHold', 'liftHold', 'makeArchive',
   'eraseData'));
