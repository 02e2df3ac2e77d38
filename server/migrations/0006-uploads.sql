-- Uploads in fragments. They live for a day; what is used becomes a stored_file.

create table upload (
  id bigint generated always as identity primary key,
  holder_type text not null check (holder_type in ('user', 'company')),
  holder_id bigint not null,
  created_by bigint not null references app_user,
  name text not null,
  -- Bytes, as declared; of a finished one, as stored. They count against the holder's room while open or finished.
  size integer not null check (size > 0),
  received integer not null default 0,
  -- `finished`: checked, and ready to be used. `refused`: did not pass the check, nothing of it is kept.
  state text not null default 'open' check (state in ('open', 'finished', 'used', 'refused')),
  -- A code of the refusal.
  refused_because text,
  -- While a check runs; a check that was cut off by a crash may be repeated then.
  checking_until timestamptz(3),
  -- As the sender declared it at the beginning.
  declared_sha256 bytea check (length(declared_sha256) = 32),
  -- Of the stored content, by which the files port finds it.
  sha256 bytea check (length(sha256) = 32),
  media_type text,
  -- Null unless finished; false if the virus scanner was not reached.
  clean boolean,
  changed_at timestamptz(3) not null default now(),
  check (received between 0 and size),
  check ((state = 'refused') = (refused_because is not null)),
  check ((state in ('finished', 'used')) = (sha256 is not null)),
  check ((sha256 is null) = (media_type is null)),
  check ((sha256 is null) = (clean is null))
);
create index upload_of_holder on upload (holder_type, holder_id) where state in ('open', 'finished');
create index upload_created_by on upload (created_by);
create index upload_content on upload (sha256) where state = 'finished';
create index upload_changed on upload (changed_at);

-- A stored fragment: a content of the files port, encrypted like every other.
create table upload_fragment (
  upload_id bigint not null references upload on delete cascade,
  -- Offset of its first byte.
  start integer not null check (start >= 0),
  size integer not null check (size > 0),
  sha256 bytea not null check (length(sha256) = 32),
  primary key (upload_id, start)
);
create index upload_fragment_content on upload_fragment (sha256);
