-- What staff's lists are read by at a million users: each filter that is offered with each order that is offered, so that no page
-- reads or sorts more than it shows. Figures: docs/performance.md.

create index app_user_by_state_name on app_user (state, name, id);
create index app_user_by_state_email on app_user (state, email, id);
-- Staff are few among many: found, and counted, without reading everybody.
create index app_user_staff on app_user (role, name, id) where role <> 'client';
-- A colleague's clients, also in one state; and those whom nobody has.
drop index app_user_assigned;
create index app_user_assigned on app_user (assigned_to, state, created_at, id);

create index company_by_state_name on company (state, name, id);
drop index company_assigned;
create index company_assigned on company (assigned_to, state, created_at, id);

-- Open tasks in the order in which they are listed.
drop index staff_task_open;
create index staff_task_open on staff_task (id) where done_at is null;

-- What happened to a holder, without the looks of staff: of those there are many more.
create index audit_entry_changes on audit_entry (subject_type, subject_id, at, position)
  where action <> 'holder.accessedByStaff';
