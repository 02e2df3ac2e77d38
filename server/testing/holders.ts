/** Rows of different holders that refer to each other, over all foreign keys between tables that have the holder. */
import { type Kysely, sql } from "kysely";
import type { DB } from "../database/schema.generated.ts";

/** Names each foreign key with such rows, and how many they are; the holder of a batch's entry is chosen later. */
export async function listMixedHolders(db: Kysely<DB>): Promise<{ key: string; rows: number }[]> {
  const { rows: keys } = await sql<{ key: string; from: string; to: string; on: string }>`
    select conname::text as key, conrelid::regclass::text as from, confrelid::regclass::text as to, (
      select string_agg(format('child.%I = parent.%I', own.attname, other.attname), ' and ')
      from unnest(conkey, confkey) as pair (own, other)
        join pg_attribute own on own.attrelid = conrelid and own.attnum = pair.own
        join pg_attribute other on other.attrelid = confrelid and other.attnum = pair.other
    ) as on
    from pg_constraint
    where contype = 'f' and connamespace = 'public'::regnamespace and 2 = (
      select count(*) from pg_attribute where attrelid in (conrelid, confrelid) and attname = 'holder_id'
    ) order by 1`.execute(db);
  const mixed: { key: string; rows: number }[] = [];
  for (const { key, from, to, on } of keys) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from ${sql.table(from)} child join ${sql.table(to)} parent on ${sql.raw(on)}
      where (child.holder_type, child.holder_id) is distinct from (parent.holder_type, parent.holder_id)`.execute(db);
    if (rows[0]?.count) mixed.push({ key, rows: rows[0].count });
  }
  return mixed;
}
