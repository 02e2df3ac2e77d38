-- What custodians state of clients' accounts, compared with the ledger. docs/decisions/0357-reconciliation.md

-- What a confirmed file states of an account at the end of a day: a list of positions, or the cash of one currency. A later file of the same
-- account and day makes a newer version; nothing is deleted.
create table reconciliation_statement (
  id bigint generated always as identity,
  holder_type text not null check (holder_type in ('user', 'company')),
  holder_id bigint not null,
  custodian_id bigint not null references custodian,
  account text not null check (account <> ''),
  part text not null check (part in ('positions', 'cash')),
  currency text check (currency ~ '^[A-Z]{3}$'),
  day date not null,
  -- Of cash.
  amount numeric,
  -- Of positions: what is not listed is zero.
  whole boolean not null default true,
  import_id bigint not null,
  version int not null,
  stated_at timestamptz(3) not null default now(),
  replaced_at timestamptz(3),
  primary key (holder_type, holder_id, id),
  check ((part = 'cash') = (currency is not null) and (part = 'cash') = (amount is not null))
);
create unique index reconciliation_statement_current
  on reconciliation_statement (custodian_id, account, day, part, coalesce(currency, '')) where replaced_at is null;
create index reconciliation_statement_day on reconciliation_statement (holder_type, holder_id, day) where replaced_at is null;
create index reconciliation_statement_import on reconciliation_statement (import_id);
revoke update, delete on reconciliation_statement from portico_app;
grant update (replaced_at) on reconciliation_statement to portico_app;
grant delete on reconciliation_statement to portico_retention;

-- A position of such a list. Of an instrument that is not known: its name.
create table stated_position (
  holder_type text not null check (holder_type in ('user', 'company')),
  holder_id bigint not null,
  statement_id bigint not null,
  no int not null,
  instrument_id bigint references instrument,
  name text not null,
  isin text,
  quantity numeric not null,
  primary key (holder_type, holder_id, statement_id, no)
);
create index stated_position_instrument on stated_position (instrument_id) where instrument_id is not null;
select append_only('stated_position');

-- The last comparison of a holder's accounts at a custodian, by the day that was stated.
create table reconciliation_result (
  holder_type text not null check (holder_type in ('user', 'company')),
  holder_id bigint not null,
  custodian_id bigint not null references custodian,
  day date not null,
  agreed int not null,
  broken int not null,
  -- Another account of the holder has no statement of this day yet: nothing was compared.
  incomplete boolean not null default false,
  compared_at timestamptz(3) not null default now(),
  primary key (holder_type, holder_id, custodian_id, day)
);
create index reconciliation_result_day on reconciliation_result (custodian_id, day);
grant delete on reconciliation_result to portico_retention;

-- The last day on which a holding agreed; the key is that of the portfolio: the instrument's id, or a currency.
create table agreed_holding (
  holder_type text not null check (holder_type in ('user', 'company')),
  holder_id bigint not null,
  custodian_id bigint not null references custodian,
  key text not null,
  day date not null,
  primary key (holder_type, holder_id, custodian_id, key)
);
grant delete on agreed_holding to portico_retention;

-- A holding that does not agree: one row for each, which is closed once it agrees and opened again if it breaks again.
create table reconciliation_break (
  id bigint generated always as identity,
  holder_type text not null check (holder_type in ('user', 'company')),
  holder_id bigint not null,
  custodian_id bigint not null references custodian,
  -- As above; `?name` of an instrument that is not known.
  key text not null,
  part text not null check (part in ('positions', 'cash')),
  instrument_id bigint references instrument,
  currency text check (currency ~ '^[A-Z]{3}$'),
  name text not null,
  -- The first day of those since which it has been broken, and the last that was compared.
  first_day date not null,
  last_day date not null,
  expected numeric not null,
  stated numeric not null,
  -- Read from facts; null if they say nothing.
  cause text check (cause in ('unsettled', 'entryMissing', 'statedMissing', 'unknownInstrument', 'notStated')),
  import_id bigint not null,
  state text not null default 'open' check (state in ('open', 'explained', 'closed')),
  owner_id bigint references app_user,
  note text check (note <> ''),
  reason text check (reason <> ''),
  explained_by bigint references app_user,
  explained_at timestamptz(3),
  opened_at timestamptz(3) not null default now(),
  closed_at timestamptz(3),
  reopened int not null default 0,
  version int not null default 1,
  primary key (holder_type, holder_id, id),
  check ((state = 'closed') = (closed_at is not null)),
  check ((state = 'explained') <= (reason is not null))
);
create unique index reconciliation_break_key on reconciliation_break (holder_type, holder_id, custodian_id, key);
create unique index reconciliation_break_id on reconciliation_break (id);
create index reconciliation_break_open on reconciliation_break (custodian_id, first_day) where state <> 'closed';
create index reconciliation_break_owner on reconciliation_break (owner_id) where owner_id is not null;
create index reconciliation_break_explained_by on reconciliation_break (explained_by) where explained_by is not null;
create index reconciliation_break_instrument on reconciliation_break (instrument_id) where instrument_id is not null;
grant delete on reconciliation_break to portico_retention;
