-- Who may answer which challenge, where wrong tries are counted, and further ways to sign in.

-- SHA-256 of the value that whoever proved the password was given: as a cookie, and to a program also in the answer.
alter table challenge rename column cookie_hash to secret_hash;
update challenge set used_at = now(), code_hash = null
  where purpose = 'signIn' and secret_hash is null and used_at is null;
alter table challenge
  add column codes_sent smallint not null default 0,
  add constraint challenge_has_owner check (purpose <> 'signIn' or secret_hash is not null or used_at is not null);

-- Wrong passwords and codes per account and origin (a browser that signed in before, a network, a session). The account is the hash
-- of its e-mail, so that an e-mail without an account is counted alike. Rows older than a day are deleted by a job.
create table sign_in_failure (
  kind text not null check (kind in ('password', 'code')),
  account bytea not null,
  origin text not null,
  count integer not null default 0,
  since timestamptz(3) not null default now(),
  blocked_until timestamptz(3),
  -- When the person was last told by mail.
  told_at timestamptz(3),
  primary key (kind, account, origin)
);
create index sign_in_failure_age on sign_in_failure (since);
alter table app_user
  drop column failed_sign_ins, drop column locked_until, drop column wrong_codes, drop column wrong_codes_since;

-- Browsers that a user signed in with, by the SHA-256 of their cookie: they are counted apart from strangers.
create table known_browser (
  user_id bigint not null references app_user,
  token_hash bytea not null,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3) not null default now(),
  primary key (user_id, token_hash)
);

-- One try to sign in with a passkey alone, before it is known by whom.
create table passkey_challenge (
  id bigint generated always as identity primary key,
  secret_hash bytea not null unique,
  webauthn_challenge text not null,
  expires_at timestamptz(3) not null
);
create index passkey_challenge_age on passkey_challenge (expires_at);

-- Codes on paper for who has lost the app or passkey: keyed hashes, each used once.
create table recovery_code (
  user_id bigint not null references app_user,
  code_hash bytea not null,
  created_at timestamptz(3) not null default now(),
  used_at timestamptz(3),
  primary key (user_id, code_hash)
);

-- The person's own choice: the mailed code does not sign them in where they have an app or a passkey.
alter table app_user add column own_factor_required boolean not null default false;

grant delete on known_browser, recovery_code to portico_retention;
