-- Who of the staff looked at a holder, newest first: with the position, by which entries of one moment are told apart, so that a page
-- is read and nothing is sorted.
drop index audit_entry_looks;
create index audit_entry_looks on audit_entry (subject_type, subject_id, at, position)
  where action in ('holder.accessedByStaff', 'holder.viewedAs');
