-- An endpoint that a restore paused says so. docs/decisions/0412-after-a-restore.md
alter table webhook_endpoint add column paused_for text check (paused_for = 'restore');
