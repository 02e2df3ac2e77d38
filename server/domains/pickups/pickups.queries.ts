/** SQL of pickup: how it stands with each source, its secrets, and the files that it offered. */
import type { PersonReason, PickupFailure, PickupFileState, PickupReason } from "@portico/api/rules/pickups.ts";
import { type RawBuilder, sql } from "kysely";
import type { Db, Trx } from "../../kernel/transaction.ts";

export interface CustodianOfPickup {
  id: number;
  name: string;
  automatic: boolean;
}

export async function listCustodians(db: Db): Promise<CustodianOfPickup[]> {
  const { rows } = await sql<CustodianOfPickup>`
    select id, name, automatic from custodian where ended_at is null order by lower(name)`.execute(db);
  return rows;
}

export interface SourceRow {
  source: string;
  looked_at: Date | null;
  succeeded_at: Date | null;
  last_file_at: Date | null;
  failures: number;
  failure: PickupFailure | null;
  failure_detail: string | null;
  alarmed_at: Date | null;
  late_on: string | null;
  is_late: boolean;
}
const sourceColumns = sql`source, looked_at, succeeded_at, last_file_at, failures, failure, failure_detail, alarmed_at, late_on::text, is_late`;

export async function listSourceRows(db: Db): Promise<Map<string, SourceRow>> {
  const { rows } = await sql<SourceRow>`select ${sourceColumns} from pickup_source`.execute(db);
  return new Map(rows.map((row) => [row.source, row]));
}

/** The source's row, made if there is none, locked until the transaction ends. */
export async function lockSource(trx: Trx, source: string): Promise<SourceRow> {
  await sql`insert into pickup_source (source) values (${source}) on conflict do nothing`.execute(trx);
  const { rows } = await sql<SourceRow>`
    select ${sourceColumns} from pickup_source where source = ${source} for update`.execute(trx);
  const [row] = rows;
  if (!row) throw new Error("a source that was just made is gone");
  return row;
}

export async function saveSuccess(trx: Trx, source: string, at: Date): Promise<void> {
  await sql`
    update pickup_source set looked_at = ${at}, succeeded_at = ${at}, failures = 0, failure = null, failure_detail = null, alarmed_at = null
    where source = ${source}`.execute(trx);
}

export async function saveFailure(
  trx: Trx,
  source: string,
  { at, code, detail, alarmed }: { at: Date; code: PickupFailure; detail: string; alarmed: boolean },
): Promise<void> {
  await sql`
    update pickup_source set looked_at = ${at}, failures = failures + 1, failure = ${code}, failure_detail = ${detail}
      ${alarmed ? sql`, alarmed_at = ${at}` : sql``}
    where source = ${source}`.execute(trx);
}

export async function saveLate(trx: Trx, source: string, late: { isLate: boolean; on?: string }): Promise<void> {
  await sql`
    update pickup_source set is_late = ${late.isLate} ${late.on === undefined ? sql`` : sql`, late_on = ${late.on}::date`}
    where source = ${source}`.execute(trx);
}

export interface FileRow {
  id: number;
  source: string;
  name: string;
  bytes: number;
  modified_at: Date;
  state: PickupFileState;
  reason: PickupReason | null;
  detail: string | null;
  waits: PersonReason[];
  seen_at: Date;
  taken_at: Date | null;
  ended_at: Date | null;
}
const fileColumns = sql`id, source, name, bytes::float8 as bytes, modified_at, state, reason, detail, waits, seen_at, taken_at, ended_at`;

async function selectFiles(db: Db, where: RawBuilder<unknown>): Promise<FileRow[]> {
  const { rows } = await sql<FileRow>`select ${fileColumns} from pickup_file where ${where}`.execute(db);
  return rows;
}

/** What is remembered of files of these names, the newest last. */
export const listOfNames = (db: Db, source: string, names: readonly string[]): Promise<FileRow[]> =>
  selectFiles(db, sql`source = ${source} and name = any(${[...names]}::text[]) order by id`);

export const listInState = (db: Db, source: string, state: PickupFileState): Promise<FileRow[]> =>
  selectFiles(db, sql`source = ${source} and state = ${state} order by id`);

export const listNewest = (db: Db, source: string | undefined, limit: number): Promise<FileRow[]> =>
  selectFiles(db, sql`${source === undefined ? sql`true` : sql`source = ${source}`} order by id desc limit ${limit}`);

/** Read files that wait for a person. */
export const listWaiting = (db: Db): Promise<FileRow[]> =>
  selectFiles(db, sql`state = 'taken' and waits <> '{}' order by id`);

export async function lockFile(trx: Trx, id: number): Promise<FileRow | undefined> {
  const { rows } = await sql<FileRow>`select ${fileColumns} from pickup_file where id = ${id} for update`.execute(trx);
  return rows[0];
}

interface Offered {
  name: string;
  size: number;
  modifiedMs: number;
}

