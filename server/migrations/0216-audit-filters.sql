-- Staff look through the audit log by person, action and object; docs/decisions/0373-audit-viewer.md. Writers wait while an
-- index is made: about ten seconds for each index at ten million entries.

-- Of an object, as before; person and action are compared in the index, so that only matching entries are read.
create index audit_entry_of_subject on audit_entry
  (subject_type, subject_id, at, ((actor ->> 'userId')::bigint), action);
drop index audit_entry_subject;
create index audit_entry_of_action on audit_entry (action, at);
-- Without the entries of jobs, which name no person.
create index audit_entry_of_person on audit_entry (((actor ->> 'userId')::bigint), action, at)
  where (actor ->> 'userId')::bigint is not null;
