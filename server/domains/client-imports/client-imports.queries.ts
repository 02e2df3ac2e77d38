/** SQL of files of clients, and of their lines. */
import type { ClientColumn, ClientLineData } from "@portico/api/client-imports.ts";
import {
  type ClientFileRefusal,
  type ClientImportAction,
  type ClientImportState,
  type ClientLineState,
  clientImportMoves,
} from "@portico/api/rules/client-imports.ts";
import { sql } from "kysely";
import type { Db, Trx } from "../../kernel/transaction.ts";
import { holderName } from "../holders/holders.ts";
import type { ComparedLine } from "./reading/compare.ts";
import type { Fault, Note } from "./reading/line.ts";
import type { Written } from "./reading/table.ts";

export interface ImportRow {
  id: number;
  fileName: string;
  encoding: string;
  columns: ClientColumn[];
  refusal: ClientFileRefusal | null;
  refusalDetail: string | null;
  state: ClientImportState;
  reason: string | null;
  kept: number;
  uploadedBy: number;
  uploadedByName: string;
  uploadedAt: Date;
  bookedBy: number | null;
  bookedByName: string | null;
  bookedAt: Date | null;
  endedAt: Date | null;
  people: number;
  companies: number;
  identified: number;
}

const columns = sql`
  one.id, one.file_name as "fileName", one.encoding, one.columns, one.refusal, one.refusal_detail as "refusalDetail",
  one.state, one.reason, one.kept, one.uploaded_by as "uploadedBy", uploader.name as "uploadedByName",
  one.uploaded_at as "uploadedAt", one.booked_by as "bookedBy", booker.name as "bookedByName",
  one.booked_at as "bookedAt", one.ended_at as "endedAt", one.people, one.companies, one.identified`;
const tables = sql`client_import one join app_user uploader on uploader.id = one.uploaded_by
  left join app_user booker on booker.id = one.booked_by`;

export async function findImport(db: Db, id: number): Promise<ImportRow | undefined> {
  const { rows } = await sql<ImportRow>`select ${columns} from ${tables} where one.id = ${id}`.execute(db);
  return rows[0];
}

/** The newest first. */
export async function listImportRows(
  db: Db,
  { below, limit }: { below: number | undefined; limit: number },
): Promise<ImportRow[]> {
  const { rows } = await sql<ImportRow>`
    select ${columns} from ${tables} where ${below === undefined ? sql`true` : sql`one.id < ${below}`}
    order by one.id desc limit ${limit}`.execute(db);
  return rows;
}

export type LineCounts = Partial<Record<ClientLineState, number>>;

export async function countLines(db: Db, ids: readonly number[]): Promise<Map<number, LineCounts>> {
  const { rows } = await sql<{ id: number; state: ClientLineState; count: number }>`
    select import_id as id, state, count(*)::int as count from client_import_line
    where import_id = any(${[...ids]}::bigint[]) group by import_id, state`.execute(db);
  const counts = new Map<number, LineCounts>(ids.map((id) => [id, {}]));
  for (const { id, state, count } of rows) (counts.get(id) as LineCounts)[state] = count;
  return counts;
}

export interface NewImport {
  fileName: string;
  sha256: Buffer;
  encoding: string;
  columns: readonly ClientColumn[];
  refusal: ClientFileRefusal | null;
  refusalDetail: string | null;
  uploadedBy: number;
  people: number;
  companies: number;
  identified: number;
}

