/** SQL of the firm's logos. */
import { sql } from "kysely";
import type { Db, Trx } from "../../kernel/transaction.ts";

interface Logo {
  sha256: Buffer;
  width: number;
  height: number;
}

/** Uploading the same picture again renews it, so that it is not deleted before it is saved. */
export const upsertLogo = (trx: Trx, logo: Logo, uploadedBy: number) =>
  trx
    .insertInto("brand_logo")
    .values({ ...logo, uploaded_by: uploadedBy, uploaded_at: sql`now()` })
    .onConflict((conflict) => conflict.column("sha256").doUpdateSet({ uploaded_at: sql`now()` }))
    .execute();

export const findLogo = (db: Db, sha256: Buffer): Promise<Logo | undefined> =>
  db.selectFrom("brand_logo").select(["sha256", "width", "height"]).where("sha256", "=", sha256).executeTakeFirst();

/** Keeps it permanently; false if it does not exist. */
export const markLogoStored = async (trx: Trx, sha256: Buffer): Promise<boolean> =>
  (await trx
    .updateTable("brand_logo")
    .set({ kept_at: sql`coalesce(kept_at, now())` })
    .where("sha256", "=", sha256)
    .returning("sha256")
    .executeTakeFirst()) !== undefined;

/** Deletes yesterday's unsaved uploads; their bytes are cleaned up with other files. */
export const deleteLooseLogos = (db: Db) =>
  db
    .deleteFrom("brand_logo")
    .where("kept_at", "is", null)
    .where("uploaded_at", "<", sql<Date>`now() - interval '1 day'`)
    .execute();
