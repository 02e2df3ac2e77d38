-- outside-transaction
-- older-builds-fill: by the trigger note_client_number
-- Which clients had a number before 0230. Older builds are serving: a few rows at a time, each time a transaction of its own. A run
-- that was interrupted is repeated.
do $$
declare
  step constant integer := 1000;
  at bigint := 0;
  last bigint;
begin
  select coalesce(max(holder_id), 0) into last from holder_account;
  while at < last loop
    update app_user set numbered = true from holder_account as account
    where account.holder_type = 'user' and account.holder_id > at and account.holder_id <= at + step
      and account.client_number is not null and app_user.id = account.holder_id and not app_user.numbered;
    update company set numbered = true from holder_account as account
    where account.holder_type = 'company' and account.holder_id > at and account.holder_id <= at + step
      and account.client_number is not null and company.id = account.holder_id and not company.numbered;
    commit;
    at := at + step;
  end loop;
end $$;
