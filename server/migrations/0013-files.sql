-- Files of holders: of a form now, of tickets and documents later. The bytes lie in the files port (adapters/files) under
-- their SHA-256, sealed; here stands whose they are and whether anybody may have them.
create table stored_file (
  id bigint generated always as identity primary key,
  holder_type text not null check (holder_type in ('user', 'company')),
  holder_id bigint not null,
  -- SHA-256 of the content in the clear: its name in the files port. Several rows may share one content.
  sha256 bytea not null check (length(sha256) = 32),
  size integer not null check (size > 0),
  media_type text not null,
  name text not null,
  -- `quarantined` until the virus check has passed; only `clean` is ever handed out. Of a `refused` one the content is gone.
  state text not null check (state in ('quarantined', 'clean', 'refused')),
  refused_because text,
  uploaded_by bigint not null references app_user,
  -- Staff uploaded it for the holder.
  by_admin boolean not null default false,
  created_at timestamptz(3) not null default now(),
  checked_at timestamptz(3),
  -- Since when something submitted refers to it: from then on it stays.
  kept_at timestamptz(3),
  check ((state = 'refused') = (refused_because is not null)),
  check ((state = 'quarantined') = (checked_at is null))
);
create index stored_file_holder on stored_file (holder_type, holder_id, id);
create index stored_file_content on stored_file (sha256);
create index stored_file_quarantined on stored_file (created_at, id) where state = 'quarantined';
create index stored_file_uploader on stored_file (uploaded_by);
