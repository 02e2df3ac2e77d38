-- Milliseconds by which the clock of the process's machine is ahead of the database's.
alter table portal_process add column clock_ahead_ms integer not null default 0;
