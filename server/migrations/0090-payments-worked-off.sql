-- A withdrawal that was ordered ends as paid or as returned by the bank; several payments may belong to one request; what
-- nobody announced is on a list until a person has dealt with it. docs/decisions/0223-ends-of-a-withdrawal.md
alter table transaction_request drop constraint transaction_request_state_check;
alter table transaction_request add constraint transaction_request_state_check
  check (state in ('open', 'awaitingSigners', 'paying', 'done', 'declined', 'withdrawn', 'expired', 'returned'));

-- `amount` is what is still reserved, or was when the reservation ended; what was paid in part before is no longer in it.
-- Builds before this one free `amount`, which stays right.
alter table cash_reservation add column paid numeric not null default 0 check (paid >= 0);

alter table entry_match
  -- How much of the amount asked for the entry covers; null in rows from before: all of it.
  add column applied numeric check (applied >= 0),
  -- Why staff matched what differs, and the state that the request left if it was closed.
  add column reason text,
  add column left_state text;
drop index entry_match_request;
create index entry_match_standing on entry_match (request_id) where undone_at is null;

-- Deposits, payments and fees in the ledger that no request explains.
create table payment_review (
  holder_type text not null check (holder_type in ('user', 'company')),
  holder_id bigint not null,
  entry_id bigint not null,
  entry_day date not null,
  found_at timestamptz(3) not null default now(),
  -- A request has it meanwhile.
  matched boolean not null default false,
  cleared_at timestamptz(3),
  cleared_by bigint,
  reason text,
  primary key (holder_type, holder_id, entry_id),
  check ((cleared_at is null) = (cleared_by is null))
);
create index payment_review_entry on payment_review (entry_id);
create index payment_review_open on payment_review (found_at, entry_id) where cleared_at is null and not matched;
create index payment_review_cleared on payment_review (cleared_at desc, entry_id desc) where cleared_at is not null;
grant delete on payment_review to portico_retention;
