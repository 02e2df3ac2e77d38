-- What waits about a holder who is erased, or a company that is discarded, waits no more. docs/decisions/0410-screening-meanwhile.md

create function screening_holder_gone() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  with ended as (
    update screening_candidate set state = 'over', proposed_by = null, changed_at = now()
    where holder_type = tg_argv[0] and holder_id = old.id and state in ('open', 'info', 'proposed')
    returning id
  )
  insert into screening_decision (holder_type, holder_id, candidate_id, action)
  select tg_argv[0], old.id, id, 'over' from ended;
  update screening_subject set ended_at = now()
  where holder_type = tg_argv[0] and holder_id = old.id and ended_at is null;
  update screening_holder set due_since = null, due_for = null, urgent = false
  where holder_type = tg_argv[0] and holder_id = old.id;
  -- The companies that name an erased person name them no longer.
  if tg_argv[0] = 'user' then
    perform screening_due('company', company_id, 'name', false)
    from (
      select company_id from representation where user_id = old.id
      union select company_id from ownership_share where user_id = old.id order by company_id
    ) as companies;
  end if;
  return null;
end $$;
revoke all on function screening_holder_gone() from public;

create trigger screening_gone after update of erased_at on app_user for each row
  when (old.erased_at is null and new.erased_at is not null) execute function screening_holder_gone('user');
create trigger screening_gone after update of erased_at on company for each row
  when (old.erased_at is null and new.erased_at is not null) execute function screening_holder_gone('company');
create trigger screening_gone_deleted after delete on company for each row execute function screening_holder_gone('company');
