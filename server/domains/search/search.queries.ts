/** SQL of the search over all records: what is shown of those that were found. */
import type { RecordKind } from "@portico/api/search.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import type { Db } from "../../kernel/transaction.ts";
import type { Kind } from "./kinds.ts";

export interface FoundRow {
  kind: RecordKind;
  id: number;
  title: string;
  details: (string | null)[];
  names: string[];
  at: Date;
  holder_type: Holder["holderType"] | null;
  holder_id: number | null;
}

/** Those of the kind with one of the ids. */
export async function listFound(
  db: Db,
  { table, isFound, columns, joins }: Kind,
  ids: readonly number[],
): Promise<FoundRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<FoundRow>`
    select ${sql.ref(`${table}.id`)}, ${columns} from ${sql.table(table)} ${joins}
    where ${isFound} and ${sql.ref(`${table}.id`)} = any(${[...ids]}::bigint[])`.execute(db);
  return rows;
}
