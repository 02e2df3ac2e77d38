/** SQL of mappings of files and their versions. */
import type { Mapping } from "@portico/api/imports/mapping.ts";
import { sql } from "kysely";
import type { Db, Trx } from "../../kernel/transaction.ts";

/** A mapping as it is now. */
export interface MappingRecord {
  id: number;
  name: string;
  version: number;
  retiredAt: Date | null;
  mapping: unknown;
  savedBy: number;
  savedAt: Date;
  usedBy: number;
}

const columns = sql`
  one.id, one.name, one.version, one.retired_at as "retiredAt", saved.mapping, saved.saved_by as "savedBy",
  saved.saved_at as "savedAt", (select count(*)::int from import where import.mapping_id = one.id) as "usedBy"
  from import_mapping as one join import_mapping_version as saved on saved.mapping_id = one.id and saved.version = one.version`;

/** Those that are retired last, by name. */
export async function listMappingRecords(db: Db): Promise<MappingRecord[]> {
  const { rows } = await sql<MappingRecord>`
    select ${columns} order by one.retired_at is not null, lower(one.name)`.execute(db);
  return rows;
}

export async function findMapping(db: Db, id: number): Promise<MappingRecord | undefined> {
  const { rows } = await sql<MappingRecord>`select ${columns} where one.id = ${id}`.execute(db);
  return rows[0];
}

export interface VersionRecord {
  version: number;
  savedBy: number;
  savedAt: Date;
  usedBy: number;
}

/** The latest first. */
export async function listVersions(db: Db, id: number): Promise<VersionRecord[]> {
  const { rows } = await sql<VersionRecord>`
    select version, saved_by as "savedBy", saved_at as "savedAt",
      (select count(*)::int from import
        where import.mapping_id = saved.mapping_id and import.mapping_version = saved.version) as "usedBy"
    from import_mapping_version as saved where mapping_id = ${id} order by version desc`.execute(db);
  return rows;
}

interface Saved {
  mapping: Mapping;
  by: number;
}

const insertVersion = (trx: Trx, { id, version, mapping, by }: Saved & { id: number; version: number }) =>
  trx
    .insertInto("import_mapping_version")
    .values({ mapping_id: id, version, mapping: JSON.stringify(mapping), saved_by: by })
    .execute();

/** The new mapping's id. */
export async function insertMapping(trx: Trx, { name, ...saved }: Saved & { name: string }): Promise<number> {
  const { id } = await trx.insertInto("import_mapping").values({ name }).returning("id").executeTakeFirstOrThrow();
  await insertVersion(trx, { ...saved, id, version: 1 });
  return id;
}

/** Saves the version after `version`; false if that is not the last one any more, or the mapping is retired. */
export async function insertNextVersion(
  trx: Trx,
  id: number,
  { name, version, ...saved }: Saved & { name: string; version: number },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("import_mapping")
    .set({ name, version: version + 1 })
    .where("id", "=", id)
    .where("version", "=", version)
    .where("retired_at", "is", null)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return false;
  await insertVersion(trx, { ...saved, id, version: version + 1 });
  return true;
}

/** Retires the mapping or takes it into use again; undefined if it is so already, or there is none. */
export const setRetired = (trx: Trx, id: number, isRetired: boolean) =>
  trx
    .updateTable("import_mapping")
    .set({ retired_at: isRetired ? sql`now()` : null })
    .where("id", "=", id)
    .where("retired_at", isRetired ? "is" : "is not", null)
    .returning("name")
    .executeTakeFirst();
