-- "quarterly letter" beside "Quarterly letter" is one name, written twice: of views, groups and data fields none differ by case alone.
-- Of those that are there the oldest keeps its name, the others get a number; what stands under a group or field goes with it.
create function pg_temp.free_name(wanted text, longest int, taken text) returns text language plpgsql as $$
declare
  number int := 1;
  name text;
  is_taken boolean;
begin
  loop
    number := number + 1;
    name := rtrim(left(wanted, longest - 5)) || ' (' || number || ')';
    execute taken into is_taken using name;
    if not is_taken then return name; end if;
  end loop;
end $$;

do $$
declare
  double record;
  free text;
begin
  for double in
    select * from (
      select *, row_number() over (partition by list, lower(name) order by id) as place from saved_view
    ) as named where place > 1
  loop
    free := pg_temp.free_name(double.name, 60,
      format('select exists (select from saved_view where list = %L and lower(name) = lower($1))', double.list));
    update saved_view set name = free where id = double.id;
  end loop;
  for double in
    select * from (
      select *, row_number() over (partition by lower(name) order by created_at, name) as place from distribution_group
    ) as named where place > 1
  loop
    free := pg_temp.free_name(double.name, 80, 'select exists (select from distribution_group where lower(name) = lower($1))');
    update distribution_group set name = free where name = double.name;
  end loop;
  for double in
    select * from (
      select *, row_number() over (partition by lower(label) order by id) as place from data_field
    ) as named where place > 1
  loop
    free := pg_temp.free_name(double.label, 80, 'select exists (select from data_field where lower(label) = lower($1))');
    update data_field set label = free where id = double.id;
    update app_user set client_data = (client_data - double.label) || jsonb_build_object(free, client_data -> double.label)
    where client_data ? double.label;
  end loop;
end $$;

alter table saved_view drop constraint saved_view_list_name_key;
create unique index saved_view_name on saved_view (list, lower(name));
create unique index distribution_group_name on distribution_group (lower(name));
alter table data_field drop constraint data_field_label_key;
create unique index data_field_label on data_field (lower(label));
