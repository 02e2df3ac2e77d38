-- Files of clients and companies that a firm brings in, and their invitations. docs/decisions/0416-clients-from-a-file.md

create table client_import (
  id bigint generated always as identity primary key,
  file_name text not null check (file_name <> ''),
  -- Of the bytes.
  sha256 bytea not null check (length(sha256) = 32),
  encoding text not null,
  -- Place, heading and field of each column.
  columns jsonb not null,
  -- Why the file cannot be read, and where; it then has no lines.
  refusal text check (refusal in ('unreadable', 'empty', 'noColumns', 'tooManyLines')),
  refusal_detail text,
  state text not null check (state in ('previewed', 'booking', 'stopped', 'booked', 'discarded', 'undone')),
  reason text,
  -- Lines of people and companies, and of those of whom the file says that the firm identified them before.
  people integer not null,
  companies integer not null,
  identified integer not null,
  -- Whom an undoing left.
  kept integer not null default 0,
  uploaded_by bigint not null references app_user,
  uploaded_at timestamptz(3) not null default now(),
  booked_by bigint references app_user,
  booked_at timestamptz(3),
  ended_at timestamptz(3)
);
create index client_import_uploaded_by on client_import (uploaded_by);
create index client_import_booked_by on client_import (booked_by);
create index client_import_open on client_import (id) where state in ('previewed', 'booking');
revoke delete on client_import from portico_app;

create table client_import_line (
  import_id bigint not null references client_import,
  line integer not null,
  kind text not null check (kind in ('person', 'company')),
  state text not null check (state in ('new', 'maybe', 'present', 'faulty', 'booked', 'failed', 'undone')),
  -- Somebody decides, or has decided, whether it is there already.
  asked boolean not null default false,
  -- What it says, and as it is written; emptied once it is booked, and of a file that nobody goes on with.
  data jsonb,
  written jsonb,
  faults jsonb not null default '[]',
  notes jsonb not null default '[]',
  -- Code of the refusal with which it could not be booked.
  failure text,
  -- Who was booked, or is there already.
  user_id bigint references app_user,
  company_id bigint references company,
  primary key (import_id, line)
);
create index client_import_line_state on client_import_line (import_id, state, line);
create index client_import_line_user on client_import_line (user_id) where user_id is not null;
create index client_import_line_company on client_import_line (company_id) where company_id is not null;
grant delete on client_import_line to portico_retention;

-- People who were brought in, until they have chosen a password; then as a record of it.
create table client_invitation (
  user_id bigint primary key references app_user,
  import_id bigint not null references client_import,
  -- Waits to be mailed.
  queued_at timestamptz(3),
  queued_by bigint references app_user,
  sends integer not null default 0,
  sent_at timestamptz(3),
  expires_at timestamptz(3),
  -- When they asked for a password before they were invited.
  asked_at timestamptz(3)
);
create index client_invitation_import on client_invitation (import_id);
create index client_invitation_queued_by on client_invitation (queued_by) where queued_by is not null;
create index client_invitation_queued on client_invitation (queued_at, user_id) where queued_at is not null;
create index client_invitation_sent on client_invitation (sent_at) where sent_at is not null;
grant delete on client_invitation to portico_retention;

-- Brought in by the firm, and not invited yet or no more: no link of a new password is mailed.
alter table app_user add column awaits_invitation boolean not null default false;
