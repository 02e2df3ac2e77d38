/** SQL of the history of what the firm configures: entries of the audit log, by the index of subjects. */
import { sql } from "kysely";
import type { Db } from "../../kernel/transaction.ts";

export interface ChangeRow {
  id: number;
  at: Date;
  action: string;
  key: string;
  /** Name of the person; null for the portal itself. */
  by: string | null;
  before: unknown;
  after: unknown;
}

interface Which {
  kind: string;
  actions: readonly string[];
  /** One of the kind; all without it. */
  key: string | undefined;
}
interface Page {
  after: { value: string; id: number } | undefined;
  limit: number;
}

/** Unique over all chains of the log, of which there are 64; in a chain, later entries have higher ones. */
const entryId = sql<number>`position * 64 + chain`;

const columns = sql`${entryId} as id, at, action, subject_id as key, before, after,
  (select name from app_user where id = (actor ->> 'userId')::bigint) as by`;

/** Newest first. */
export async function listChanges(db: Db, { kind, actions, key }: Which, { after, limit }: Page): Promise<ChangeRow[]> {
  const { rows } = await sql<ChangeRow>`
    select ${columns} from audit_entry
    where subject_type = ${kind} and erased_at is null and action = any(${actions}::text[])
      ${key === undefined ? sql`` : sql`and subject_id = ${key}`}
      ${after ? sql`and (at, ${entryId}) < (${after.value}::timestamptz, ${after.id}::bigint)` : sql``}
    order by at desc, ${entryId} desc limit ${limit}`.execute(db);
  return rows;
}

/** One of the setting's own. */
export async function findChange(db: Db, name: string, id: number): Promise<ChangeRow | undefined> {
  const { rows } = await sql<ChangeRow>`
    select ${columns} from audit_entry
    where chain = ${id % 64} and position = ${Math.floor(id / 64)}
      and subject_type = 'setting' and subject_id = ${name} and action = 'setting.saved' and erased_at is null`.execute(
    db,
  );
  return rows[0];
}
