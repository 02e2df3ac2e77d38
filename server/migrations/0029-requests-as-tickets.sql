-- What clients sent by mail-admins and request-subscription becomes a ticket of theirs; the list of tasks goes away.

-- The requested service in each language, as the firm named it then: pages show it in place of title and text. The text has
-- all three names, so that search finds them without another column, for which all tickets would have to be written again.
alter table ticket add column service_name jsonb;

-- The two topics that the portal gives to such requests; settings that were never saved have them by default.
update setting set data = jsonb_set(data, '{topics}', (data -> 'topics') || (
  select coalesce(jsonb_agg(topic order by place), '[]') from jsonb_array_elements('[
    {"id": "clientMessage", "clientsChoose": false, "promises": null,
      "name": {"bg": "Съобщение до нас", "en": "Message to us", "pl": "Wiadomość do nas"}},
    {"id": "serviceRequest", "clientsChoose": false, "promises": null,
      "name": {"bg": "Заявка за услуга", "en": "Service request", "pl": "Zamówienie usługi"}}
  ]'::jsonb) with ordinality as own (topic, place)
  where not exists (
    select from jsonb_array_elements(data -> 'topics') known where known ->> 'id' = topic ->> 'id'
  )
))
where name = 'ticketRules' and jsonb_typeof(data -> 'topics') = 'array';

-- Numbers in the order in which the requests were made.
create temporary table moved on commit drop as
select task.id, nextval(pg_get_serial_sequence('ticket', 'id')) as ticket_id
from (select id from staff_task order by id) task;

-- The firm's time for open ones begins now: they were not promised by when they would be answered. They wait since they
-- were sent, so the queues have the oldest first. What was done had no due times and gets none, and the client may still
-- comment on it for as long as on any resolved ticket.
insert into ticket (id, holder_type, holder_id, title, content, service_name, topic, state, state_changed_at, assigned_to,
  created_by, by_staff, created_at, changed_at, waiting_since, turns, first_answered_at, first_answered_by, finished_at,
  clock_rules)
overriding system value
select moved.ticket_id, 'user', task.user_id, coalesce(nullif(task.title, ''), '#' || moved.ticket_id),
  coalesce(
    (task.service_name ->> 'bg') || ' / ' || (task.service_name ->> 'en') || ' / ' || (task.service_name ->> 'pl'),
    nullif(task.content, ''), task.title
  ),
  task.service_name, case task.kind when 'message' then 'clientMessage' else 'serviceRequest' end,
  case
    when task.done_at is null then 'open'
    when task.done_at > now() - make_interval(days => rules.close_after_days) then 'resolved'
    else 'closed'
  end,
  coalesce(task.done_at, task.created_at), case when task.done_at is not null then task.done_by end,
  task.user_id, false, task.created_at, coalesce(task.done_at, task.created_at),
  case when task.done_at is null then task.created_at end,
  case when task.done_at is null then array[now()::timestamptz(3)] else '{}' end,
  task.done_at, case when task.done_at is not null then task.done_by end, task.done_at,
  case when task.done_at is not null then 'task' end
from staff_task task
join moved on moved.id = task.id
cross join (
  select coalesce((
    select (data ->> 'closeAfterDays')::int from setting
    where name = 'ticketRules' and jsonb_typeof(data -> 'closeAfterDays') = 'number'
  ), 7) as close_after_days
) rules;

-- What staff were told of a request leads to its ticket. Both were written in one transaction, so their times agree.
update notification set type = 'client_ticket', params =
  jsonb_build_object('name', notification.params -> 'name', 'ticket', moved.ticket_id::text, 'profile', 'user',
    'title', task.title, 'what', 'opened')
  || coalesce((
    select jsonb_object_agg('name_' || language, name) from jsonb_each(task.service_name) service (language, name)
  ), '{}')
from staff_task task join moved on moved.id = task.id
where notification.type = 'client_wrote' and notification.created_by = task.user_id
  and notification.created_at = task.created_at and notification.params ->> 'kind' = task.kind;
-- Its request was deleted with the records of its client.
delete from notification where type = 'client_wrote';

drop table staff_task;
