-- What a provider's SCIM client says of accounts and groups. docs/decisions/0387-scim.md
alter table identity_account
  -- Null: the provider's SCIM client does not know the account.
  add column scim_id uuid unique,
  add column scim_user_name text,
  add column external_id text,
  -- What else the client sent, and reads back.
  add column scim_attributes jsonb not null default '{}',
  add column is_active boolean not null default true,
  -- It is, or was, a member of a group that has a role: without any such group it has no rights.
  add column by_groups boolean not null default false,
  -- The portal's account was disabled by the provider, so that the provider may enable it again.
  add column disabled_by_provider boolean not null default false,
  add column changed_at timestamptz(3) not null default now();
create unique index identity_account_scim_user_name on identity_account (provider_id, lower(scim_user_name))
  where scim_id is not null;

create table identity_group (
  id uuid primary key default gen_random_uuid(),
  provider_id uuid not null,
  display_name text not null check (display_name <> ''),
  external_id text,
  created_at timestamptz(3) not null default now(),
  changed_at timestamptz(3) not null default now(),
  unique (provider_id, display_name)
);

create table identity_group_member (
  group_id uuid not null references identity_group on delete cascade,
  account_id bigint not null references identity_account on delete cascade,
  -- Of the account; written with the row, so that it is deleted with the person's.
  user_id bigint not null references app_user,
  primary key (group_id, account_id)
);
create index identity_group_member_account on identity_group_member (account_id);
create index identity_group_member_user on identity_group_member (user_id);
