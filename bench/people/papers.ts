/** Documents and contracts: a document for each user, a contract for every second holder, and some holders with many. */
import { measuredCompany, measuredUser, type Size, type Statement, staffOf } from "./size.ts";

/** Rows of files whose contents are not there: lists and queues read no content. */
const files = (holders: string, count: number, name: string): string => `
  insert into stored_file (holder_type, holder_id, sha256, size, media_type, name, state, uploaded_by, by_admin, created_at,
    checked_at, kept_at)
  select holder_type, holder_id, sha256((holder_type || holder_id || ' ' || n || '${name}')::bytea), 150000,
    'application/pdf', '${name}', 'clean', 1, true, now() - interval '1 day' * ((holder_id + n) % 900), now(), now()
  from (${holders}) as holder, generate_series(1, ${count}) as n order by holder_type, holder_id, n`;

const documentsFrom = (name: string): string => `
  with made as (
    insert into document (holder_type, holder_id, type, title, created_by, by_admin, changed_at, unread)
    select holder_type, holder_id, (array['statement', 'costReport', 'taxReport', 'correspondence', 'other'])[1 + id % 5],
      (array['Извлечение', 'Yearly statement', 'Sprawozdanie roczne'])[1 + id % 3] || ' ' || id, 1, id % 4 > 0, created_at, id % 40 in (10, 30)
    from stored_file where name = '${name}' order by id
    returning id, holder_type, holder_id, by_admin, changed_at, substring(title from '\\d+$')::bigint as file_id
  ), versions as (
    insert into document_version (holder_type, holder_id, document_id, number, file_id, added_by, by_admin, created_at, opened_at)
    select holder_type, holder_id, id, 1, file_id, 1, by_admin, changed_at, case when file_id % 40 not in (10, 30) then changed_at + interval '1 day' end from made
  )
  insert into document_text (holder_type, holder_id, document_id, number, pages, words, read_at)
  select holder_type, holder_id, id, 1, 2, search_words_and_stems('statement of account securities cash dividends fees number') || to_tsvector('simple', id::text), now()
  from made`;

/** Most contracts were signed long ago; few await somebody. */
const contractsFrom = (name: string): string => `
  insert into contract (holder_type, holder_id, contract_type, template_version, contract_name, language, state,
    state_changed_at, by_admin, created_by, created_at, counter_sign, signers, day, expires_on, file_id, sha256, pages)
  select holder_type, holder_id, case when id % 40 = 0 then 'rare' else 'management' end, 1, 'Management agreement ' || id,
    'bg', case when id % 200 = 0 then 'awaitingClient' when id % 1000 = 1 then 'awaitingAdmin'
      when id % 50 = 2 then 'rejected' when id % 500 = 3 then 'rejectedByClient' else 'approved' end,
    created_at, true, 1, created_at, true, 'any', created_at::date, current_date + 30, id, sha256, 3
  from stored_file where name = '${name}' order by id`;

export function papersSql(size: Size): Statement[] {
  const template = JSON.stringify({ fields: [], name: { bg: "Договор", en: "Agreement", pl: "Umowa" } });
  const everyone = "select 'user' as holder_type, id as holder_id from app_user";
  const everySecond =
    "select 'user' as holder_type, id as holder_id from app_user where id % 5 < 2 union all select 'company', id from company where id % 2 = 0";
  const measured = `select 'user' as holder_type, ${measuredUser(size)}::bigint as holder_id
    union all select 'company', ${measuredCompany(size)}`;
  return [
    { text: files(everyone, 1, "statement.pdf") },
    { text: files(measured, 2000, "old-statement.pdf") },
    { text: documentsFrom("statement.pdf") },
    { text: documentsFrom("old-statement.pdf") },
    {
      text: `insert into contract_template (type, version, state, content, changed_by)
             select type, 1, 'inUse', $1::jsonb, 1 from unnest(array['management', 'rare']) as type`,
      values: [template],
    },
    { text: files(everySecond, 1, "contract.pdf") },
    { text: files(measured, 300, "old-contract.pdf") },
    { text: contractsFrom("contract.pdf") },
    { text: contractsFrom("old-contract.pdf") },
    {
      text: `update contract set sealed_file_id = file_id, sealed_at = state_changed_at where state = 'approved'`,
    },
    {
      text: `insert into contract_signature (contract_id, side, user_id, name, account_name, account_email, signed_at,
               address, user_agent, sha256, agreement_version, agreement, factor)
             select id, 'client', case holder_type when 'user' then holder_id else $1 end, 'Signer', 'Signer',
               'signer@bench.example', state_changed_at, '192.0.2.7', 'Firefox', sha256, 1, 'I agree', 'mail'
             from contract where state in ('approved', 'awaitingAdmin')`,
      values: [staffOf(size) + 1],
    },
  ];
}
