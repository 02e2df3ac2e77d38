-- Entries of the accounts where clients' money lies together, as the bank stated them: each once, booked for a client, said to be the
-- firm's own, or waiting for a person. docs/decisions/0352-account-statements-of-banks.md

create table bank_entry (
  id bigint generated always as identity primary key,
  -- Of the account as the statement writes it, without blanks, and the bank's name then.
  account text not null check (account <> ''),
  bank text not null,
  -- Identifies it within the account (imports/formats/bank/identity.ts); `part` is the payment of a batch, from 1, or 0.
  name text not null check (name <> ''),
  part int not null default 0 check (part >= 0),
  booked_on date not null,
  value_on date,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- Above zero: it came into the account.
  amount numeric not null check (amount <> 0),
  bank_reference text,
  own_reference text,
  counterparty text,
  counterparty_account text,
  text text not null default '',
  code text,
  is_reversal boolean not null default false,
  -- Why a payment came back, such as AC04.
  return_reason text,
  -- The file that told of it; it may be deleted earlier.
  import_id bigint not null,
  recorded_at timestamptz(3) not null default now(),
  state text not null default 'open' check (state in ('open', 'booked', 'own')),
  -- Who said that it is the firm's own, and why.
  own_by bigint references app_user,
  own_at timestamptz(3),
  own_reason text check (own_reason <> ''),
  check ((state = 'own') = (own_by is not null) and (own_by is null) = (own_reason is null))
);
create unique index bank_entry_name on bank_entry (account, name, part);
create index bank_entry_state on bank_entry (state, booked_on, id);
create index bank_entry_own_by on bank_entry (own_by) where own_by is not null;

-- The entry in a client's ledger that a bank entry became.
create table bank_booking (
  id bigint generated always as identity,
  holder_type text not null check (holder_type in ('user', 'company')),
  holder_id bigint not null,
  entry_id bigint not null references bank_entry,
  -- Of the entry in the holder's ledger.
  external_id text not null,
  -- The withdrawal that the text names, and whether the payment came back from the bank.
  request_id bigint,
  is_return boolean not null default false,
  -- The withdrawal was ended as returned for it.
  returned_at timestamptz(3),
  how text not null check (how in ('reference', 'staff')),
  booked_by bigint references app_user,
  booked_at timestamptz(3) not null default now(),
  reason text check (reason <> ''),
  undone_by bigint references app_user,
  undone_at timestamptz(3),
  undone_reason text check (undone_reason <> ''),
  primary key (holder_type, holder_id, id),
  check ((undone_at is null) = (undone_by is null))
);
create index bank_booking_entry on bank_booking (entry_id);
create index bank_booking_booked_by on bank_booking (booked_by) where booked_by is not null;
create index bank_booking_undone_by on bank_booking (undone_by) where undone_by is not null;
create index bank_booking_return on bank_booking (holder_type, holder_id) where is_return and returned_at is null and undone_at is null;
grant delete on bank_booking to portico_retention;

-- Who paid and what for goes with the client's records; amount, day and the bank's reference stay in the firm's books.
create function empty_bank_entry() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update bank_entry set own_reference = null, counterparty = null, counterparty_account = null, text = ''
  where id = old.entry_id and not exists (
    select from bank_booking where entry_id = old.entry_id and id <> old.id and undone_at is null
  );
  return old;
end $$;
create trigger empty_bank_entry after delete on bank_booking for each row execute function empty_bank_entry();
