/** SQL of those whom a holder's records name. */
import type { SubjectRole } from "@portico/api/rules/screening.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import { ofHolder } from "../../../kernel/holder-sql.ts";
import type { Db } from "../../../kernel/transaction.ts";

export interface NamedPerson {
  name: string;
  role: SubjectRole;
}

/** Who represents the company or has a share of it, by their accounts. */
export async function listNamed(db: Db, { holderType, holderId }: Holder): Promise<NamedPerson[]> {
  if (holderType === "user") return [];
  const { rows } = await sql<NamedPerson>`
    select distinct app_user.name, named.role from (
      select user_id, 'representative' as role from standing_representation where company_id = ${holderId}
      union all
      select user_id, 'owner' from ownership_share
      where company_id = ${holderId} and not removed and (valid_until is null or valid_until >= (select firm_today()))
        and not exists (select from ownership_share as later where later.corrects = ownership_share.id)
    ) as named join app_user on app_user.id = named.user_id
    where app_user.erased_at is null order by app_user.name, named.role`.execute(db);
  return rows;
}

/** The owners of the holder's bank accounts, as written there. */
export async function listPayees(db: Db, holder: Holder): Promise<string[]> {
  const { rows } = await sql<{ owner: string }>`
    select distinct owner from bank_account where ${ofHolder(holder)} and removed_at is null and owner <> ''
    order by owner`.execute(db);
  return rows.map(({ owner }) => owner);
}
