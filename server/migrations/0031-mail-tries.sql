-- A mail that could not be handled: how often it was tried, and when it is tried again.
alter table mailbox_position
  add column failing_uid bigint,
  add column tries smallint not null default 0,
  add column next_try_at timestamptz(3),
  add check ((failing_uid is null) = (tries = 0) and (failing_uid is null) = (next_try_at is null));
