-- "Look at it with demo data": one row for each time that an administrator asked for it. The data themselves are in a database of
-- their own (docs/decisions/0420).
create table demo_portal (
  id bigint generated always as identity primary key,
  state text not null default 'loading' check (state in ('loading', 'on', 'failed', 'removed')),
  loaded_by bigint not null references app_user,
  loaded_at timestamptz(3) not null default now(),
  ready_at timestamptz(3),
  -- In the words of the process that failed to load it.
  failure text,
  -- The process of the portal that runs it.
  process uuid,
  removed_by bigint references app_user,
  removed_at timestamptz(3),
  check ((state = 'removed') = (removed_at is not null))
);
-- One at a time, whoever asks.
create unique index demo_portal_current on demo_portal ((true)) where state <> 'removed';
create index demo_portal_loaded_by on demo_portal (loaded_by);
create index demo_portal_removed_by on demo_portal (removed_by) where removed_by is not null;
revoke delete on demo_portal from portico_app;
