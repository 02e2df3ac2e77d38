-- Representations and approvals are dated in the firm's time zone, not in that of the database's clock.

-- Today in the time zone of the setting portalRules. Every call reads it, so an unknown zone must not fail: the default
-- is used instead.
create function firm_today() returns date language plpgsql stable as $$
declare
  zone text := (select data->>'timeZone' from setting where name = 'portalRules');
begin
  return (now() at time zone coalesce(zone, 'Europe/Sofia'))::date;
exception when invalid_parameter_value then
  return (now() at time zone 'Europe/Sofia')::date;
end $$;

alter table representation alter column valid_from set default firm_today();

-- Who represents which company today.
create view current_representation with (security_invoker = true) as
  select user_id, company_id, capacity from representation
  -- As sub-selects, the function is called once a query and not once a row.
  where valid_from <= (select firm_today()) and (valid_to is null or valid_to >= (select firm_today()));
