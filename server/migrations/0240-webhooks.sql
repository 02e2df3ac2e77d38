-- Events that the firm's own systems are told of. docs/decisions/0395-webhooks.md

-- Who is told: a row for each endpoint of the setting `webhooks`, written with it, so that the statement that records an
-- event reads one small table.
create table webhook_endpoint (
  id uuid primary key,
  name text not null,
  url text not null,
  events text[] not null,
  -- Encrypted (server/secrets), each bound to the endpoint. Without one nothing is recorded for it.
  secret bytea,
  secret_made_at timestamptz(3),
  -- The secret before, which signs beside the new one until then.
  former_secret bytea,
  former_until timestamptz(3),
  -- By a person: what happens meanwhile is sent afterwards.
  paused_at timestamptz(3),
  -- By the portal: what happens meanwhile is not recorded.
  disabled_at timestamptz(3),
  disabled_for text check (disabled_for in ('gone', 'failing')),
  -- Since when no attempt succeeded; null if the last one did.
  failing_since timestamptz(3),
  -- Administrators were told that a message was given up, since an attempt succeeded.
  told_given_up boolean not null default false,
  last_success_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  -- Taken out of the setting: its messages are deleted by the job webhooks.clean, and then the row.
  removed_at timestamptz(3)
);

-- A message, the same for all endpoints and attempts.
create table webhook_event (
  id bigint generated always as identity primary key,
  message_id text not null unique check (message_id <> ''),
  type text not null,
  body text not null,
  created_at timestamptz(3) not null
);
create index webhook_event_created on webhook_event (created_at);

create table webhook_delivery (
  id bigint generated always as identity primary key,
  endpoint_id uuid not null references webhook_endpoint,
  event_id bigint not null references webhook_event on delete cascade,
  -- `contract/7`: a message waits until those before it of the same object have ended.
  object text not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'givenUp')),
  -- Since it waits; three days later it is given up.
  tries int not null default 0,
  since timestamptz(3) not null,
  next_try_at timestamptz(3) not null,
  -- A process sends it now; after this time the process is taken for dead.
  claimed_until timestamptz(3),
  ended_at timestamptz(3)
) with (fillfactor = 80);
create index webhook_delivery_due on webhook_delivery (endpoint_id, next_try_at, id) where state = 'waiting';
create index webhook_delivery_order on webhook_delivery (endpoint_id, object, id) where state = 'waiting';
create index webhook_delivery_newest on webhook_delivery (endpoint_id, id desc);
create index webhook_delivery_event on webhook_delivery (event_id);

-- Append-only, until the message is deleted.
create table webhook_attempt (
  id bigint generated always as identity primary key,
  delivery_id bigint not null references webhook_delivery on delete cascade,
  at timestamptz(3) not null,
  duration_ms int not null,
  status int,
  failure text,
  detail text,
  -- The first bytes, as text.
  answer text
);
create index webhook_attempt_delivery on webhook_attempt (delivery_id, id);
revoke update on webhook_attempt from portico_app;
revoke update on webhook_event from portico_app;
