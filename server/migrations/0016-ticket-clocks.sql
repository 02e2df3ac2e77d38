-- What the firm promised for a ticket, and when it is due: server/domains/tickets/tickets.clocks.ts calculates it.
alter table ticket
  -- When the firm's time began, stopped, began again, and so on: it runs while the client waits for the firm.
  add column turns timestamptz(3)[] not null default '{}',
  -- The first public answer of the firm; a ticket that was finished without one had it then.
  add column first_answered_at timestamptz(3),
  add column first_answered_by bigint references app_user,
  -- Resolved, or closed without that.
  add column finished_at timestamptz(3),
  add column first_answer_due_at timestamptz(3),
  -- Null while it is the client's turn and the time has not passed.
  add column resolution_due_at timestamptz(3),
  -- The earlier of those that are still to be met; null while it is the client's turn.
  add column next_due_at timestamptz(3),
  -- What the due times follow from.
  add column clocks jsonb not null default '[]',
  -- The rules by which they were calculated; null: never.
  add column clock_rules text;

-- What is known of the tickets so far: who wrote when.
with change as (
  select ticket.id, ticket.created_at as at, not ticket.by_staff as runs, 0::bigint as place from ticket
  union all
  select ticket_id, created_at, not by_staff, id from ticket_comment where not internal
  union all
  select id, state_changed_at, false, 9223372036854775807 from ticket where state in ('resolved', 'closed')
), turn as (
  select id, at, place, runs,
    coalesce(lag(runs) over (partition by id order by place), false) as ran
  from change
), turned as (
  select id, array_agg(at order by place) as turns from turn where runs <> ran group by id
)
update ticket set turns = turned.turns from turned where turned.id = ticket.id;

update ticket set finished_at = state_changed_at where state in ('resolved', 'closed');
update ticket set first_answered_at = answer.created_at, first_answered_by = answer.created_by
from (
  select distinct on (ticket_id) ticket_id, created_at, created_by from ticket_comment
  where by_staff and not internal order by ticket_id, id
) answer
where answer.ticket_id = ticket.id and not ticket.by_staff;
update ticket set first_answered_at = finished_at
where first_answered_at is null and finished_at is not null and not by_staff;

create index ticket_due on ticket (next_due_at, id) where next_due_at is not null;
create index ticket_unfinished on ticket (id) where state in ('open', 'assigned');
create index ticket_never_clocked on ticket (id) where clock_rules is null;
create index ticket_created on ticket (created_at, id);
create index ticket_first_answered_by on ticket (first_answered_by) where first_answered_by is not null;

-- The setting has hours and promises now.
update setting set data = data || jsonb_build_object(
  'topics', (select jsonb_agg(topic || '{"promises": null}') from jsonb_array_elements(data -> 'topics') topic),
  'hours', '{
    "country": "BG",
    "week": {
      "mon": [{"from": "09:00", "to": "18:00"}], "tue": [{"from": "09:00", "to": "18:00"}],
      "wed": [{"from": "09:00", "to": "18:00"}], "thu": [{"from": "09:00", "to": "18:00"}],
      "fri": [{"from": "09:00", "to": "18:00"}], "sat": [], "sun": []
    },
    "ownDays": []
  }'::jsonb,
  'promises', '{
    "low": {"firstAnswer": 1080, "resolution": 5400}, "normal": {"firstAnswer": 540, "resolution": 2700},
    "high": {"firstAnswer": 240, "resolution": 1080}, "urgent": {"firstAnswer": 60, "resolution": 540}
  }'::jsonb,
  'warnMinutes', 120
)
where name = 'ticketRules' and jsonb_typeof(data -> 'topics') = 'array' and not data ? 'hours';
