-- What was written in a ticket and in those merged into it, kept for the lists: comments that the client sees, notes of
-- staff, and the firm's last public answer. Recounted by insertComment, a merge and its undoing.
alter table ticket
  add column comments integer not null default 0,
  add column notes integer not null default 0,
  add column last_answer bigint,
  add column last_answer_at timestamptz(3),
  add column last_answer_by bigint,
  add check ((last_answer is null) = (last_answer_at is null) and (last_answer is null) = (last_answer_by is null));

update ticket set comments = counts.comments, notes = counts.notes
from (
  select of.id, count(*) filter (where not comment.internal) as comments, count(*) filter (where comment.internal) as notes
  from ticket of join ticket_comment comment on comment.ticket_id = any(
    case when exists (select from ticket merged where merged.merged_into = of.id) then ticket_family(of.id) else array[of.id] end
  )
  group by of.id
) counts
where counts.id = ticket.id;

update ticket set last_answer = answer.id, last_answer_at = answer.created_at, last_answer_by = answer.created_by
from (
  select distinct on (of.id) of.id as ticket_id, comment.id, comment.created_at, comment.created_by
  from ticket of join ticket_comment comment on comment.ticket_id = any(
    case when exists (select from ticket merged where merged.merged_into = of.id) then ticket_family(of.id) else array[of.id] end
  )
  where comment.by_staff and not comment.internal
  order by of.id, comment.id desc
) answer
where answer.ticket_id = ticket.id;
