/** SQL of archives of a person's data. */
import type { Holder } from "@portico/api/shapes.ts";
import { type SqlBool, sql } from "kysely";
import { ownedBy } from "../../../kernel/holder-of.ts";
import { ofHolder } from "../../../kernel/holder-sql.ts";
import type { Db, Trx } from "../../../kernel/transaction.ts";

const columns = [
  "id",
  "holder_type",
  "holder_id",
  "reason",
  "state",
  "asked_by",
  "asked_at",
  "confirmed_by",
  "made_at",
  "expires_at",
  "sha256",
  "size",
  "contents",
] as const;

export const insertArchive = async (
  trx: Trx,
  holder: Holder,
  { reason, askedBy }: { reason: string; askedBy: number },
): Promise<number> =>
  (
    await trx
      .insertInto("data_archive")
      .values({ ...ownedBy(holder), reason, state: "proposed", asked_by: askedBy })
      .returning("id")
      .executeTakeFirstOrThrow()
  ).id;

/** The person's archives, the newest first. */
export const listArchives = (db: Db, holder: Holder) =>
  db.selectFrom("data_archive").select(columns).where(ofHolder(holder)).orderBy("id", "desc").execute();

export type ArchiveRow = Awaited<ReturnType<typeof listArchives>>[number];

export const findArchive = (db: Db, id: number): Promise<ArchiveRow | undefined> =>
  db.selectFrom("data_archive").select(columns).where("id", "=", id).executeTakeFirst();

/** Whether one of the person is proposed or being made. */
export const isAnyOpen = async (db: Db, holder: Holder): Promise<boolean> =>
  (await db
    .selectFrom("data_archive")
    .select("id")
    .where(ofHolder(holder))
    .where("state", "in", ["proposed", "waiting"])
    .executeTakeFirst()) !== undefined;

/** Confirms or ends a proposed one; false if it is not proposed any more. */
export async function settleArchive(
  trx: Trx,
  id: number,
  { state, by }: { state: "waiting" | "declined"; by: number },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("data_archive")
    .set({ state, ...(state === "waiting" && { confirmed_by: by, confirmed_at: sql<Date>`now()` }) })
    .where("id", "=", id)
    .where("state", "=", "proposed")
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Notes the file that was made, or that it failed; false if it is not waited for any more. */
export async function storeArchive(
  trx: Trx,
  id: number,
  made: { sha256: Buffer; size: number; contents: object; days: number } | null,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("data_archive")
    .set(
      made === null
        ? { state: "failed" }
        : {
            state: "ready",
            sha256: made.sha256,
            size: made.size,
            contents: JSON.stringify(made.contents),
            made_at: sql<Date>`now()`,
            expires_at: sql<Date>`now() + make_interval(days => ${made.days}::int)`,
          },
    )
    .where("id", "=", id)
    .where("state", "=", "waiting")
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

const isOver = sql<SqlBool>`state = 'ready' and expires_at <= now()`;

/** Archives after the given one that can be downloaded no longer. */
export const listExpired = (db: Db, after: number) =>
  db.selectFrom("data_archive").select(columns).where(isOver).where("id", ">", after).orderBy("id").limit(50).execute();

/** Forgets the file of an expired one; false if another run was first. */
export async function expireArchive(trx: Trx, id: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("data_archive")
    .set({ state: "expired", sha256: null })
    .where("id", "=", id)
    .where(isOver)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
