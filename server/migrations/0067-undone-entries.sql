-- Entries that do not count, each with the reversal that undoes it. Written by the writer with the entries: a reversal that
-- is itself reversed undoes nothing, so the entry counts again and may be reversed anew.
create table ledger_undone (
  holder_type text not null check (holder_type in ('user', 'company')),
  holder_id bigint not null,
  entry_id bigint not null,
  reversal_id bigint not null,
  primary key (holder_type, holder_id, entry_id)
);
insert into ledger_undone
select holder_type, holder_id, reverses, id from ledger_entry where reverses is not null;

grant delete on ledger_undone to portico_retention;

drop index ledger_entry_reverses;
create index ledger_entry_reverses on ledger_entry (holder_type, holder_id, reverses) include (id)
  where reverses is not null;
