-- A firm that has clients has been taking registrations: it goes on.
insert into setting (name, data)
select 'registration', '{"open": true}' where exists (select from app_user where role = 'client')
on conflict (name) do nothing;
