-- Requests for documents that were made to many in one step. docs/decisions/0364-ready-remarks-and-requests-to-many.md
create table document_round (
  -- Chosen by who asks, so that a repeated step is the same round.
  id uuid primary key,
  action text not null check (action in ('askUsers', 'askCompanies', 'renewDocuments')),
  -- What was asked for; null: a current one of each document that expires.
  type text,
  -- In the words of who asked; null: the portal's, in each client's language.
  text text check (text <> ''),
  due date not null,
  -- The distribution group, or the day before which documents expire; null: clients were chosen.
  group_name text,
  before date,
  created_by bigint not null references app_user,
  created_at timestamptz(3) not null default now(),
  check ((type is null) = (action = 'renewDocuments'))
);
create index document_round_created on document_round (created_at desc);
create index document_round_created_by on document_round (created_by);

alter table document_request add column round_id uuid references document_round;
create index document_request_round on document_request (round_id) where round_id is not null;
