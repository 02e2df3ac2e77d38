-- KYC forms: the draft that saves itself, the revisions that nothing can change, the review, and the files that go with them.
-- What people write about themselves lies encrypted (secrets/): personal numbers, documents and finances are one whole.

-- Data keys, wrapped by the firm's key; what they sealed carries their number in front.
create table data_key (
  id bigint generated always as identity primary key,
  purpose text not null,
  wrapped text not null,
  created_at timestamptz(3) not null default now()
);
create index data_key_newest on data_key (purpose, id desc);
select append_only('data_key');

create table form_draft (
  holder_type text not null check (holder_type in ('user', 'company')),
  holder_id bigint not null,
  form_type text not null check (form_type in ('KYC', 'companyKYC')),
  -- Grows with each saved change: whoever saves over another's change is told.
  version integer not null default 1,
  -- Encrypted answers; the number of the data key and the nonce stand in front.
  answers bytea not null,
  -- The revision it started from; null for a first form.
  based_on integer,
  -- Steps that must be renewed; null where all of the form is open.
  renew text[],
  -- Who began it and where they stopped: the next device opens there.
  current_step text,
  created_at timestamptz(3) not null default now(),
  changed_at timestamptz(3) not null default now(),
  changed_by bigint not null references app_user,
  primary key (holder_type, holder_id, form_type)
);

create table form_revision (
  id bigint generated always as identity primary key,
  holder_type text not null check (holder_type in ('user', 'company')),
  holder_id bigint not null,
  form_type text not null check (form_type in ('KYC', 'companyKYC')),
  revision integer not null check (revision > 0),
  answers bytea not null,
  -- SHA-256 of the content as it was before encryption; the audit log's entry carries it too.
  content_hash bytea not null,
  -- The earliest day on which something in it expires (a document, a power of attorney), so that a job finds it without opening it.
  expires_on date,
  submitted_at timestamptz(3) not null default now(),
  submitted_by bigint not null references app_user,
  -- Staff filled it in; whoever did never approves it.
  by_admin boolean not null default false,
  unique (holder_type, holder_id, form_type, revision)
);
create index form_revision_newest on form_revision (form_type, submitted_at desc, id desc);
create index form_revision_expiring on form_revision (expires_on) where expires_on is not null;
select append_only('form_revision');

-- What a reviewer did with a revision: steps accepted, and in the end the decision.
create table form_step_acceptance (
  revision_id bigint not null references form_revision,
  step text not null,
  accepted_by bigint not null references app_user,
  accepted_at timestamptz(3) not null default now(),
  primary key (revision_id, step)
);
create table form_decision (
  revision_id bigint primary key references form_revision,
  decision text not null check (decision in ('approved', 'returned', 'rejected')),
  reason text,
  decided_by bigint not null references app_user,
  decided_at timestamptz(3) not null default now()
);
select append_only('form_decision');

-- Remarks pinned to a field or step of a revision.
create table form_remark (
  id bigint generated always as identity primary key,
  revision_id bigint not null references form_revision,
  -- Path of the field, or the step's name.
  path text not null,
  audience text not null check (audience in ('client', 'staff')),
  text text not null,
  author_id bigint not null references app_user,
  created_at timestamptz(3) not null default now(),
  withdrawn_at timestamptz(3)
);
create index form_remark_revision on form_remark (revision_id, id);
