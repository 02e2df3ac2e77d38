/** SQL of client numbers: the account numbers of holders at the custodian. */
import type { Holder } from "@portico/api/shapes.ts";
import type { Db } from "../../kernel/transaction.ts";

export const upsertClientNumber = (
  db: Db,
  { holderType, holderId }: Holder,
  clientNumber: string | null,
  baseCurrency: string,
) =>
  db
    .insertInto("holder_account")
    .values({ holder_type: holderType, holder_id: holderId, client_number: clientNumber, base_currency: baseCurrency })
    .onConflict((conflict) =>
      conflict.columns(["holder_type", "holder_id"]).doUpdateSet({ client_number: clientNumber }),
    )
    .execute();
