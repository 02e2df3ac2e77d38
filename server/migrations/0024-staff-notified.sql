-- Staff are told what clients did: a notification of theirs then names the client whom it is about, with whose records it goes.
alter table notification add column target_type text check (target_type in ('user', 'company'));
create index notification_target on notification (target_type, target_id) where target_type is not null;
