-- Custodians and cash banks, the accounts that they keep, and account numbers of files that nobody has.
-- docs/decisions/0356-custodians-and-accounts.md

create table custodian (
  id bigint generated always as identity primary key,
  name text not null check (name <> ''),
  kind text not null default 'custodian' check (kind in ('custodian', 'bank')),
  -- Where it is established, ISO 3166-1 alpha-2; null if it is not stated.
  country text check (country ~ '^[A-Z]{2}$'),
  -- Other names by which files and entries name it.
  other_names text[] not null default '{}',
  -- Formats of the files that it sends (api/rules/import-kinds.ts).
  formats text[] not null default '{}',
  -- The day on which a trade changes what it states.
  day_basis text not null default 'trade' check (day_basis in ('trade', 'settlement')),
  -- Who sends clients the confirmations of trades.
  confirmations text not null default 'custodian' check (confirmations in ('custodian', 'firm')),
  -- Differences up to these are none: units, and amounts in the account's currency.
  quantity_tolerance numeric not null default 0 check (quantity_tolerance >= 0),
  cash_tolerance numeric not null default 0 check (cash_tolerance >= 0),
  -- Clean files are booked without a person.
  automatic boolean not null default false,
  version int not null default 1,
  -- Null for the portal.
  created_by bigint references app_user,
  created_at timestamptz(3) not null default now(),
  ended_by bigint references app_user,
  ended_at timestamptz(3)
);
create unique index custodian_name on custodian (lower(name));
create index custodian_created_by on custodian (created_by) where created_by is not null;
create index custodian_ended_by on custodian (ended_by) where ended_by is not null;

-- An account kept by a custodian. One number of a custodian is one account, whoever has it.
create table custodian_account (
  id bigint generated always as identity primary key,
  custodian_id bigint not null references custodian,
  -- Without spaces and in capitals, as account numbers are compared.
  number text not null check (number <> '' and number = upper(regexp_replace(number, '\s', '', 'g'))),
  -- Null for all currencies.
  currency text check (currency ~ '^[A-Z]{3}$'),
  -- `client`: of the holder; `pooled`: clients' money together; `own`: the firm's; `foreign`: none of the firm's business.
  purpose text not null check (purpose in ('client', 'pooled', 'own', 'foreign')),
  holder_type text check (holder_type in ('user', 'company')),
  holder_id bigint,
  -- Ids of its entries name the account, so that equal rows of two accounts of one holder are two entries. Not of an account whose number
  -- is or was the client number by which its entries were booked.
  own_ids boolean not null default true,
  reason text check (reason <> ''),
  linked_by bigint references app_user,
  linked_at timestamptz(3) not null default now(),
  -- In which a file first named it; null if none has.
  first_seen_at timestamptz(3),
  ended_by bigint references app_user,
  ended_at timestamptz(3),
  version int not null default 1,
  check ((purpose = 'client') = (holder_id is not null) and (holder_id is null) = (holder_type is null))
);
create unique index custodian_account_number on custodian_account (custodian_id, number);
create index custodian_account_by_number on custodian_account (number);
create index custodian_account_holder on custodian_account (holder_type, holder_id) where holder_id is not null;
create index custodian_account_linked_by on custodian_account (linked_by) where linked_by is not null;
create index custodian_account_ended_by on custodian_account (ended_by) where ended_by is not null;
grant delete on custodian_account to portico_retention;

-- Account numbers that files named and nobody had: a list to work off. A row is done once the number is recorded above or is somebody's
-- client number.
create table unknown_account (
  id bigint generated always as identity primary key,
  -- Whose file named it; null if that is not known.
  custodian_id bigint references custodian,
  number text not null check (number <> ''),
  -- Different files that named it, the first and the last of them.
  files int not null default 1,
  entries int not null default 0,
  first_file text not null,
  first_seen_at timestamptz(3) not null default now(),
  last_file text not null,
  last_sha256 bytea not null,
  last_import_id bigint,
  last_seen_at timestamptz(3) not null default now()
);
create unique index unknown_account_number on unknown_account (coalesce(custodian_id, 0), number);
create index unknown_account_custodian on unknown_account (custodian_id) where custodian_id is not null;

-- Whose file an import is; null if it was not known.
alter table import add column custodian_id bigint references custodian;
create index import_custodian on import (custodian_id) where custodian_id is not null;

-- A link of an account to a holder, and what weakens the checks of a custodian's files, may wait for a second person.
alter table proposal drop constraint proposal_action_check;
alter table proposal add constraint proposal_action_check check (action in
  ('setRole', 'setClientNumber', 'disable', 'enable', 'resetFactors', 'fourEyesOff', 'setBankAccounts',
   'decideBankAccount', 'setDepositInstructions', 'addRepresentatives', 'setRepresentatives', 'saveSetting',
   'setSigners', 'setName', 'setShare', 'linkAccount', 'loosenCustodian'));
drop index proposal_open;
create unique index proposal_open
  on proposal (holder_type, holder_id, action,
    coalesce(after ->> 'accountId', after ->> 'setting', after ->> 'person', after ->> 'account', after ->> 'custodian', ''))
  where state = 'open';
-- One of each account and of each custodian, whoever the holder is.
create unique index proposal_open_account on proposal ((after ->> 'account')) where state = 'open' and action = 'linkAccount';
create unique index proposal_open_custodian on proposal ((after ->> 'custodian')) where state = 'open' and action = 'loosenCustodian';

-- The list of the setting becomes records; files of Interactive Brokers are known by their format.
insert into custodian (name, country, formats)
select min(trim(one ->> 'name')), min(one ->> 'country'),
  case when lower(trim(one ->> 'name')) = 'interactive brokers' then array['ibFlex'] else '{}' end
from setting, jsonb_array_elements(data -> 'custodians') as one
where setting.name = 'taxPacks' and jsonb_typeof(data -> 'custodians') = 'array'
group by lower(trim(one ->> 'name'));
insert into custodian (name, formats)
select 'Interactive Brokers', array['ibFlex']
where exists (select from import where format = 'ibFlex')
  and not exists (select from custodian where lower(name) = 'interactive brokers');
