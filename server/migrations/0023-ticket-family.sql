-- Looks the merged tickets up one by one: a join would read the whole table where statistics are missing.
create or replace function ticket_family(bigint) returns bigint[] language sql stable parallel safe
return (
  with recursive family (id) as (
    select $1
    union
    select merged.id from family
    cross join lateral (select ticket.id from ticket where ticket.merged_into = family.id offset 0) merged
  )
  select array_agg(id) from family
);
