/** Staff work and history: notifications, proposals, sessions, the audit log. */
import { measuredUser, type Size, type Statement, staffOf } from "./size.ts";

/** Entries have the log's shape but no valid hashes: these chains are read, never verified. */
const entries = (rows: string): string => `
  insert into audit_entry (chain, position, at, actor, action, subject_type, subject_id, before, after, salt, content_hash, hash)
  select chain, (select position from audit_head where audit_head.chain = made.chain) + row_number() over (
      partition by chain order by at), at, actor, action, subject_type, subject_id, null,
    jsonb_build_object('call', 'users.get'), '\\x00', '\\x00', '\\x00'
  from (${rows}) as made`;
const heads = `update audit_head set position = greatest(position,
  coalesce((select max(position) from audit_entry where audit_entry.chain = audit_head.chain), 0))`;

export const staffWorkSql = (size: Size): Statement[] => [
  {
    text: `insert into notification (holder_type, holder_id, type, text, created_at)
           select 'user', id, 'generic', 'Your statement is ready', created_at from app_user
           union all select 'company', id, 'generic', 'The statement is ready', created_at from company`,
  },
  {
    text: `
      insert into proposal (action, holder_type, holder_id, before, after, state, proposed_by, proposed_at, decided_by, decided_at)
      select 'setClientNumber', 'user', id, '{"clientNumber": null}', jsonb_build_object('clientNumber', 'N' || id),
        case when id % 5000 = 1 then 'open' else 'confirmed' end, 1, created_at,
        case when id % 5000 <> 1 then 2 end, case when id % 5000 <> 1 then created_at end
      from app_user where id % 20 = 1`,
  },
  {
    text: `
      insert into session (user_id, token_hash, created_at, last_seen_at, expires_at, ended_at)
      select id, sha256(('s' || id)::bytea), now() - interval '20 days', now() - interval '20 days',
        now() - interval '19 days', case when id % 50 > 0 then now() - interval '20 days' end from app_user`,
  },
  {
    text: `
      insert into sign_in (user_id, session_id, ip, country, country_code, city, os, browser_name, created_at)
      select user_id, id, '192.0.2.7', 'Bulgaria', 'BG', 'Sofia', 'Windows', 'firefox', created_at from session`,
  },
  {
    text: entries(`
      select 1 + id % 63 as chain, created_at + interval '1 day' * turn as at, jsonb_build_object('userId', 1) as actor,
        case turn when 0 then 'user.groupsSet' else 'holder.accessedByStaff' end as action, 'user' as subject_type,
        id::text as subject_id
      from app_user, generate_series(0, 1) as turn`),
  },
  { text: heads },
  {
    // One frequently read client: 400 changes among 5,000 accesses.
    text: entries(`
      select 5 as chain, now() - interval '2 hours' * n as at, jsonb_build_object('userId', 1) as actor,
        case when n % 13 = 0 then 'user.nameChanged' else 'holder.accessedByStaff' end as action, 'user' as subject_type,
        '${measuredUser(size)}' as subject_id
      from generate_series(1, 5400) as n`),
  },
  { text: heads },
  {
    text: `insert into notification (holder_type, holder_id, type, text)
           select 'user', $1, 'generic', 'Notice ' || n from generate_series(1, 300) as n`,
    values: [measuredUser(size)],
  },
  {
    text: `insert into saved_view (list, name, query, created_by)
           select 'users', 'View ' || n, '{"state": "postKYC"}', 1 from generate_series(1, least(20, $1::int)) as n`,
    values: [staffOf(size)],
  },
];
