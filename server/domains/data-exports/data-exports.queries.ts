/** SQL of exports and their files. */
import type {
  ExportContent,
  ExportFailure,
  ExportFormat,
  ExportScope,
  ExportState,
  PositionDays,
} from "@portico/api/rules/data-exports.ts";
import type { Language } from "@portico/api/shapes.ts";
import { type SqlBool, sql } from "kysely";
import { oneRow } from "../../kernel/one-row.ts";
import type { Db, Trx } from "../../kernel/transaction.ts";
import type { ExportOrder } from "./content/order.ts";

export interface ExportFile {
  content: ExportContent;
  rows: number;
  size: number;
}

export interface ExportRow {
  id: number;
  contents: ExportContent[];
  format: ExportFormat;
  language: Language;
  from: string;
  to: string;
  positions: PositionDays;
  scope: ExportScope;
  group: string | null;
  custodianId: number | null;
  custodian: string | null;
  state: ExportState;
  progress: number;
  tries: number;
  askedBy: number;
  askedAt: Date;
  knownAt: Date | null;
  holders: number | null;
  elsewhere: number | null;
  failure: ExportFailure | null;
  cancelledBy: number | null;
  endedAt: Date | null;
  expiresAt: Date | null;
  files: ExportFile[];
}

const selected = sql`
  select made.id, made.contents, made.format, made.language, made.period_from as "from", made.period_to as "to",
    made.positions_per as positions, made.scope, made.group_name as "group", made.custodian_id as "custodianId",
    custodian.name as custodian, made.state, made.progress, made.tries, made.asked_by as "askedBy", made.asked_at as "askedAt",
    made.known_at as "knownAt", made.holders, made.elsewhere, made.failure, made.cancelled_by as "cancelledBy",
    made.ended_at as "endedAt", made.expires_at as "expiresAt",
    coalesce((select json_agg(json_build_object('content', file.content, 'rows', file.rows, 'size', file.size)
      order by array_position(made.contents, file.content))
      from data_export_file as file where file.export_id = made.id), '[]') as files
  from data_export as made left join custodian on custodian.id = made.custodian_id`;

export async function insertExport(trx: Trx, order: ExportOrder, askedBy: number): Promise<number> {
  const { contents, format, language, from, to, positions, scope, group, custodianId } = order;
  return oneRow(
    await sql<{ id: number }>`
      insert into data_export (contents, format, language, period_from, period_to, positions_per, scope, group_name,
        custodian_id, asked_by)
      values (${[...contents]}::text[], ${format}, ${language}, ${from}::date, ${to}::date, ${positions}, ${scope}, ${group},
        ${custodianId}::bigint, ${askedBy})
      returning id`.execute(trx),
  ).id;
}

/** The newest first. */
export async function listExports(
  db: Db,
  { before, limit }: { before: number | undefined; limit: number },
): Promise<ExportRow[]> {
  const { rows } = await sql<ExportRow>`
    ${selected} where made.id < ${before ?? Number.MAX_SAFE_INTEGER} order by made.id desc limit ${limit}`.execute(db);
  return rows;
}

export async function findExport(db: Db, id: number): Promise<ExportRow | undefined> {
  const { rows } = await sql<ExportRow>`${selected} where made.id = ${id}`.execute(db);
  return rows[0];
}

/** Of a file that has not expired. */
export async function findFile(db: Db, id: number, content: ExportContent): Promise<Buffer | undefined> {
  const { rows } = await sql<{ sha256: Buffer }>`
    select sha256 from data_export_file join data_export on data_export.id = export_id
    where export_id = ${id} and content = ${content} and sha256 is not null and state = 'ready' and expires_at > now()`.execute(
    db,
  );
  return rows[0]?.sha256;
}

/** Begins a run of the job, and ends every earlier one; undefined if the export is not waited for any more. */
export async function beginRun(trx: Trx, id: number): Promise<number | undefined> {
  const { rows } = await sql<{ tries: number }>`
    update data_export set state = 'running', tries = tries + 1, progress = 0, alive_at = now()
    where id = ${id} and state in ('waiting', 'running') returning tries`.execute(trx);
  return rows[0]?.tries;
}

interface Run {
  id: number;
  tries: number;
}

/** False if the run was ended: the export was cancelled, or another run began. */
export async function noteProgress(trx: Trx, { id, tries }: Run, progress: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update data_export set progress = ${progress}, alive_at = now()
    where id = ${id} and state = 'running' and tries = ${tries}`.execute(trx);
  return numAffectedRows === 1n;
}

/** Ends the run without files; false if it was ended. */
export async function failRun(trx: Trx, { id, tries }: Run, failure: ExportFailure): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update data_export set state = 'failed', failure = ${failure}, ended_at = now()
    where id = ${id} and state = 'running' and tries = ${tries}`.execute(trx);
  return numAffectedRows === 1n;
}

/** Notes what was made; false if the run was ended. */
export async function finishRun(
  trx: Trx,
  { id, tries }: Run,
  made: {
    files: readonly (ExportFile & { sha256: Buffer })[];
    knownAt: string;
    holders: number;
    elsewhere: number;
    days: number;
  },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update data_export set state = 'ready', progress = 100, known_at = ${made.knownAt}::timestamptz, holders = ${made.holders},
      elsewhere = ${made.elsewhere}, ended_at = now(), expires_at = now() + make_interval(days => ${made.days}::int)
    where id = ${id} and state = 'running' and tries = ${tries}`.execute(trx);
  if (numAffectedRows !== 1n) return false;
  for (const { content, sha256, size, rows } of made.files)
    await sql`
      insert into data_export_file (export_id, content, sha256, size, rows)
      values (${id}, ${content}, ${sha256}, ${size}, ${rows})`.execute(trx);
  return true;
}

/** False if it was made, or has ended. */
export async function cancelExport(trx: Trx, id: number, by: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update data_export set state = 'cancelled', cancelled_by = ${by}, ended_at = now()
    where id = ${id} and state in ('waiting', 'running')`.execute(trx);
  return numAffectedRows === 1n;
}

const isOver = sql<SqlBool>`state = 'ready' and expires_at <= now()`;

/** Exports after the given one whose files can be downloaded no longer. */
export async function listOver(db: Db, after: number): Promise<{ id: number }[]> {
  const { rows } = await sql<{ id: number }>`
    select id from data_export where ${isOver} and id > ${after} order by id limit 50`.execute(db);
  return rows;
}

/** Forgets the files, and returns their contents; undefined if another run was first. */
export async function expireExport(trx: Trx, id: number): Promise<Buffer[] | undefined> {
  const { numAffectedRows } = await sql`
    update data_export set state = 'expired' where id = ${id} and ${isOver}`.execute(trx);
  if (numAffectedRows !== 1n) return undefined;
  const { rows } = await sql<{ sha256: Buffer }>`
    select sha256 from data_export_file where export_id = ${id} and sha256 is not null`.execute(trx);
  await sql`update data_export_file set sha256 = null where export_id = ${id}`.execute(trx);
  return rows.map(({ sha256 }) => sha256);
}

/** Exports that nobody has worked on for this long. */
export async function listLeft(db: Db, minutes: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from data_export
    where state in ('waiting', 'running') and alive_at < now() - make_interval(mins => ${minutes}::int) order by id`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** Whether staff can choose the group. */
export async function isGroup(db: Db, name: string): Promise<boolean> {
  const { rows } = await sql`select from distribution_group where name = ${name}`.execute(db);
  return rows.length > 0;
}
