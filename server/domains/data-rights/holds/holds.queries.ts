/** SQL of legal holds, and of the flag at the holder that everything which deletes reads. */
import type { Holder } from "@portico/api/shapes.ts";
import { type SqlBool, sql } from "kysely";
import { ownedBy } from "../../../kernel/holder-of.ts";
import { ofHolder } from "../../../kernel/holder-sql.ts";
import type { Db, Trx } from "../../../kernel/transaction.ts";
import { holderName } from "../../holders/holders.ts";

const columns = [
  "id",
  "holder_type",
  "holder_id",
  "reason",
  sql<string | null>`ends_on::text`.as("ends_on"),
  "state",
  "asked_by",
  "asked_at",
  "confirmed_by",
  "placed_at",
  "lift_reason",
  "lifted_by",
  "lifted_at",
] as const;

const rowOf = (holderType: Holder["holderType"]) => sql.table(holderType === "user" ? "app_user" : "company");

/** Locks the holder's row; undefined if there is none. An erasure of the holder waits for it, or it for the erasure. */
export async function lockHolder(
  trx: Trx,
  { holderType, holderId }: Holder,
): Promise<{ held: boolean; isErased: boolean } | undefined> {
  const { rows } = await sql<{ held: boolean; isErased: boolean }>`
    select held, erased_at is not null as "isErased" from ${rowOf(holderType)} where id = ${holderId} for update`.execute(
    trx,
  );
  return rows[0];
}

/** Sets the flag as the holds say: proposed ones protect too. */
export async function setHeld(trx: Trx, holder: Holder): Promise<void> {
  await sql`
    update ${rowOf(holder.holderType)} set held = exists (
      select from legal_hold where ${ofHolder(holder)} and state in ('proposed', 'placed')
    ) where id = ${holder.holderId}`.execute(trx);
}

export const insertHold = async (
  trx: Trx,
  holder: Holder,
  { reason, endsOn, askedBy }: { reason: string; endsOn: string; askedBy: number },
): Promise<number> =>
  (
    await trx
      .insertInto("legal_hold")
      .values({ ...ownedBy(holder), reason, ends_on: endsOn, state: "proposed", asked_by: askedBy })
      .returning("id")
      .executeTakeFirstOrThrow()
  ).id;

/** The holder's holds, the newest first. */
export const listHolds = (db: Db, holder: Holder) =>
  db.selectFrom("legal_hold").select(columns).where(ofHolder(holder)).orderBy("id", "desc").execute();

/** Holds of all holders before the given one, the newest first; `standing`: only those that protect records. */
export async function listAllHolds(
  db: Db,
  { standing, before, limit }: { standing: boolean; before: number | undefined; limit: number },
) {
  let query = db
    .selectFrom("legal_hold")
    .select(columns)
    .select(
      sql<string | null>`${sql.raw(holderName("legal_hold.holder_type", "legal_hold.holder_id"))}`.as("holder_name"),
    )
    .orderBy("id", "desc")
    .limit(limit);
  if (standing) query = query.where("state", "in", ["proposed", "placed"]);
  if (before !== undefined) query = query.where("id", "<", before);
  return query.execute();
}

export const findHold = (db: Db, holder: Holder, id: number) =>
  db.selectFrom("legal_hold").select(columns).where(ofHolder(holder)).where("id", "=", id).executeTakeFirst();

export type HoldRow = Awaited<ReturnType<typeof listHolds>>[number];

/** Places or ends a proposed hold; false if it is not proposed any more. */
export async function settleHold(
  trx: Trx,
  id: number,
  { state, by }: { state: "placed" | "declined"; by: number },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("legal_hold")
    .set({ state, ...(state === "placed" && { confirmed_by: by, placed_at: sql<Date>`now()` }) })
    .where("id", "=", id)
    .where("state", "=", "proposed")
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Lifts a hold that stands; false if it does not. */
export async function markLifted(
  trx: Trx,
  id: number,
  { reason, by }: { reason: string; by: number },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("legal_hold")
    .set({ state: "lifted", lift_reason: reason, lifted_by: by, lifted_at: sql<Date>`now()` })
    .where("id", "=", id)
    .where("state", "=", "placed")
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

const isDue = sql<SqlBool>`state = 'placed' and reminded_at is null and ends_on <= firm_today()`;

/** Holds after the given one whose last day is reached, and of which nobody was told. */
export const listDue = (db: Db, after: number) =>
  db.selectFrom("legal_hold").select(columns).where(isDue).where("id", ">", after).orderBy("id").limit(200).execute();

/** Notes that staff are told; false if they were, or the hold was lifted. */
export async function noteReminded(trx: Trx, id: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("legal_hold")
    .set({ reminded_at: sql<Date>`now()` })
    .where("id", "=", id)
    .where(isDue)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
