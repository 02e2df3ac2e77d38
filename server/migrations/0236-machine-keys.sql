-- Keys with which the firm's own systems make calls. docs/decisions/0390-machine-keys.md

create table machine_key (
  id bigint generated always as identity primary key,
  name text not null check (name <> ''),
  -- Whose rights it carries, at most: who made it, or took it over.
  user_id bigint not null references app_user,
  level text not null check (level in ('internal', 'office', 'admin')),
  -- Also those that a later version of the portal does not know any more.
  scopes text[] not null check (cardinality(scopes) > 0),
  -- Networks from which it may be used; empty for any.
  addresses cidr[] not null default '{}',
  expires_at timestamptz(3) not null,
  made_by bigint not null references app_user,
  made_at timestamptz(3) not null default now(),
  -- Without four eyes, who made it. Null while it waits for a second person.
  approved_by bigint references app_user,
  approved_at timestamptz(3),
  -- Whose rights it carried left the firm's staff: it waits to be taken over.
  stopped_at timestamptz(3),
  ended_at timestamptz(3),
  ended_by bigint references app_user,
  end_reason text check (end_reason in ('revoked', 'declined', 'exposed')),
  -- Written together for many calls, some seconds later.
  last_used_at timestamptz(3),
  last_address text,
  calls bigint not null default 0,
  -- Days before its end at which administrators were told last.
  announced_days smallint,
  version int not null default 1,
  check ((approved_at is null) = (approved_by is null)),
  check ((ended_at is null) = (end_reason is null))
);
-- One name at a time: what a person reads in the audit log.
create unique index machine_key_name on machine_key (lower(name)) where ended_at is null;
create index machine_key_user on machine_key (user_id);
create index machine_key_made_by on machine_key (made_by);
create index machine_key_approved_by on machine_key (approved_by);
create index machine_key_ended_by on machine_key (ended_by);
revoke delete on machine_key from portico_app;

-- The secrets of a key: one, and while it is rotated the former one.
create table machine_key_token (
  hash bytea primary key,
  key_id bigint not null references machine_key,
  -- Its last characters, by which a person recognises it.
  hint text not null,
  made_by bigint not null references app_user,
  made_at timestamptz(3) not null default now(),
  -- Not from then on; null for the current one.
  ends_at timestamptz(3)
);
create index machine_key_token_key on machine_key_token (key_id);
create index machine_key_token_made_by on machine_key_token (made_by);
revoke delete on machine_key_token from portico_app;
