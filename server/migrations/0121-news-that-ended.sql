-- Which notifications are still new to whom. docs/decisions/0255-what-is-new-in-the-bell.md

-- When what it asks for was done or is no longer wanted; null while it stands, and for what asks for nothing.
alter table notification add column ended_at timestamptz(3);
create index notification_standing on notification (holder_type, holder_id, target_id) where ended_at is null and target_id is not null;

-- When the row was written: `valid_from` is a day, on which a company may have been told much before.
alter table representation add column written_at timestamptz(3);
alter table representation alter column written_at set default now();
