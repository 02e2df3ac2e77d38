-- Payments of withdrawals as a file for the bank, which a second person releases while four eyes are on.
-- docs/decisions/0353-payments-as-a-file.md

create table payment_file (
  id bigint generated always as identity primary key,
  -- MsgId: the bank refuses a second file with it.
  message_id text not null unique check (message_id <> ''),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- The firm's account that pays.
  debtor_iban text not null,
  debtor_bank text not null,
  execute_on date not null,
  payments int not null check (payments > 0),
  total numeric not null check (total > 0),
  -- The file as the bank gets it, and its hash; the file goes with the first client whose records are deleted.
  content text,
  sha256 bytea not null,
  state text not null default 'prepared' check (state in ('prepared', 'released', 'cancelled')),
  created_by bigint not null references app_user,
  created_at timestamptz(3) not null default now(),
  settled_by bigint references app_user,
  settled_at timestamptz(3),
  check ((state = 'prepared') = (settled_by is null) and (settled_by is null) = (settled_at is null))
);
create index payment_file_created_by on payment_file (created_by);
create index payment_file_settled_by on payment_file (settled_by) where settled_by is not null;
create index payment_file_newest on payment_file (id desc);

-- The withdrawals that a file pays. Each is in at most one file that was not cancelled.
create table payment_file_row (
  file_id bigint not null references payment_file,
  holder_type text not null check (holder_type in ('user', 'company')),
  holder_id bigint not null,
  request_id bigint not null,
  amount numeric not null check (amount > 0),
  is_live boolean not null default true,
  primary key (holder_type, holder_id, request_id, file_id)
);
create unique index payment_file_row_live on payment_file_row (holder_type, holder_id, request_id) where is_live;
create index payment_file_row_file on payment_file_row (file_id);
grant delete on payment_file_row to portico_retention;

create function empty_payment_file() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  update payment_file set content = null where id = old.file_id;
  return old;
end $$;
create trigger empty_payment_file after delete on payment_file_row for each row execute function empty_payment_file();
