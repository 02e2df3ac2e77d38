-- Contracts of holders, the firm's templates for them, their signatures, and sendings to many holders.

-- A code that confirms one thing only, such as one text of one contract; null for any sensitive step.
alter table challenge add column bound_to text;
alter table session add column fresh_for text;
-- The challenge whose code was confirmed; null for the code of an authenticator app.
alter table session add column fresh_challenge bigint;

create table contract_template (
  -- What contracts call `contract_type`.
  type text not null,
  version integer not null check (version > 0),
  state text not null check (state in ('draft', 'inUse', 'retired')),
  -- Counts the changes of a draft: of two people who edit it at once, the second is told.
  edit integer not null default 1,
  content jsonb not null,
  changed_at timestamptz(3) not null default now(),
  changed_by bigint not null references app_user,
  primary key (type, version)
);
create unique index contract_template_draft on contract_template (type) where state = 'draft';
create unique index contract_template_in_use on contract_template (type) where state = 'inUse';
create index contract_template_changed_by on contract_template (changed_by);
revoke delete on contract_template from portico_app;

-- A version that was ever in use is what contracts were made from.
create function keep_used_template() returns trigger language plpgsql as $$
begin
  if old.state <> 'draft' and (new.content is distinct from old.content or new.state = 'draft') then
    raise exception 'a template that was in use never changes';
  end if;
  return new;
end $$;
create trigger keep_used_template before update on contract_template
  for each row execute function keep_used_template();

create table contract_bulk (
  id bigint generated always as identity primary key,
  contract_type text not null,
  template_version integer not null,
  contract_data jsonb not null,
  state text not null default 'running' check (state in ('running', 'paused', 'done', 'cancelled')),
  created_at timestamptz(3) not null default now(),
  created_by bigint not null references app_user,
  foreign key (contract_type, template_version) references contract_template
);
create index contract_bulk_template on contract_bulk (contract_type, template_version);
create index contract_bulk_created_by on contract_bulk (created_by);
create index contract_bulk_running on contract_bulk (id) where state = 'running';

create table contract (
  id bigint generated always as identity primary key,
  holder_type text not null check (holder_type in ('user', 'company')),
  holder_id bigint not null,
  -- A template's type, or `custom`.
  contract_type text not null,
  template_version integer,
  contract_name text not null check (contract_name <> ''),
  language text not null check (language in ('bg', 'en', 'pl')),
  -- What was typed for it, by field of the template.
  contract_data jsonb not null default '{}',
  state text not null
    check (state in ('awaitingAdmin', 'awaitingClient', 'approved', 'rejected', 'rejectedByClient', 'rejectedByAdmin')),
  state_changed_at timestamptz(3) not null default now(),
  -- Made by the firm; else proposed by the holder.
  by_admin boolean not null,
  created_by bigint not null references app_user,
  created_at timestamptz(3) not null default now(),
  counter_sign boolean not null,
  signers text not null check (signers in ('any', 'two', 'all')),
  -- The firm's day that is printed on it.
  day date not null,
  expires_on date not null,
  reminder_days integer[] not null default '{}',
  -- The last day on which the holder was reminded.
  reminded_on date,
  -- Sent again after it ended: which one it replaces.
  revision integer not null default 1,
  previous_id bigint unique references contract,
  bulk_id bigint references contract_bulk,
  -- What is read and signed.
  file_id bigint not null references stored_file,
  sha256 bytea not null,
  pages integer not null,
  -- When the holder, or who represents the company, first opened it.
  opened_at timestamptz(3),
  -- Words of whoever rejected it; the state says who.
  reject_msg text,
  sealed_file_id bigint references stored_file,
  sealed_at timestamptz(3),
  foreign key (contract_type, template_version) references contract_template,
  check ((contract_type = 'custom') = (template_version is null)),
  check ((sealed_file_id is null) = (sealed_at is null)),
  check (sealed_at is null or state = 'approved')
);
create index contract_of_holder on contract (holder_type, holder_id, id desc);
create index contract_of_holder_type on contract (holder_type, holder_id, contract_type, id desc);
-- Staff's lists: those longest in their state first.
create index contract_oldest on contract (state_changed_at, id);
create index contract_by_state on contract (state, state_changed_at, id);
create index contract_by_type on contract (contract_type, state_changed_at, id);
create index contract_by_state_type on contract (state, contract_type, state_changed_at, id);
create index contract_awaiting on contract (expires_on, id) where state in ('awaitingAdmin', 'awaitingClient');
create index contract_unsealed on contract (id) where state = 'approved' and sealed_file_id is null;
create index contract_template_used on contract (contract_type, template_version);
create index contract_created_by on contract (created_by);
create index contract_bulk_of on contract (bulk_id) where bulk_id is not null;
create index contract_file on contract (file_id);
create index contract_sealed_file on contract (sealed_file_id) where sealed_file_id is not null;
revoke delete on contract from portico_app;

-- Who signed what, and how that is known.
create table contract_signature (
  id bigint generated always as identity primary key,
  contract_id bigint not null references contract,
  side text not null check (side in ('client', 'firm')),
  user_id bigint not null references app_user,
  -- As typed by the signer.
  name text not null,
  -- The account's name and e-mail at that time.
  account_name text not null,
  account_email text not null,
  signed_at timestamptz(3) not null default now(),
  address text not null,
  user_agent text not null,
  -- Of the PDF that was read.
  sha256 bytea not null,
  -- The text that was agreed to, with its version; null for the firm.
  agreement_version integer,
  agreement text,
  -- How the code was confirmed: `mail`, `authenticator`; null for the firm.
  factor text,
  -- The challenge of a mailed code. Not a foreign key: retention deletes challenges earlier.
  challenge_id bigint,
  code_sent_at timestamptz(3),
  unique (contract_id, side, user_id)
);
create index contract_signature_user on contract_signature (user_id);
select append_only('contract_signature');

-- The recipients of a sending; the key lets nobody get it twice.
create table contract_bulk_row (
  bulk_id bigint not null references contract_bulk,
  holder_type text not null check (holder_type in ('user', 'company')),
  holder_id bigint not null,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  contract_id bigint references contract,
  -- Why no contract could be made.
  faults jsonb not null default '[]',
  primary key (bulk_id, holder_type, holder_id)
);
create index contract_bulk_row_waiting on contract_bulk_row (bulk_id, holder_type, holder_id) where state = 'waiting';
create index contract_bulk_row_of_holder on contract_bulk_row (holder_type, holder_id);
create index contract_bulk_row_contract on contract_bulk_row (contract_id) where contract_id is not null;

grant delete on contract, contract_bulk_row to portico_retention;
