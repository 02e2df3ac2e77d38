/** SQL of which colleague looks after which clients, for changes of many at once. */
import { sql } from "kysely";
import type { Db, Trx } from "../../kernel/transaction.ts";

type Clients = "app_user" | "company";

export interface AssignedRow {
  id: number;
  name: string;
  assigned_to: number | null;
  assigned_name: string | null;
}

export async function listAssigned(db: Db, clients: Clients, ids: readonly number[]): Promise<AssignedRow[]> {
  const name =
    clients === "app_user" ? sql`client.name` : sql`coalesce(nullif(client.name, ''), client.draft_name, '')`;
  const { rows } = await sql<AssignedRow>`
    select client.id, ${name} as name, client.assigned_to, colleague.name as assigned_name
    from unnest(${[...ids]}::bigint[]) with ordinality as wanted (id, place)
      join ${sql.table(clients)} as client on client.id = wanted.id
      left join app_user as colleague on colleague.id = client.assigned_to
    order by wanted.place`.execute(db);
  return rows;
}

export const lockAssigned = (trx: Trx, clients: Clients, id: number): Promise<unknown> =>
  sql`select from ${sql.table(clients)} where id = ${id} for update`.execute(trx);

/** False if somebody else has the client than `from`. */
export async function putBackAssigned(
  trx: Trx,
  clients: Clients,
  { id, from, to }: { id: number; from: number | null; to: number | null },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update ${sql.table(clients)} set assigned_to = ${to}
    where id = ${id} and assigned_to is not distinct from ${from}`.execute(trx);
  return numAffectedRows === 1n;
}
