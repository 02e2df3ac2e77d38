/**
 * Form revisions with their decisions, the queue, and drafts. The content is one constant; measured ones are encrypted
 * later.
 */
import type { Statement } from "./size.ts";

const ofHolders = (holderType: "user" | "company", table: string, form: string, submitter: string): string => `
  select '${holderType}' as holder_type, id as holder_id, '${form}' as form_type, revision,
    created_at + (now() - created_at) * (revision::float / (revisions + 1)) as submitted_at, ${submitter} as submitted_by
  from (select *, 1 + id % 7 % 5 + (id % 4 > 0)::int as revisions from ${table} where state <> 'preKYC') as holder,
    generate_series(1, revisions) as revision`;

const newest = `not exists (select from form_revision as later where later.holder_type = r.holder_type
  and later.holder_id = r.holder_id and later.form_type = r.form_type and later.revision = r.revision + 1)`;

export const formsSql = (sealed: Buffer): Statement[] => [
  {
    text: `
      insert into form_revision (holder_type, holder_id, form_type, revision, answers, content_hash, expires_on,
        submitted_at, submitted_by)
      select holder_type, holder_id, form_type, revision, $1::bytea, sha256($1::bytea), (submitted_at + interval '6 years')::date,
        submitted_at, submitted_by
      from (${ofHolders("user", "app_user", "KYC", "id")}
        union all ${ofHolders("company", "company", "companyKYC", "creator_id")}) as made
      order by submitted_at`,
    values: [sealed],
  },
  { text: "analyze form_revision" },
  {
    text: `
      insert into form_waiting (holder_type, holder_id, form_type, revision_id, submitted_at)
      select r.holder_type, r.holder_id, r.form_type, r.id, r.submitted_at from form_revision as r
        left join app_user on r.holder_type = 'user' and app_user.id = r.holder_id
        left join company on r.holder_type = 'company' and company.id = r.holder_id
      where ${newest} and (coalesce(app_user.state, company.state) = 'pendingKYC'
        or coalesce(app_user.state, company.state) = 'pendingReKYC' and r.holder_id % 2 = 0)
      order by r.submitted_at`,
  },
  {
    text: `
      insert into form_decision (revision_id, decision, decided_by, decided_at)
      select r.id, case coalesce(app_user.state, company.state) when 'returnedKYC' then 'returned' when 'rejected' then 'rejected'
          else 'approved' end, 1 + r.id % 3, least(r.submitted_at + interval '2 days', now())
      from form_revision as r
        left join app_user on r.holder_type = 'user' and app_user.id = r.holder_id
        left join company on r.holder_type = 'company' and company.id = r.holder_id
      where not exists (select from form_waiting where revision_id = r.id)`,
  },
  {
    text: `
      insert into form_draft (holder_type, holder_id, form_type, version, answers, based_on, changed_by)
      select 'user', id, 'KYC', 3, $1::bytea, null::int, id from app_user where state = 'preKYC' and id % 3 > 0
      union all select 'company', id, 'companyKYC', 3, $1::bytea, null::int, creator_id from company where state = 'preKYC'`,
    values: [sealed],
  },
];
