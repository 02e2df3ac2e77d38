-- Changes of many at once, for as long as they can be undone. docs/decisions/0370-bulk-changes-and-undo.md

create table bulk_change (
  id bigint generated always as identity primary key,
  -- What is done, and to whom it is given; without those whom it is about.
  change jsonb not null,
  created_by bigint not null references app_user,
  created_at timestamptz(3) not null,
  -- After it nothing is undone, and what waits is told.
  undo_until timestamptz(3) not null,
  undone_at timestamptz(3)
);
create index bulk_change_created on bulk_change (created_at);

-- One that was changed: what it was before, and what clients and colleagues are told once it can no longer be undone.
create table bulk_change_item (
  bulk_change_id bigint not null references bulk_change on delete cascade,
  item_id bigint not null,
  before jsonb not null,
  news jsonb not null,
  state text not null default 'changed' check (state in ('changed', 'undone', 'told')),
  primary key (bulk_change_id, item_id)
);
