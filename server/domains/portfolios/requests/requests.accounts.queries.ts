/** SQL of the accounts that open requests name. */
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import type { Db } from "../../../kernel/transaction.ts";

export async function findAccountsOfOpenRequests(db: Db, { holderType, holderId }: Holder): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct (transaction_info ->> 'accountId')::bigint as id from transaction_request
    where holder_type = ${holderType} and holder_id = ${holderId} and state = 'open'
      and transaction_info ? 'accountId'`.execute(db);
  return rows.map(({ id }) => id);
}
