-- Files that staff uploaded: each with its preview, and the file itself as evidence of what was booked.

create table import (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('statement', 'prices', 'rates')),
  format text check (format in ('ibFlex', 'csv')),
  file_name text not null,
  -- Of the UTF-8 text as it was read.
  sha256 bytea not null check (length(sha256) = 32),
  characters integer not null,
  -- The text, compressed with zstd; null once nothing can come of it any more (refused, discarded).
  content bytea,
  -- What staff typed beside the file.
  opening_balances jsonb not null default '[]',
  state text not null check (state in ('previewed', 'refused', 'confirmed', 'discarded')),
  rows integer not null,
  new_rows integer not null,
  known_rows integer not null,
  refused_rows integer not null,
  -- Accounts, sample and refusals as they were shown: what whoever confirmed it saw.
  preview jsonb not null,
  created_at timestamptz(3) not null default now(),
  created_by bigint not null references app_user,
  -- When and by whom it was confirmed, discarded, or refused at its confirmation.
  settled_at timestamptz(3),
  settled_by bigint references app_user,
  check (state not in ('previewed', 'confirmed') or content is not null),
  check (state <> 'previewed' or settled_at is null)
);
create index import_newest on import (id desc);

-- What was uploaded and shown is never changed; only what became of it is.
revoke update, delete, truncate on import from portico_app;
grant update (state, content, rows, new_rows, known_rows, refused_rows, preview, settled_at, settled_by) on import to portico_app;
grant delete on import to portico_retention;
