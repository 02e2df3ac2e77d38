-- What ends the session at an identity provider when its session here is signed out of. docs/decisions/0407-signing-out-at-the-provider.md
create table identity_session (
  session_id bigint primary key references session on delete cascade,
  provider_id uuid not null,
  -- The ID token with which the session began, encrypted (server/secrets) and bound to the session. Gone once the session has ended.
  sealed bytea not null
);
