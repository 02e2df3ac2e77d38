-- What makes a holder due for screening, whoever writes it and in whichever build. docs/decisions/0399-when-people-are-screened.md

create function screening_due(of_type text, of_id bigint, why text, is_urgent boolean) returns void
language sql security definer set search_path = pg_catalog, public as $$
  insert into screening_holder (holder_type, holder_id, due_since, due_for, urgent)
  values (of_type, of_id, clock_timestamp(), why, is_urgent)
  on conflict (holder_type, holder_id) do update
    set due_since = clock_timestamp(), due_for = excluded.due_for, urgent = screening_holder.urgent or excluded.urgent
$$;
revoke all on function screening_due(text, bigint, text, boolean) from public;

-- A row that names its holder.
create function screening_row_due() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  perform screening_due(new.holder_type, new.holder_id, tg_argv[0], tg_argv[1]::boolean);
  return null;
end $$;
revoke all on function screening_row_due() from public;

-- A person or company by its own row; of a person also the companies that name them.
create function screening_name_due() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  perform screening_due(tg_argv[0], new.id, 'name', false);
  if tg_argv[0] = 'user' then
    perform screening_due('company', company_id, 'name', false)
    from (select company_id from representation where user_id = new.id order by company_id) as companies;
  end if;
  return null;
end $$;
revoke all on function screening_name_due() from public;

create function screening_company_due() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  perform screening_due('company', new.company_id, tg_argv[0], false);
  return null;
end $$;
revoke all on function screening_company_due() from public;

create trigger screening_due after insert on form_waiting for each row execute function screening_row_due('form', 'true');
create trigger screening_due after insert on bank_account for each row execute function screening_row_due('payee', 'false');
create trigger screening_due_changed after update on bank_account for each row
  when (new.owner <> old.owner or (new.removed_at is null) <> (old.removed_at is null))
  execute function screening_row_due('payee', 'false');
create trigger screening_due after update of name on app_user for each row
  when (new.name <> old.name and new.erased_at is null) execute function screening_name_due('user');
create trigger screening_due after update of name on company for each row
  when (new.name <> old.name and new.erased_at is null) execute function screening_name_due('company');
create trigger screening_due after insert or update on representation for each row
  execute function screening_company_due('representative');
create trigger screening_due after insert on ownership_share for each row execute function screening_company_due('owner');
