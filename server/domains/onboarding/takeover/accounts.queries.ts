/** SQL of the takeover of bank accounts from forms that were approved before the portal kept accounts. */
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import type { Db } from "../../../kernel/transaction.ts";

export interface ApprovedForm {
  holder_type: Holder["holderType"];
  holder_id: number;
  revision: number;
}

/** Holders whose newest approved form was not looked at yet. */
export async function findFormsWithoutAccount(db: Db, limit: number): Promise<ApprovedForm[]> {
  const { rows } = await sql<ApprovedForm>`
    select form.holder_type, form.holder_id, max(form.revision) as revision
    from form_decision as decision join form_revision as form on form.id = decision.revision_id
    where decision.decision = 'approved' and not exists (
      select from bank_account_list as list
      where list.holder_type = form.holder_type and list.holder_id = form.holder_id and list.form_revision_id is not null
    )
    group by form.holder_type, form.holder_id
    order by form.holder_type, form.holder_id limit ${limit}`.execute(db);
  return rows;
}
