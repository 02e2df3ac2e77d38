-- A NAV of 0 is a NAV: a fund that was liquidated or whose assets were lost is worth nothing. Older builds write none.
do $$
declare
  named record;
begin
  for named in
    select conrelid::regclass as of_table, conname from pg_constraint
    where contype = 'c' and conrelid in ('fund_nav'::regclass, 'nav_upload_row'::regclass, 'nav_correction'::regclass)
      and pg_get_constraintdef(oid) ~ 'value > \(?0\)?'
  loop
    execute format('alter table %s drop constraint %I', named.of_table, named.conname);
  end loop;
end $$;
alter table fund_nav add constraint fund_nav_value check (value >= 0);
alter table nav_upload_row add constraint nav_upload_row_value check (value >= 0);
alter table nav_correction add constraint nav_correction_value check (value >= 0 and value <> before);
