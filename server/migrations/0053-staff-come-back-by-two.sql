-- Whoever has or ever had a role of the staff is brought back, and loses their second factor, by two people whatever the settings.
alter table app_user add column ever_staff boolean not null default false;
update app_user set ever_staff = true
where role <> 'client' or exists (
  select from audit_entry
  where subject_type = 'user' and subject_id = app_user.id::text and action = 'user.roleSet' and before ->> 'role' <> 'client'
);
-- Kept by the database, so that no way to a role goes past it.
create function remember_staff() returns trigger language plpgsql as $$
begin
  new.ever_staff := new.ever_staff or new.role <> 'client';
  return new;
end $$;
create trigger remember_staff before insert or update of role on app_user for each row execute function remember_staff();

alter table proposal drop constraint proposal_action_check;
alter table proposal add constraint proposal_action_check
  check (action in ('setRole', 'setClientNumber', 'disable', 'enable', 'resetFactors', 'fourEyesOff'));
