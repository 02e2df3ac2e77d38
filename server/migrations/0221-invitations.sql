-- Accounts of staff that were made by an invitation: who invited, and until when the mailed link works.

create table staff_invitation (
  user_id bigint primary key references app_user,
  email text not null,
  role text not null check (role in ('internal', 'office', 'admin')),
  language text not null check (language in ('bg', 'en', 'pl')),
  invited_by bigint not null references app_user,
  invited_at timestamptz(3) not null default now(),
  -- Of the link that was mailed last.
  expires_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  revoked_by bigint references app_user
);
create index staff_invitation_invited_by on staff_invitation (invited_by);
create index staff_invitation_revoked_by on staff_invitation (revoked_by);
revoke delete on staff_invitation from portico_app;
