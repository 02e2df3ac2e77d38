/** SQL of what was shipped when the firm last decided about a text. */
import { sql } from "kysely";
import type { Db, Trx } from "../../kernel/transaction.ts";

/** `id`: kind and subject, such as `page/terms`. */
export const noteShipped = (trx: Trx, id: string, shipped: unknown): Promise<unknown> =>
  sql`
    insert into shipped_text (id, shipped) values (${id}, ${JSON.stringify(shipped)})
    on conflict (id) do update set shipped = excluded.shipped, noted_at = now()`.execute(trx);

/** What was noted, by id. */
export async function findShipped(db: Db): Promise<Map<string, unknown>> {
  const { rows } = await sql<{ id: string; shipped: unknown }>`select id, shipped from shipped_text`.execute(db);
  return new Map(rows.map(({ id, shipped }) => [id, shipped]));
}
