-- Documents of holders, in versions, and the documents that the firm asks a holder for.

-- A file of a document in the bin: only staff may open it.
alter table stored_file add column withdrawn_at timestamptz(3);

create table document (
  id bigint generated always as identity primary key,
  holder_type text not null check (holder_type in ('user', 'company')),
  holder_id bigint not null,
  -- An id of the setting documentTypes.
  type text not null,
  title text not null check (title <> ''),
  search_text text not null generated always as (search_folded(title)) stored,
  valid_until date,
  created_by bigint not null references app_user,
  -- Added by staff for the holder.
  by_admin boolean not null,
  -- Of the newest version: the order of the lists.
  changed_at timestamptz(3) not null default now(),
  -- In the bin, from which office restores it until the nightly job deletes it.
  deleted_at timestamptz(3),
  deleted_by bigint references app_user,
  check ((deleted_at is null) = (deleted_by is null))
);
create index document_of_holder on document (holder_type, holder_id, changed_at desc, id desc);
create index document_of_type on document (holder_type, holder_id, type, changed_at desc, id desc);
create index document_in_bin on document (deleted_at) where deleted_at is not null;
create index document_created_by on document (created_by);
create index document_deleted_by on document (deleted_by) where deleted_by is not null;

-- Append-only but for opened_at: a new version replaces nothing.
create table document_version (
  document_id bigint not null references document on delete cascade,
  number integer not null check (number > 0),
  file_id bigint not null unique references stored_file,
  added_by bigint not null references app_user,
  by_admin boolean not null,
  created_at timestamptz(3) not null default now(),
  -- When the holder, or who represents the company, first opened it.
  opened_at timestamptz(3),
  primary key (document_id, number)
);
create index document_version_added_by on document_version (added_by);

-- The words of a version that is a PDF, read by a job.
create table document_text (
  document_id bigint not null,
  number integer not null,
  -- Null: it could not be read.
  pages integer,
  words tsvector not null default '',
  -- Null until the job has read it.
  read_at timestamptz(3),
  primary key (document_id, number),
  foreign key (document_id, number) references document_version on delete cascade
);
create index document_text_words on document_text using gin (words);
create index document_text_unread on document_text (document_id, number) where read_at is null;

-- A document that the firm asks a holder for.
create table document_request (
  id bigint generated always as identity primary key,
  holder_type text not null check (holder_type in ('user', 'company')),
  holder_id bigint not null,
  type text not null,
  text text not null,
  due date not null,
  -- `open`: the holder is to add it. `received`: office is to look at it. Then `accepted` or `cancelled`.
  state text not null default 'open' check (state in ('open', 'received', 'accepted', 'cancelled')),
  document_id bigint references document on delete set null,
  asked_by bigint not null references app_user,
  created_at timestamptz(3) not null default now(),
  closed_by bigint references app_user,
  closed_at timestamptz(3),
  -- The last day on which the holder was reminded.
  reminded_on date,
  check ((state in ('accepted', 'cancelled')) = (closed_at is not null)),
  check ((closed_at is null) = (closed_by is null))
);
create index document_request_of_holder on document_request (holder_type, holder_id, id desc);
create index document_request_open on document_request (due, id) where state = 'open';
create index document_request_received on document_request (id) where state = 'received';
create index document_request_document on document_request (document_id) where document_id is not null;
create index document_request_asked_by on document_request (asked_by);
create index document_request_closed_by on document_request (closed_by) where closed_by is not null;

grant delete on document, document_version, document_text, document_request to portico_retention;
