-- What a bank's codes mean to the firm: the kind as which entries with the code are booked.
-- docs/decisions/0363-codes-of-banks.md

-- A row stays when a code is not mapped any more, so that two people who edit one code are told apart by its version. What it was before is
-- in the audit log.
create table bank_code (
  custodian_id bigint not null references custodian,
  -- As files write it: a code of the bank's own, or a type or business code of MT940.
  code text not null check (code <> '' and code = btrim(code)),
  -- Null: not mapped any more. `payment`: a deposit or a withdrawal, by its sign.
  kind text check (kind in ('payment', 'interest', 'fee', 'tax', 'dividend')),
  version int not null default 1,
  saved_by bigint not null references app_user,
  saved_at timestamptz(3) not null default now(),
  primary key (custodian_id, code)
);
create index bank_code_saved_by on bank_code (saved_by);
