-- Target funds: the firm's definitions, the funds that they hold with their NAVs and documents, and who joined.

-- A definition. Its texts are versions of content (kind `definition`, subject its id); what lists need is kept here.
create table target_definition (
  id bigint generated always as identity primary key,
  -- Place in the firm's order; definitions of one place stand by id.
  place integer not null,
  featured boolean not null default false,
  state text not null default 'draft' check (state in ('draft', 'published', 'archived')),
  published_version integer,
  draft_version integer,
  -- When it was published first: from then on it is archived, not deleted.
  first_published_at timestamptz(3),
  published_at timestamptz(3),
  -- Of the published version, or of the last one; of the draft before.
  card jsonb not null,
  created_at timestamptz(3) not null default now(),
  created_by bigint not null references app_user,
  client_key text,
  check ((state = 'published') = (published_version is not null)),
  check (state = 'draft' or first_published_at is not null)
);
create unique index target_definition_key on target_definition (created_by, client_key) where client_key is not null;
create index target_definition_order on target_definition (place, id);
create index target_definition_public on target_definition (place, id) where state = 'published';
create index target_definition_featured on target_definition (place, id) where state = 'published' and featured;

-- Counts the changes of the order, so that of two made from one only the first stands.
create table target_order (
  single boolean primary key default true check (single),
  version bigint not null default 0
);
insert into target_order default values;
revoke insert, delete on target_order from portico_app;

create table fund (
  id bigint generated always as identity primary key,
  isin text not null unique check (isin ~ '^[A-Z]{2}[A-Z0-9]{9}[0-9]$'),
  name text not null check (name <> ''),
  manager text not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  type text not null check (type in ('equity', 'bond', 'mixed', 'moneyMarket', 'commodity', 'realEstate', 'other')),
  legal_form text not null check (legal_form in ('ucits', 'aif', 'etf', 'contractual', 'other')),
  venue text not null default '',
  distribution text not null check (distribution in ('accumulating', 'distributing')),
  -- Percent a year.
  ongoing_costs numeric not null check (ongoing_costs >= 0 and ongoing_costs <= 100),
  -- From its KID.
  sri smallint check (sri between 1 and 7),
  demo boolean not null default false,
  created_at timestamptz(3) not null default now(),
  saved_at timestamptz(3) not null default now(),
  saved_by bigint not null references app_user
);
create index fund_by_name on fund (lower(name), id);
create index fund_saved_by on fund (saved_by);

-- A file of NAVs as it was read.
create table nav_upload (
  id bigint generated always as identity primary key,
  file_name text not null,
  sha256 bytea not null check (length(sha256) = 32),
  state text not null check (state in ('previewed', 'refused', 'confirmed', 'discarded')),
  rows integer not null,
  new_rows integer not null,
  known_rows integer not null,
  refused_rows integer not null,
  marked_rows integer not null,
  -- Refusals, new rows by fund and marked rows, as shown.
  preview jsonb not null,
  created_at timestamptz(3) not null default now(),
  created_by bigint not null references app_user,
  settled_at timestamptz(3),
  settled_by bigint references app_user
);
create index nav_upload_created_by on nav_upload (created_by);
create index nav_upload_settled_by on nav_upload (settled_by) where settled_by is not null;
revoke delete on nav_upload from portico_app;

-- New rows of a file that waits for its confirmation; gone once it is settled.
create table nav_upload_row (
  upload_id bigint not null references nav_upload on delete cascade,
  place integer not null,
  line integer not null,
  fund_id bigint not null references fund,
  day date not null,
  value numeric not null check (value > 0),
  source text not null,
  primary key (upload_id, place)
);
create index nav_upload_row_fund on nav_upload_row (fund_id);

create table fund_nav (
  fund_id bigint not null references fund,
  day date not null,
  -- In the fund's currency.
  value numeric not null check (value > 0),
  source text not null,
  upload_id bigint references nav_upload,
  primary key (fund_id, day)
);
create index fund_nav_upload on fund_nav (upload_id) where upload_id is not null;
revoke update, delete on fund_nav from portico_app;

create table fund_document (
  id bigint generated always as identity primary key,
  fund_id bigint not null references fund,
  kind text not null check (kind in ('kid', 'factsheet', 'prospectus')),
  language text not null check (language in ('bg', 'en', 'pl')),
  valid_from date not null,
  valid_until date check (valid_until >= valid_from),
  sha256 bytea not null check (length(sha256) = 32),
  size bigint not null,
  media_type text not null,
  name text not null,
  added_at timestamptz(3) not null default now(),
  added_by bigint not null references app_user
);
create index fund_document_of_fund on fund_document (fund_id, kind, language, valid_from desc, id desc);
create index fund_document_content on fund_document (sha256);
create index fund_document_expiring on fund_document (valid_until) where valid_until is not null;
create index fund_document_added_by on fund_document (added_by);
revoke update on fund_document from portico_app;

-- A holder's request to join a definition, and what became of it.
create table target_join (
  id bigint generated always as identity primary key,
  holder_type text not null check (holder_type in ('user', 'company')),
  holder_id bigint not null,
  definition_id bigint not null references target_definition,
  -- The published version that the holder read.
  definition_version integer not null,
  state text not null default 'asked' check (state in ('asked', 'joined', 'declined', 'withdrawn', 'left')),
  amount numeric not null check (amount > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  message text not null,
  client_key text not null,
  ticket_id bigint references ticket on delete set null,
  asked_at timestamptz(3) not null default now(),
  asked_by bigint not null references app_user,
  decided_at timestamptz(3),
  decided_by bigint references app_user,
  staff_message text,
  ended_at timestamptz(3),
  unique (holder_type, holder_id, client_key),
  check ((decided_at is null) = (decided_by is null)),
  check (state not in ('joined', 'declined', 'left') or decided_at is not null)
);
create unique index target_join_open on target_join (holder_type, holder_id, definition_id)
  where state in ('asked', 'joined');
create index target_join_of_holder on target_join (holder_type, holder_id, id desc);
create index target_join_queue on target_join (state, asked_at, id);
create index target_join_of_definition on target_join (definition_id, state);
create index target_join_ticket on target_join (ticket_id) where ticket_id is not null;
create index target_join_asked_by on target_join (asked_by);
create index target_join_decided_by on target_join (decided_by) where decided_by is not null;
revoke delete on target_join from portico_app;
grant delete on target_join to portico_retention;