export async function insertImport(trx: Trx, one: NewImport): Promise<number> {
  const { id } = await trx
    .insertInto("client_import")
    .values({
      file_name: one.fileName,
      sha256: one.sha256,
      encoding: one.encoding,
      columns: JSON.stringify(one.columns),
      refusal: one.refusal,
      refusal_detail: one.refusalDetail,
      state: one.refusal === null ? "previewed" : "discarded",
      uploaded_by: one.uploadedBy,
      people: one.people,
      companies: one.companies,
      identified: one.identified,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Lines written in one statement. */
const atOnce = 500;

export async function insertLines(trx: Trx, importId: number, lines: readonly ComparedLine[]): Promise<void> {
  for (let start = 0; start < lines.length; start += atOnce) {
    const rows = lines.slice(start, start + atOnce).map((one) => ({
      import_id: importId,
      line: one.line,
      kind: one.data.kind,
      state: one.state,
      asked: one.state === "maybe",
      data: one.data,
      written: one.written,
      faults: one.faults,
      notes: one.notes,
      user_id: one.userId,
      company_id: one.companyId,
    }));
    await sql`
      insert into client_import_line
        (import_id, line, kind, state, asked, data, written, faults, notes, user_id, company_id)
      select import_id, line, kind, state, asked, data, written, faults, notes, user_id, company_id
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as one (import_id bigint, line integer, kind text, state text,
        asked boolean, data jsonb, written jsonb, faults jsonb, notes jsonb, user_id bigint, company_id bigint)`.execute(
      trx,
    );
  }
}

export interface LineRow {
  line: number;
  kind: "person" | "company";
  state: ClientLineState;
  asked: boolean;
  data: ClientLineData | null;
  written: Written | null;
  faults: Fault[];
  notes: Note[];
  failure: string | null;
  userId: number | null;
  companyId: number | null;
  holderName: string | null;
  holderEmail: string | null;
}

const lineColumns = sql`
  line, kind, line.state, asked, data, written, faults, notes, failure, user_id as "userId", company_id as "companyId",
  ${sql.raw(holderName("case when user_id is null then 'company' else 'user' end", "coalesce(user_id, company_id)"))}
    as "holderName",
  (select email from app_user where app_user.id = line.user_id) as "holderEmail"`;

/** In their order in the file, after a line. */
export async function listLineRows(
  db: Db,
  importId: number,
  { states, after, limit }: { states: readonly ClientLineState[] | undefined; after: number; limit: number },
): Promise<LineRow[]> {
  const { rows } = await sql<LineRow>`
    select ${lineColumns} from client_import_line line
    where import_id = ${importId} and line > ${after}
      ${states ? sql`and line.state = any(${[...states]}::text[])` : sql``}
    order by line limit ${limit}`.execute(db);
  return rows;
}

/** Says whether an asked line is new; undefined if nobody may decide it any more. */
export async function decideLine(
  trx: Trx,
  importId: number,
  { line, is }: { line: number; is: "new" | "same" },
): Promise<LineRow | undefined> {
  const { rows: open } = await sql`
    select from client_import where id = ${importId} and state in ('previewed', 'stopped', 'booked') for share`.execute(
    trx,
  );
  if (open.length === 0) return undefined;
  const { numAffectedRows } = await sql`
    update client_import_line set state = ${is === "new" ? "new" : "present"}
    where import_id = ${importId} and line = ${line} and asked and state in ('new', 'maybe', 'present')`.execute(trx);
  if (!numAffectedRows) return undefined;
  return (await listLineRows(trx, importId, { states: undefined, after: line - 1, limit: 1 }))[0];
}

/** Moves the file if its state allows the action; false if somebody was first. */
export async function moveImport(
  trx: Trx,
  id: number,
  action: ClientImportAction,
  { by, reason }: { by: number; reason: string | undefined },
): Promise<boolean> {
  const { from, to } = clientImportMoves[action];
  const booking = action === "book";
  const { numAffectedRows } = await sql`
    update client_import set state = ${to},
      booked_by = ${booking ? sql`${by}` : sql`booked_by`},
      booked_at = ${booking ? sql`now()` : sql`booked_at`},
      reason = ${booking ? sql`coalesce(${reason ?? null}, reason)` : sql`reason`},
      ended_at = ${action === "discard" ? sql`now()` : sql`null`}
    where id = ${id} and state = any(${[...from]}::text[])`.execute(trx);
  return Boolean(numAffectedRows);
}

/** What could not be booked is tried again. */
export const retryFailed = (trx: Trx, importId: number) =>
  sql`
    update client_import_line set state = 'new', failure = null where import_id = ${importId} and state = 'failed'`.execute(
    trx,
  );

export const deleteLines = (trx: Trx, importId: number) =>
  trx.deleteFrom("client_import_line").where("import_id", "=", importId).execute();
