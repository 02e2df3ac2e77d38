-- People with an account, what they sign in with, their sessions, whom they represent, and holders' accounts at the custodian.

create extension if not exists pg_trgm;

create table app_user (
  id bigint generated always as identity primary key,
  email text not null check (email = lower(email)),
  name text not null,
  phone text,
  -- Argon2id in PHC form.
  password_hash text not null,
  role text not null default 'client' check (role in ('client', 'office', 'internal', 'admin')),
  state text not null default 'preKYC'
    check (state in ('preKYC', 'pendingKYC', 'postKYC', 'returnedKYC', 'pendingReKYC', 'rejected', 'disabled')),
  -- Where `disabled` came from and goes back to.
  state_before_disabled text,
  client_data jsonb not null default '{}',
  preferences jsonb not null default '{}',
  last_company bigint,
  -- The first verified code confirms the address.
  email_confirmed_at timestamptz(3),
  -- Sensitive steps wait 24 hours after a reset.
  password_reset_at timestamptz(3),
  failed_sign_ins integer not null default 0,
  locked_until timestamptz(3),
  created_at timestamptz(3) not null default now(),
  unique (email)
);
create index app_user_newest on app_user (created_at, id);
create index app_user_by_name on app_user (name, id);
create index app_user_by_email on app_user (email, id);
create index app_user_search on app_user using gin ((lower(name) || ' ' || email) gin_trgm_ops);

-- A holder's account number at the custodian and the currency that its portfolio is valued in.
create table holder_account (
  holder_type text not null check (holder_type in ('user', 'company')),
  holder_id bigint not null,
  client_number text unique,
  base_currency text not null default 'EUR' check (base_currency ~ '^[A-Z]{3}$'),
  created_at timestamptz(3) not null default now(),
  primary key (holder_type, holder_id)
);
create index holder_account_number_start on holder_account (lower(client_number) text_pattern_ops);

-- Who acts for which company; repCompanies is derived from it. The companies' table comes with companies.
create table representation (
  user_id bigint not null references app_user,
  company_id bigint not null,
  capacity text not null default 'statutory',
  valid_from date not null default current_date,
  valid_to date,
  primary key (user_id, company_id, valid_from)
);
create index representation_company on representation (company_id, user_id);

create table session (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user,
  -- SHA-256 of each half; a session without a second half belongs to a program.
  token_hash bytea not null unique,
  bind_hash bytea,
  created_at timestamptz(3) not null default now(),
  last_seen_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  ended_at timestamptz(3),
  end_reason text,
  -- A code confirmed by check-validation lets one sensitive call through until then; by what it was confirmed.
  fresh_until timestamptz(3),
  fresh_factor text
);
create index session_open on session (user_id) where ended_at is null;

-- One try to sign in, or to confirm a step, and the code that answers it. Tries count per challenge.
create table challenge (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user,
  purpose text not null check (purpose in ('signIn', 'validation')),
  -- SHA-256 of the challenge cookie; null for a caller that is no browser, and for validation within a session.
  cookie_hash bytea unique,
  session_id bigint references session,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  -- HMAC of the six digits; null while no code was mailed (another factor answers).
  code_hash bytea,
  code_expires_at timestamptz(3),
  tries integer not null default 0,
  used_at timestamptz(3),
  -- The passkey's challenge.
  webauthn_challenge text
);
create index challenge_user on challenge (user_id, purpose, id desc);

create table password_reset (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user,
  string_hash bytea not null unique,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  used_at timestamptz(3)
);
create index password_reset_user on password_reset (user_id);

create table authenticator (
  user_id bigint primary key references app_user,
  -- Encrypted with the firm's key.
  secret bytea not null,
  created_at timestamptz(3) not null default now(),
  confirmed_at timestamptz(3),
  -- Time step of the last code taken: a code works once.
  last_step bigint
);

create table passkey (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user,
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null default 0,
  transports text[] not null default '{}',
  name text not null,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3)
);
create index passkey_user on passkey (user_id);

create table passkey_registration (
  user_id bigint primary key references app_user,
  webauthn_challenge text not null,
  expires_at timestamptz(3) not null
);

-- One row per sign-in: from where and with what.
create table sign_in (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user,
  session_id bigint not null unique references session,
  ip text not null,
  country text,
  country_code text,
  city text,
  os text not null,
  browser_name text not null,
  created_at timestamptz(3) not null default now()
);
create index sign_in_user on sign_in (user_id, id desc);
