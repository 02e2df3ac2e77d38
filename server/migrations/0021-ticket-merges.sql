-- Tickets that were merged into another one of their holder.
alter table ticket
  add column merged_into bigint references ticket,
  add check (merged_into is null or (state = 'closed' and merged_into <> id));
create index ticket_merged on ticket (merged_into) where merged_into is not null;

-- A merge, with what its undoing restores. Texts and files stay where they were written.
create table ticket_merge (
  id bigint generated always as identity primary key,
  -- The one that was merged.
  ticket_id bigint not null references ticket,
  target_id bigint not null references ticket,
  merged_by bigint not null references app_user,
  merged_at timestamptz(3) not null default now(),
  undone_by bigint references app_user,
  undone_at timestamptz(3),
  -- The merged ticket before.
  state text not null check (state in ('open', 'assigned', 'resolved')),
  state_changed_at timestamptz(3) not null,
  changed_at timestamptz(3) not null,
  waiting_since timestamptz(3),
  -- Since when the client waited in the target, before and after.
  target_waited timestamptz(3),
  target_waits timestamptz(3),
  -- What the target did not have before.
  tags text[] not null,
  watchers bigint[] not null,
  check ((undone_by is null) = (undone_at is null))
);
create unique index ticket_merge_open on ticket_merge (ticket_id) where undone_at is null;
create index ticket_merge_of on ticket_merge (ticket_id);
create index ticket_merge_into on ticket_merge (target_id, id);
create index ticket_merge_by on ticket_merge (merged_by);
create index ticket_merge_undone_by on ticket_merge (undone_by) where undone_by is not null;
revoke delete on ticket_merge from portico_app;
grant delete on ticket_merge to portico_retention;

-- The ticket and all that were merged into it, also through others.
create function ticket_family(bigint) returns bigint[] language sql stable parallel safe
return (
  with recursive family (id) as (
    select $1
    union select ticket.id from ticket join family on ticket.merged_into = family.id
  )
  select array_agg(id) from family
);

-- The ticket in which a merged one continues.
create function ticket_root(bigint) returns bigint language sql stable parallel safe
return (
  with recursive line (id, merged_into) as (
    select id, merged_into from ticket where id = $1
    union select ticket.id, ticket.merged_into from ticket join line on ticket.id = line.merged_into
  )
  select id from line where merged_into is null
);
