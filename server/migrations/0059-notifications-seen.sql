-- Who has seen a notification: the same on every device. A company's is seen by each representative alone.
alter table notification add column seen_by bigint[] not null default '{}';

-- Until now each browser remembered it. Of what came before, only the last three days count as new.
update notification set seen_by = array[holder_id]
where holder_type = 'user' and created_at < now() - interval '3 days';
update notification set seen_by = array(
  select user_id from representation where representation.company_id = notification.holder_id)
where holder_type = 'company' and created_at < now() - interval '3 days';
