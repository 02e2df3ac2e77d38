-- What the operator's commands noted: backups made, restores tried, copies of the firm's key read.
create table operator_note (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('backup', 'restoreTest', 'keyCopy')),
  noted_at timestamptz not null default now(),
  -- As of when the data in the backup is.
  taken_at timestamptz,
  -- File or tool of the backup; name of the key, which says nothing about it.
  subject text not null,
  check ((kind = 'keyCopy') = (taken_at is null))
);
create index operator_note_newest on operator_note (kind, noted_at desc);
revoke update, delete on operator_note from portico_app;
