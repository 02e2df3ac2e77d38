-- Retention finds what belongs to one holder without reading everybody's.
create index notification_taken_off on notification (holder_type, holder_id) where deleted_at is not null;
create index proposal_holder on proposal (holder_type, holder_id);
create index staff_task_user on staff_task (user_id);
create index form_waiting_revision on form_waiting (revision_id);
