-- Withdrawals in two steps: asking reserves cash, the match with the statement posts it, and refusing, cancelling or
-- expiry voids it. docs/decisions/0162-withdrawals.md

alter table transaction_request drop constraint transaction_request_state_check;
alter table transaction_request add constraint transaction_request_state_check
  check (state in ('open', 'awaitingSigners', 'paying', 'done', 'declined', 'withdrawn', 'expired'));

-- Lists of requests are cached until one of the holder's changes its state.
alter table transaction_request add column changes int not null default 0;

-- How much of a holder's cash is reserved. Its row lock puts those who reserve in order.
create table cash_hold (
  holder_type text not null check (holder_type in ('user', 'company')),
  holder_id bigint not null,
  currency text not null,
  pending numeric not null default 0 check (pending >= 0),
  primary key (holder_type, holder_id, currency)
);

-- What a withdrawal reserves. Requests made before this table have none.
create table cash_reservation (
  request_id bigint primary key,
  holder_type text not null check (holder_type in ('user', 'company')),
  holder_id bigint not null,
  currency text not null,
  amount numeric not null check (amount > 0),
  account_id bigint not null,
  -- The account as it was when the withdrawal was asked for.
  account jsonb not null,
  state text not null default 'pending' check (state in ('pending', 'posted', 'voided', 'expired')),
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  settled_at timestamptz(3),
  foreign key (holder_type, holder_id, request_id) references transaction_request (holder_type, holder_id, id)
);
create index cash_reservation_pending on cash_reservation (expires_at, request_id) where state = 'pending';
create index cash_reservation_holder on cash_reservation (holder_type, holder_id, state);

-- Who confirmed a company's withdrawal, each with a one-time code. Whether it counts depends on who acts for the company
-- when it is paid.
create table withdrawal_confirmation (
  request_id bigint not null,
  holder_type text not null check (holder_type in ('user', 'company')),
  holder_id bigint not null,
  user_id bigint not null,
  factor text not null,
  confirmed_at timestamptz(3) not null default now(),
  primary key (request_id, user_id),
  foreign key (holder_type, holder_id, request_id) references transaction_request (holder_type, holder_id, id)
);
create index withdrawal_confirmation_holder on withdrawal_confirmation (holder_type, holder_id);

-- How many representatives confirm a company's withdrawal, where it differs from the firm's rule.
create table withdrawal_signers (
  company_id bigint primary key references company,
  rule text not null check (rule in ('any', 'two', 'all')),
  set_by bigint not null,
  set_at timestamptz(3) not null default now()
);

-- Which ledger entry a deposit or withdrawal turned out to be. An undone match stays as a record.
create table entry_match (
  id bigint generated always as identity primary key,
  request_id bigint not null,
  holder_type text not null check (holder_type in ('user', 'company')),
  holder_id bigint not null,
  entry_id bigint not null,
  -- Part of the entry's key, by which it is found.
  entry_day date not null,
  -- The state that the request left.
  request_state text not null check (request_state in ('open', 'paying')),
  how text not null check (how in ('reference', 'staff')),
  matched_at timestamptz(3) not null default now(),
  -- Null if the portal matched by reference.
  matched_by bigint,
  undone_at timestamptz(3),
  undone_by bigint,
  foreign key (holder_type, holder_id, request_id) references transaction_request (holder_type, holder_id, id)
);
create unique index entry_match_request on entry_match (request_id) where undone_at is null;
create unique index entry_match_entry on entry_match (holder_type, holder_id, entry_id) where undone_at is null;

-- A holder's deposits and withdrawals without reading the rest of the ledger.
create index ledger_entry_payments on ledger_entry (holder_type, holder_id, day desc, id desc)
  where kind in ('deposit', 'withdrawal');
-- Requests that a payment could belong to.
create index transaction_request_payable on transaction_request (holder_type, holder_id)
  where type in ('deposit', 'withdrawal') and state in ('open', 'paying');

revoke update, delete on withdrawal_confirmation from portico_app;
grant delete on cash_hold, cash_reservation, withdrawal_confirmation, withdrawal_signers, entry_match to portico_retention;
