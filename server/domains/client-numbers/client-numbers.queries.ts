/** SQL of client numbers: the account numbers of holders at the custodian. */
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import type { Db } from "../../kernel/transaction.ts";

/** Writes the number; whoever shared its previous one, but for the case of letters, then has that one alone. */
export async function upsertClientNumber(
  db: Db,
  { holderType, holderId }: Holder,
  clientNumber: string | null,
  baseCurrency: string,
): Promise<void> {
  await db
    .insertInto("holder_account")
    .values({ holder_type: holderType, holder_id: holderId, client_number: clientNumber, base_currency: baseCurrency })
    .onConflict((conflict) =>
      conflict.columns(["holder_type", "holder_id"]).doUpdateSet({ client_number: clientNumber, number_shared: false }),
    )
    .execute();
  await sql`
    update holder_account as account set number_shared = false where number_shared and not exists (
      select from holder_account as other
      where upper(other.client_number) = upper(account.client_number)
        and (other.holder_type, other.holder_id) <> (account.holder_type, account.holder_id)
    )`.execute(db);
}
