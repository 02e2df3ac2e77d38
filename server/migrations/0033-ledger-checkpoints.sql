-- A holder's ledger as it stood after every 256th standing entry: a proof replays from the nearest one before the entries it shows, not from the
-- first entry on. Made by the job of the daily values; a writer deletes those from the earliest changed day on in its own transaction.
create table ledger_checkpoint (
  holder_type text not null check (holder_type in ('user', 'company')),
  holder_id bigint not null,
  -- 1 for the first; the state after no × 256 standing entries.
  no int not null,
  -- Key of the last entry that the state contains.
  day date not null,
  booked_at timestamptz(3) not null,
  id bigint not null,
  -- The ledger package's state of everything. Never searched, so text of JSON.
  state json not null,
  -- How many entries so far concern each figure: {"<part> <row key, or nothing for the total>": count}.
  counts jsonb not null,
  primary key (holder_type, holder_id, no)
);
