/** SQL of the named settings. */
import { type Kysely, sql } from "kysely";
import type { DB } from "../../database/schema.generated.ts";

export const findSetting = (db: Kysely<DB>, name: string) =>
  db.selectFrom("setting").select(["data", "updated_at"]).where("name", "=", name).executeTakeFirst();

/** With the name of who saved it. */
export const findSavedSetting = (db: Kysely<DB>, name: string) =>
  db
    .selectFrom("setting")
    .leftJoin("app_user", "app_user.id", "setting.updated_by")
    .select(["setting.data", "setting.updated_at", "app_user.name as updated_by"])
    .where("setting.name", "=", name)
    .executeTakeFirst();

export const findSettings = (db: Kysely<DB>, names: readonly string[]) =>
  db.selectFrom("setting").select(["name", "data"]).where("name", "in", names).execute();

export const upsertSetting = (db: Kysely<DB>, name: string, data: unknown, userId: number | null) =>
  db
    .insertInto("setting")
    .values({ name, data: JSON.stringify(data), updated_by: userId, updated_at: sql`now()` })
    .onConflict((conflict) =>
      conflict.column("name").doUpdateSet({ data: JSON.stringify(data), updated_by: userId, updated_at: sql`now()` }),
    )
    .returning(["data", "updated_at"])
    .executeTakeFirstOrThrow();

/** Serialises writers of the setting, even without a row. */
export const lockSetting = (trx: Kysely<DB>, name: string) =>
  sql`select pg_advisory_xact_lock(hashtext('setting'), hashtext(${name}))`.execute(trx);
