/** SQL of what staff claim, whatever its table. */
import type { Holder } from "@portico/api/shapes.ts";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Db, Trx } from "../../kernel/transaction.ts";
import { holderName } from "../holders/holders.ts";

export interface WorkTable {
  table: string;
  /** Whether `item`, a row of it, waits for the firm. */
  isOpen: RawBuilder<SqlBool>;
  /** The column of who asked for it, if that person may not work on it. */
  askedBy?: string;
  /** The row that is locked, if not that of the table; `id` is its column with the item's id. */
  locked?: { table: string; id: string };
}

export interface WorkRow {
  id: number;
  holder_type: Holder["holderType"];
  holder_id: number;
  name: string;
  is_open: boolean;
  people: number[];
}

export async function readWork(db: Db, work: WorkTable, ids: readonly number[]): Promise<WorkRow[]> {
  const { rows } = await sql<WorkRow>`
    select item.id, item.holder_type, item.holder_id, coalesce(${sql.raw(holderName("item.holder_type", "item.holder_id"))}, '') as name,
      ${work.isOpen} as is_open,
      case when item.holder_type = 'user' then array[item.holder_id]
        else array(select user_id from standing_representation where company_id = item.holder_id) end
        ${work.askedBy === undefined ? sql`` : sql`|| ${sql.ref(`item.${work.askedBy}`)}`} as people
    from unnest(${[...ids]}::bigint[]) with ordinality as wanted (id, place)
      join ${sql.table(work.table)} as item on item.id = wanted.id
    order by wanted.place`.execute(db);
  return rows;
}

export function lockWork(trx: Trx, { table, locked = { table, id: "id" } }: WorkTable, id: number): Promise<unknown> {
  return sql`select from ${sql.table(locked.table)} where ${sql.ref(locked.id)} = ${id} for update`.execute(trx);
}
