/** SQL of how a company's representatives act for it. */
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import type { Db, Trx } from "../../kernel/transaction.ts";
import type { StatedAuthority } from "./needed-signatures.ts";

/** Empty where no form says it. */
export async function findSigningAuthority(db: Db, companyId: number): Promise<StatedAuthority[]> {
  const row = await db.selectFrom("company").select("signing_authority").where("id", "=", companyId).executeTakeFirst();
  return (row?.signing_authority ?? []) as unknown as StatedAuthority[];
}

/** True if it was something else. */
export async function saveSigningAuthority(
  trx: Trx,
  companyId: number,
  authority: readonly StatedAuthority[],
): Promise<boolean> {
  const json = JSON.stringify(authority);
  const { numAffectedRows } = await sql`
    update company set signing_authority = ${json}::jsonb
    where id = ${companyId} and signing_authority is distinct from ${json}::jsonb`.execute(trx);
  return Number(numAffectedRows ?? 0) > 0;
}

/** Companies whose approved form was not read for it yet, with the number of the newest approved revision. */
export async function findCompaniesWithoutAuthority(
  db: Db,
  limit: number,
): Promise<{ holder_id: number; revision: number }[]> {
  const { rows } = await sql<{ holder_id: number; revision: number }>`
    select form.holder_id, max(form.revision) as revision
    from form_decision as decision
    join form_revision as form on form.id = decision.revision_id
    join company on company.id = form.holder_id
    where decision.decision = 'approved' and form.holder_type = 'company' and company.signing_authority is null
      and company.records_erased_at is null
    group by form.holder_id order by form.holder_id limit ${limit}`.execute(db);
  return rows;
}

/**
 * The people who are counted for the holder's signature: the person, or who acts for the company or is suspended; nobody
 * disabled.
 */
export async function listSigners(
  db: Db,
  { holderType, holderId }: Holder,
): Promise<{ id: number; name: string; suspended: boolean }[]> {
  const { rows } = await sql<{ id: number; name: string; suspended: boolean }>`
    select id, name, exists (
      select from standing_representation as standing
      where ${holderType} = 'company' and company_id = ${holderId} and standing.user_id = app_user.id and suspended
    ) as suspended
    from app_user where state <> 'disabled' and ${
      holderType === "user"
        ? sql`id = ${holderId}`
        : sql`id in (
            select user_id from standing_representation where company_id = ${holderId}
            union select creator_id from company where id = ${holderId} and reviewed_on is null
          )`
    } order by id`.execute(db);
  return rows;
}
