-- A page of the waiting tickets of one priority: without it all that wait are compared, or all of the priority.
create index ticket_waiting_priority on ticket (priority, queue_at, id) where waiting_since is not null;
