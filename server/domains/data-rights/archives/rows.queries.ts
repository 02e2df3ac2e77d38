/** SQL that reads the rows of a person, some at a time. */
import { type RawBuilder, sql } from "kysely";
import type { Trx } from "../../../kernel/transaction.ts";
import type { TableName } from "../../retention/classes.ts";
import { ownedRows } from "../../retention/retention.ts";

/** Rows fetched at once. */
const pageSize = 500;

/** What of a table is not the person's: remarks, comments and files among colleagues, and others' reading. */
const withoutInternal = (userId: number): Partial<Record<TableName, RawBuilder<unknown>>> => ({
  form_remark: sql`audience = 'client'`,
  ticket_comment: sql`not internal`,
  ticket_file: sql`(comment_id is null or comment_id not in (select id from ticket_comment where internal))`,
  chat_reading: sql`user_id = ${userId}`,
  stored_file: sql`not (by_admin and withdrawn_at is not null)`,
});

/** The condition for a person's rows in a table. */
function rowsOf(table: TableName, userId: number): RawBuilder<unknown> {
  const holder = { holderType: "user", holderId: userId } as const;
  const owned = table === "app_user" ? sql`id = ${userId}` : (ownedRows(table, holder) ?? sql`user_id = ${userId}`);
  const rest = withoutInternal(userId)[table];
  return rest ? sql`${owned} and ${rest}` : owned;
}

/** The columns of a table, in their order. */
export async function listColumns(trx: Trx, table: TableName): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select attname::text as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped order by attnum`.execute(trx);
  return rows.map(({ name }) => name);
}

export interface ArchivedRow {
  /** The row as JSON text, with every number as it is stored. */
  json: string;
  /** The columns as text, in their order. */
  cells: (string | null)[];
  /** Of a table with encrypted content. */
  sealed: Buffer | null;
  form_type: string | null;
  revision: number | null;
  content_hash: Buffer | null;
}

const none = sql`null`;

/** The person's rows of a table, page by page, by a cursor of the transaction. */
export async function* readRows(
  trx: Trx,
  table: TableName,
  {
    userId,
    columns,
    sealed,
    as,
  }: { userId: number; columns: readonly string[]; sealed: string | undefined; as: "json" | "csv" },
): AsyncGenerator<ArchivedRow[]> {
  const isForm = sealed !== undefined && table.startsWith("form_");
  const cells = sql.join(columns.map((name) => sql`${sql.ref(name)}::text`));
  await sql`
    declare archived no scroll cursor for
    select ${as === "json" ? sql`(to_jsonb(archived_row) - ${omittedFrom(columns)})::text` : none} as json,
      ${as === "csv" ? sql`array[${cells}]` : none} as cells,
      ${sealed === undefined ? none : sql.ref(sealed)} as sealed,
      ${isForm ? sql`form_type` : none} as form_type,
      ${table === "form_revision" ? sql`revision` : none} as revision,
      ${table === "form_revision" ? sql`content_hash` : none} as content_hash
    from ${sql.table(table)} as archived_row where ${rowsOf(table, userId)}`.execute(trx);
  try {
    for (;;) {
      const { rows } = await sql<ArchivedRow>`fetch ${sql.raw(String(pageSize))} from archived`.execute(trx);
      if (rows.length > 0) yield rows;
      if (rows.length < pageSize) return;
    }
  } finally {
    await sql`close archived`.execute(trx);
  }
}

/** The names of a row's columns that are not among these. */
const omittedFrom = (columns: readonly string[]): RawBuilder<unknown> =>
  sql`array(select jsonb_object_keys(to_jsonb(archived_row)) except select unnest(${[...columns]}::text[]))`;

export interface LoggedAccess {
  at: string;
  action: string;
  by: "person" | "firm" | "portal";
  what: unknown;
}

/**
 * What the audit log has about the person: when, what, and whether they, the firm or the portal did it. Of who looked at what, also
 * the object. Proposals and holds are the firm's own work.
 */
export async function* readLog(trx: Trx, userId: number): AsyncGenerator<LoggedAccess[]> {
  await sql`
    declare logged no scroll cursor for
    select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, action,
      case when actor ->> 'userId' = ${String(userId)} then 'person' when actor ? 'userId' then 'firm' else 'portal' end as by,
      case when action in ('file.readByStaff', 'file.readByDelegate') then after end as what
    from audit_entry
    where subject_type = 'user' and subject_id = ${String(userId)} and erased_at is null
      and action not like 'proposal.%' and action not like 'hold.%'
    order by at, position`.execute(trx);
  try {
    for (;;) {
      const { rows } = await sql<LoggedAccess>`fetch ${sql.raw(String(pageSize))} from logged`.execute(trx);
      if (rows.length > 0) yield rows;
      if (rows.length < pageSize) return;
    }
  } finally {
    await sql`close logged`.execute(trx);
  }
}

export interface ArchivedFile {
  id: number;
  name: string;
  sha256: Buffer;
  size: number;
  created_at: Date;
}

/** The person's files that passed the check. */
export async function listFiles(trx: Trx, userId: number): Promise<ArchivedFile[]> {
  const { rows } = await sql<ArchivedFile>`
    select id, name, sha256, size, created_at from stored_file
    where ${rowsOf("stored_file", userId)} and state = 'clean' order by id`.execute(trx);
  return rows;
}
