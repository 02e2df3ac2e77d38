-- Named settings of the firm, the counters of rate limits, and the attachments of the sockets' bus between processes.

create table setting (
  name text primary key,
  data jsonb not null,
  updated_at timestamptz(3) not null default now(),
  updated_by bigint
);

-- Shape required by rate-limiter-flexible.
create unlogged table rate_limit (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);

-- Shape required by @socket.io/postgres-adapter.
create unlogged table socket_io_attachments (
  id bigserial unique,
  created_at timestamptz default now(),
  payload bytea
);
