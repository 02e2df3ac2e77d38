-- What clients write in their payments is made of the holder's id from now on: made of the client number, P/001 and P001
-- had one reference. References that were given out before stay known, those of former client numbers too. Where two
-- holders have the same one, the admins find a notification about them, and no payment is matched by it without staff.
-- docs/decisions/0222-deposit-references.md
create table former_deposit_reference (
  holder_type text not null check (holder_type in ('user', 'company')),
  holder_id bigint not null,
  reference text not null,
  primary key (holder_type, holder_id, reference)
);
create index former_deposit_reference_holders on former_deposit_reference (reference);
grant delete on former_deposit_reference to portico_retention;

with number_of as (
  select holder_type, holder_id, client_number from holder_account
  union
  select subject_type, subject_id::bigint, number
  from audit_entry cross join unnest(array[before ->> 'clientNumber', after ->> 'clientNumber']) as number
  where action = 'holder.clientNumberSet' and subject_type in ('user', 'company') and subject_id ~ '^\d{1,18}$'
), own as (
  select distinct holder_type, holder_id, upper(regexp_replace(client_number, '[^A-Za-z0-9]', '', 'g')) as text
  from number_of where client_number ~ '^[A-Za-z0-9._/-]+$'
)
insert into former_deposit_reference (holder_type, holder_id, reference)
select holder_type, holder_id, 'RF' || lpad((98 - (digits || '271500')::numeric % 97)::text, 2, '0') || text
from own cross join lateral (
  -- ISO 11649: letters count as 10 to 35; 271500 is "RF00".
  select string_agg(case when letter ~ '\d' then letter else (ascii(letter) - 55)::text end, '' order by place) as digits
  from regexp_split_to_table(text, '') with ordinality as letters (letter, place)
) as converted
where length(text) between 1 and 21;

insert into notification (holder_type, holder_id, type, text)
select 'user', admin.id, 'generic',
  format(
    case admin.preferences ->> 'language'
      when 'bg' then 'Една и съща референция (%s) е дадена на няколко клиенти: %s. Моля, при плащания с нея проверявайте от кого са.'
      when 'pl' then 'Ten sam numer referencyjny (%s) otrzymało kilku klientów: %s. Prosimy sprawdzać, od kogo pochodzą wpłaty z tym numerem.'
      else 'One payment reference (%s) was given to several clients: %s. Please check from whom payments with it are.'
    end, pair.reference, pair.named)
from app_user as admin cross join (
  select reference,
    string_agg(
      format('%s (%s)', coalesce(person.name, nullif(company.name, ''), company.draft_name, former.holder_id::text),
        coalesce(account.client_number, '–')),
      ', ' order by former.holder_type, former.holder_id) as named
  from former_deposit_reference as former
    left join holder_account as account using (holder_type, holder_id)
    left join app_user as person on former.holder_type = 'user' and person.id = former.holder_id
    left join company on former.holder_type = 'company' and company.id = former.holder_id
  group by reference having count(*) > 1
) as pair
where admin.role = 'admin' and admin.state <> 'disabled';
