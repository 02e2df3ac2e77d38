-- Staff sign in through the firm's identity provider. docs/decisions/0385-staff-sign-in-through-a-provider.md

-- Client secret of a provider, encrypted (server/secrets). Bound to its issuer and client id: for others it cannot be opened.
create table identity_secret (
  provider_id uuid primary key,
  -- Issuer and client id.
  address text not null,
  sealed bytea not null,
  saved_at timestamptz(3) not null default now(),
  saved_by bigint not null references app_user
);
create index identity_secret_saved_by on identity_secret (saved_by);

-- Who is who: an account of a provider, and the member of staff whose it is.
create table identity_account (
  id bigint generated always as identity primary key,
  -- Of the setting `identity`.
  provider_id uuid not null,
  issuer text not null,
  -- Null until the first sign-in of somebody whom the provider's SCIM client made known.
  subject text check (subject <> ''),
  user_id bigint not null references app_user,
  -- Without it the account opens nothing: an administrator has to confirm that it is the same person.
  linked_at timestamptz(3),
  linked_by bigint references app_user,
  -- As the provider tells it; may differ from the address in the portal.
  email text not null,
  -- As of the last sign-in.
  groups text[] not null default '{}',
  signed_in_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  unique (provider_id, issuer, subject),
  unique (provider_id, issuer, user_id)
);
create index identity_account_user on identity_account (user_id);
create index identity_account_linked_by on identity_account (linked_by);

-- Sign-ins and tests that were begun; each is finished once, by the browser that began it.
create table identity_attempt (
  -- SHA-256 of `state`, and of the browser's cookie.
  state_hash bytea primary key,
  browser_hash bytea not null,
  provider_id uuid not null,
  purpose text not null check (purpose in ('signIn', 'test')),
  nonce text not null,
  code_verifier text not null,
  -- Who tests.
  user_id bigint references app_user,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3)
);
create index identity_attempt_expires on identity_attempt (expires_at);
create index identity_attempt_user on identity_attempt (user_id);

-- Logout tokens that were obeyed: a second one with the same name is a replay.
create table identity_logout (
  provider_id uuid not null,
  jti_hash bytea not null,
  expires_at timestamptz(3) not null,
  primary key (provider_id, jti_hash)
);

-- By which account of a provider a session was opened, and what the provider calls its own session.
alter table session add column identity_account_id bigint references identity_account on delete set null,
  add column provider_sid text;
create index session_identity_account on session (identity_account_id) where identity_account_id is not null and ended_at is null;
