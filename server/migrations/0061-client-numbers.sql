-- A client number is one whatever the case of its letters: `p100099` is `P100099`. Numbers keep the spelling that they
-- have, because shared folders and custodians know them by it; new ones are stored in capitals. Where two clients differ
-- by case alone, both keep theirs until an admin gives one of them another: the admins find a notification about each
-- such pair.
alter table holder_account add column number_shared boolean not null default false;
update holder_account set number_shared = true where upper(client_number) in (
  select upper(client_number) from holder_account
  where client_number is not null group by upper(client_number) having count(*) > 1
);
create unique index holder_account_number_once on holder_account (upper(client_number)) where not number_shared;
create index holder_account_number_any_case on holder_account (upper(client_number));
create index holder_account_number_pairs on holder_account (holder_type, holder_id) where number_shared;
insert into notification (holder_type, holder_id, type, text)
select 'user', admin.id, 'generic',
  format(
    case admin.preferences ->> 'language'
      when 'bg' then 'Клиентски номера, които се различават само по главни и малки букви: %s. Моля, дайте друг номер на всички без един.'
      when 'pl' then 'Numery klientów, które różnią się tylko wielkością liter: %s. Prosimy nadać inny numer wszystkim oprócz jednego.'
      else 'Client numbers that differ only in capitals and small letters: %s. Please give all but one of them another number.'
    end, pair.named)
from app_user as admin cross join (
  select string_agg(
    format('%s (%s)', account.client_number,
      coalesce(person.name, nullif(company.name, ''), company.draft_name, account.holder_id::text)),
    ', ' order by account.client_number) as named
  from holder_account as account
    left join app_user as person on account.holder_type = 'user' and person.id = account.holder_id
    left join company on account.holder_type = 'company' and company.id = account.holder_id
  where account.number_shared group by upper(account.client_number)
) as pair
where admin.role = 'admin' and admin.state <> 'disabled';
