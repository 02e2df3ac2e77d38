/** Users, companies, representatives, client numbers, groups, data fields. */
import { companyForms, companyKinds, companyNameParts } from "./names.ts";
import { measuredCompany, measuredUser, type Size, type Statement, staffOf } from "./size.ts";

/** Distribution of states in an established firm, by a random number between 0 and 1. */
const stateOf = (draw: string): string => `case
  when ${draw} < 0.72 then 'postKYC' when ${draw} < 0.87 then 'preKYC' when ${draw} < 0.88 then 'pendingKYC'
  when ${draw} < 0.90 then 'pendingReKYC' when ${draw} < 0.91 then 'returnedKYC' when ${draw} < 0.94 then 'rejected'
  else 'disabled' end`;

const array = (words: readonly string[]): string =>
  `(array[${words.map((word) => `'${word}'`).join(", ")}])[1 + floor(random() * ${words.length})::int]`;

export function holdersSql(size: Size): Statement[] {
  const staff = staffOf(size);
  const groups = Math.max(2, Math.round(size.users / 5000));
  return [
    {
      text: `
        with counts as (select (select count(*) from bench.word where kind = 'given') as given,
          (select count(*) from bench.word where kind = 'surname') as surnames),
        drawn as materialized (
          select n, random() as state_draw, random() as assigned_draw, random() as age,
            floor(power(random(), 2) * counts.given)::int as given, floor(power(random(), 2) * counts.surnames)::int as surname,
            floor(power(random(), 2) * 9)::int as domain
          from generate_series(1, $1::int) as n, counts
        )
        insert into app_user (id, email, name, phone, password_hash, role, state, state_before_disabled, client_data,
          preferences, email_confirmed_at, created_at, assigned_to, reviewed_on, ended_at)
        overriding system value
        select n, lower(given.word || '.' || surname.word) || n || '@' || domain.word, given.word || ' ' || surname.word,
          '+35988' || lpad(n::text, 7, '0'), 'none',
          case when n > $2 then 'client' when n % 10 = 1 then 'admin' when n % 3 = 0 then 'office' else 'internal' end,
          case when n <= $2 then 'postKYC' else state end, case when n > $2 and state = 'disabled' then 'postKYC' end,
          case when n % 3 = 0 then jsonb_build_object('Segment', 'Private', 'Since', 2000 + n % 26) else '{}' end,
          '{"language": "bg", "theme": "auto"}', created, created,
          case when n > $2 and assigned_draw < 0.3 then 1 + (n % $2) end,
          case when state in ('postKYC', 'pendingReKYC', 'disabled') then current_date - (n % 360) end,
          case when n > $2 and state in ('rejected', 'disabled') then now() - interval '30 days' end
        from (select drawn.*, ${stateOf("state_draw")} as state,
            now() - interval '8 years' * ((1 - n::float / $1) * 0.98 + age * 0.02) as created from drawn) as drawn
          join bench.word as given on given.kind = 'given' and given.number = drawn.given
          join bench.word as surname on surname.kind = 'surname' and surname.number = drawn.surname
          join bench.word as domain on domain.kind = 'domain' and domain.number = drawn.domain
        order by n`,
      values: [size.users, staff],
    },
    {
      text: `
        insert into company (id, name, state, state_before_disabled, creator_id, assigned_to, reviewed_on, created_at)
        overriding system value
        select n, case when state = 'preKYC' then '' else word || ' ' || kind || ' ' || n || ' ' || form end, state,
          case when state = 'disabled' then 'postKYC' end, $2 + n * 4, case when assigned_draw < 0.3 then 1 + (n % $2) end,
          case when state in ('postKYC', 'pendingReKYC', 'disabled') then current_date - (n % 360) end,
          now() - interval '7 years' * (1 - n::float / ($1 + 1))
        from (select n, ${array(companyNameParts)} as word, ${array(companyKinds)} as kind, ${array(companyForms)} as form,
            random() as assigned_draw, random() as state_draw from generate_series(1, $1::int) as n) as drawn,
          lateral (select ${stateOf("state_draw")} as state) as stated
        order by n`,
      values: [size.companies, staff],
    },
    {
      text: `update app_user set state = 'postKYC', state_before_disabled = null, ended_at = null, reviewed_on = current_date
             where id = $1`,
      values: [measuredUser(size)],
    },
    {
      text: `update company set state = 'postKYC', state_before_disabled = null, reviewed_on = current_date,
               name = case name when '' then 'Measured Holding AD' else name end where id = $1`,
      values: [measuredCompany(size)],
    },
    { text: "select setval(pg_get_serial_sequence('app_user', 'id'), (select max(id) from app_user))" },
    { text: "select setval(pg_get_serial_sequence('company', 'id'), (select max(id) from company))" },
    {
      text: `
        insert into representation (user_id, company_id, capacity, valid_from)
        select company.creator_id + turn, company.id, case turn when 0 then 'statutory' else 'proxy' end,
          company.created_at::date
        from company, generate_series(0, 2) as turn
        where reviewed_on is not null and (turn = 0 or (company.id + turn) % 3 = 0)`,
    },
    {
      text: `update app_user set last_company = (select min(company_id) from representation where user_id = app_user.id)
             where id % 2 = 0 and id in (select user_id from representation)`,
    },
    {
      text: `
        insert into holder_account (holder_type, holder_id, client_number)
        select 'user', id, '1' || lpad(id::text, 7, '0') from app_user where reviewed_on is not null and role = 'client'
        union all select 'company', id, 'C' || lpad(id::text, 6, '0') from company where reviewed_on is not null`,
    },
    {
      text: `insert into distribution_group (name)
             select 'Group ' || n from generate_series(1, $1::int) as n union all select 'Newsletter'`,
      values: [groups],
    },
    {
      text: `
        insert into distribution_group_member (group_name, user_id)
        select 'Group ' || (1 + id / 10 % $1), id from app_user where id % 10 = 3 and role = 'client'
        union all select 'Newsletter', id from app_user where id % 20 = 7 and role = 'client'`,
      values: [groups],
    },
    { text: "insert into data_field (label) values ('Segment'), ('Since'), ('Introduced by'), ('Fee model')" },
  ];
}
