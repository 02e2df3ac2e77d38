-- Documents for many from one ZIP: unpacked and checked by a job, looked at by staff, then added or discarded.

-- `batch`: a ZIP with documents for many; only the call that begins a batch uses it.
alter table upload add column purpose text not null default 'document' check (purpose in ('document', 'batch'));

create table document_batch (
  id bigint generated always as identity primary key,
  -- Whose ZIP it is; a repeated call finds the batch by it.
  upload_id bigint not null unique,
  -- Of all its documents: an id of the setting documentTypes, the title, and the last day of validity.
  type text not null,
  title text not null check (title <> ''),
  valid_until date,
  file_name text not null,
  size integer not null check (size > 0),
  -- The content of the ZIP, until it is unpacked.
  sha256 bytea check (length(sha256) = 32),
  -- `reading`: a job unpacks and checks it. `ready`: staff look at it.
  state text not null default 'reading' check (state in ('reading', 'ready', 'refused', 'added')),
  -- A code of the refusal.
  refused_because text,
  created_by bigint not null references app_user,
  created_at timestamptz(3) not null default now(),
  settled_by bigint references app_user,
  changed_at timestamptz(3) not null default now(),
  check ((state = 'refused') = (refused_because is not null)),
  check ((state = 'added') = (settled_by is not null))
);
create index document_batch_created_by on document_batch (created_by);
create index document_batch_settled_by on document_batch (settled_by) where settled_by is not null;
create index document_batch_changed on document_batch (changed_at);
create index document_batch_content on document_batch (sha256) where sha256 is not null;

-- A file of the ZIP. To whom it belongs follows from its name, each time that somebody looks.
create table document_batch_entry (
  batch_id bigint not null references document_batch on delete cascade,
  number integer not null check (number > 0),
  name text not null,
  size bigint not null,
  -- Null if nothing of it is kept.
  sha256 bytea check (length(sha256) = 32),
  media_type text,
  clean boolean,
  -- A code of what is wrong with the file itself.
  fault text,
  -- Null until the job has checked it.
  read_at timestamptz(3),
  -- Staff decided not to add it.
  excluded boolean not null default false,
  -- To whom it was added, by which number.
  holder_type text check (holder_type in ('user', 'company')),
  holder_id bigint,
  client_number text,
  primary key (batch_id, number),
  check ((holder_type is null) = (holder_id is null))
);
create index document_batch_entry_content on document_batch_entry (sha256) where sha256 is not null;
