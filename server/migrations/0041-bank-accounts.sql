-- The bank accounts of holders, to which the firm pays.

-- One row per holder: whoever writes the list locks it, and whoever asks for a payment locks it against a write.
create table bank_account_list (
  holder_type text not null check (holder_type in ('user', 'company')),
  holder_id bigint not null,
  -- Changes with each change of the list.
  version int not null default 0,
  -- The approved form whose account was last added: each is looked at once.
  form_revision_id bigint references form_revision,
  primary key (holder_type, holder_id)
);

create table bank_account (
  id bigint generated always as identity primary key,
  holder_type text not null,
  holder_id bigint not null,
  place int not null,
  -- The client's own label.
  name text not null default '',
  iban text,
  -- Of a country without IBANs.
  number text,
  bic text,
  bank text,
  country text,
  currency text not null check (currency ~ '^[A-Z]{3}$' and currency <> 'BGN'),
  owner text not null,
  state text not null default 'new' check (state in ('new', 'confirmed', 'refused')),
  refusal text,
  is_default boolean not null default false,
  -- The end of the waiting time.
  usable_from timestamptz(3) not null,
  -- The owner's name compared by the account's bank; null if nobody was asked.
  name_check text check (name_check in ('match', 'closeMatch', 'noMatch', 'notPossible')),
  name_check_name text,
  name_checked_at timestamptz(3),
  -- The approved form that named it.
  form_revision_id bigint references form_revision,
  created_by bigint not null references app_user,
  created_at timestamptz(3) not null default now(),
  changed_by bigint not null references app_user,
  changed_at timestamptz(3) not null default now(),
  decided_by bigint references app_user,
  decided_at timestamptz(3),
  removed_by bigint references app_user,
  -- The row stays: payments refer to it.
  removed_at timestamptz(3),
  foreign key (holder_type, holder_id) references bank_account_list,
  check (iban is not null or (number is not null and bic is not null and bank is not null and country is not null)),
  check ((state = 'refused') = (refusal is not null)),
  check ((name_check is null) = (name_checked_at is null))
);
create unique index bank_account_once
  on bank_account (holder_type, holder_id, currency, coalesce(iban, country || '/' || left(bic, 8) || '/' || number))
  where removed_at is null;
create unique index bank_account_default on bank_account (holder_type, holder_id, currency)
  where is_default and removed_at is null;
create index bank_account_holder on bank_account (holder_type, holder_id);
create index bank_account_new on bank_account (changed_at, id) where state = 'new' and removed_at is null;
-- Statements name the account that paid.
create index bank_account_iban on bank_account (iban) where iban is not null and removed_at is null;

grant delete on bank_account, bank_account_list to portico_retention;

alter table proposal drop constraint proposal_action_check;
alter table proposal add constraint proposal_action_check check (action in
  ('setRole', 'setClientNumber', 'disable', 'enable', 'resetFactors', 'fourEyesOff', 'setBankAccounts',
   'decideBankAccount'));
-- Several accounts of a holder may wait for a second person at once.
drop index proposal_open;
create unique index proposal_open on proposal (holder_type, holder_id, action, coalesce(after ->> 'accountId', ''))
  where state = 'open';
