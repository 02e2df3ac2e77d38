/** SQL of versioned settings. */
import { type Kysely, sql } from "kysely";
import type { DB } from "../../database/schema.generated.ts";

export interface VersionRow {
  name: string;
  part: string;
  version: number;
  data: unknown;
}

/** The newest version of every part of every versioned setting. */
export const findNewestVersions = (db: Kysely<DB>): Promise<VersionRow[]> =>
  db
    .selectFrom("setting_version")
    .distinctOn(["name", "part"])
    .select(["name", "part", "version", "data"])
    .orderBy("name")
    .orderBy("part")
    .orderBy("version", "desc")
    .execute();

/** Given versions, by name, part and number. */
export async function findVersions(
  db: Kysely<DB>,
  wanted: readonly Pick<VersionRow, "name" | "part" | "version">[],
): Promise<VersionRow[]> {
  if (wanted.length === 0) return [];
  const { rows } = await sql<VersionRow>`
    select version.name, version.part, version.version, version.data
    from setting_version version
    join unnest(${wanted.map(({ name }) => name)}::text[], ${wanted.map(({ part }) => part)}::text[],
      ${wanted.map(({ version }) => version)}::integer[]) wanted (name, part, version)
      using (name, part, version)`.execute(db);
  return rows;
}

export const insertVersion = (trx: Kysely<DB>, { data, ...row }: VersionRow, userId: number) =>
  trx
    .insertInto("setting_version")
    .values({ ...row, data: JSON.stringify(data), saved_by: userId })
    .execute();

/** Every version of a setting with its author; newest first for each part. */
export const listVersionRows = (db: Kysely<DB>, name: string) =>
  db
    .selectFrom("setting_version as version")
    .leftJoin("app_user as author", "author.id", "version.saved_by")
    .select(["version.part", "version.version", "version.data", "version.saved_at", "author.name as saved_by"])
    .where("version.name", "=", name)
    .orderBy("version.part")
    .orderBy("version.version", "desc")
    .execute();
