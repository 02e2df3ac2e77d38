-- Tickets whose promise had passed before the client got the turn; docs/decisions/0383-by-colleague-and-reason.md.
create index ticket_overdue_of_client on ticket (resolution_due_at)
  where waiting_since is null and state in ('open', 'assigned');