export async function insertFile(
  trx: Trx,
  source: string,
  { name, size, modifiedMs }: Offered,
  { at, state, reason = null }: { at: Date; state: "seen" | "left"; reason?: PickupReason | null },
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into pickup_file (source, name, bytes, modified_at, state, reason, seen_at, ended_at)
    values (${source}, ${name}, ${size}, ${new Date(modifiedMs)}, ${state}, ${reason}, ${at}, ${state === "left" ? at : null})
    on conflict do nothing returning id`.execute(trx);
  return rows[0]?.id;
}

/** A file that waited has another size or time: it waits anew. */
export async function saveSeenAnew(trx: Trx, id: number, { size, modifiedMs }: Offered, at: Date): Promise<void> {
  await sql`
    update pickup_file set bytes = ${size}, modified_at = ${new Date(modifiedMs)}, seen_at = ${at}
    where id = ${id} and state = 'seen'`.execute(trx);
}

/** True if it still waited. */
export async function saveTaken(
  trx: Trx,
  id: number,
  taken: { at: Date; sha256: Buffer; reason: PickupReason | null; detail: string | null },
): Promise<boolean> {
  const { rows } = await sql`
    update pickup_file set state = 'taken', taken_at = ${taken.at}, sha256 = ${taken.sha256}, reason = ${taken.reason},
      detail = ${taken.detail}, waits = '{}'
    where id = ${id} and state = 'seen' returning id`.execute(trx);
  return rows.length > 0;
}

export async function saveWaits(trx: Trx, id: number, waits: readonly PersonReason[]): Promise<void> {
  await sql`update pickup_file set waits = ${[...waits]}::text[] where id = ${id} and state = 'taken'`.execute(trx);
}

/** Ends a file in one of the states; true if it was in it. */
export async function saveEnded(
  trx: Trx,
  id: number,
  ended: { from: "seen" | "taken"; to: "moved" | "left"; at: Date; reason?: PickupReason | null; detail?: string },
): Promise<boolean> {
  const { rows } = await sql`
    update pickup_file set state = ${ended.to}, ended_at = ${ended.at}, waits = '{}'
      ${ended.reason === undefined ? sql`` : sql`, reason = ${ended.reason}`}
      ${ended.detail === undefined ? sql`` : sql`, detail = ${ended.detail}`}
    where id = ${id} and state = ${ended.from} returning id`.execute(trx);
  return rows.length > 0;
}

/** A person decided: it is read again, or moved although nothing of it was booked. */
export async function saveDecision(trx: Trx, id: number, decision: "readAgain" | "setAside"): Promise<void> {
  if (decision === "setAside")
    await sql`update pickup_file set reason = 'setAside', waits = '{}' where id = ${id}`.execute(trx);
  else
    await sql`
      update pickup_file set state = 'seen', reason = null, detail = null, waits = '{}', sha256 = null, taken_at = null, ended_at = null
      where id = ${id}`.execute(trx);
}

export async function saveFileCame(trx: Trx, source: string, at: Date): Promise<void> {
  await sql`update pickup_source set last_file_at = ${at} where source = ${source}`.execute(trx);
}

/** Another file of the source with the same content that was read and not refused. */
export async function findSameContent(
  db: Db,
  source: string,
  sha256: Buffer,
  except: number,
): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select name from pickup_file as other
    where source = ${source} and sha256 = ${sha256} and id <> ${except} and state in ('taken', 'moved')
      and reason is null and exists (select from import where pickup_file_id = other.id and state in ('previewed', 'confirmed'))
    order by id limit 1`.execute(db);
  return rows[0]?.name;
}

export async function countSeenSince(db: Db, source: string, since: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pickup_file where source = ${source} and seen_at >= ${since} and reason is distinct from 'unfitName'`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

export interface SecretRow {
  kind: "password" | "key";
  address: string;
  sealed: Buffer;
}

export async function findSecret(db: Db, custodianId: number): Promise<SecretRow | undefined> {
  const { rows } = await sql<SecretRow>`
    select kind, address, sealed from pickup_secret where custodian_id = ${custodianId}`.execute(db);
  return rows[0];
}

export async function listSecretAddresses(db: Db): Promise<Map<number, string>> {
  const { rows } = await sql<{ custodian_id: number; address: string }>`
    select custodian_id, address from pickup_secret`.execute(db);
  return new Map(rows.map(({ custodian_id, address }) => [custodian_id, address]));
}

export async function upsertSecret(
  trx: Trx,
  custodianId: number,
  { kind, address, sealed, by }: SecretRow & { by: number },
): Promise<void> {
  await sql`
    insert into pickup_secret (custodian_id, kind, address, sealed, saved_by) values (${custodianId}, ${kind}, ${address}, ${sealed}, ${by})
    on conflict (custodian_id) do update set kind = excluded.kind, address = excluded.address, sealed = excluded.sealed,
      saved_by = excluded.saved_by, saved_at = now()`.execute(trx);
}

export async function listOffice(
  db: Db,
): Promise<{ id: number; email: string; name: string; preferences: unknown; role: string }[]> {
  const { rows } = await sql<{ id: number; email: string; name: string; preferences: unknown; role: string }>`
    select id, email, name, preferences, role from app_user where role in ('office', 'admin') and state <> 'disabled' order by id`.execute(
    db,
  );
  return rows;
}
