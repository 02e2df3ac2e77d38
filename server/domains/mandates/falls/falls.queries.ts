/** SQL of notices of falls. */
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import { ownedBy } from "../../../kernel/holder-of.ts";
import { ofHolder } from "../../../kernel/holder-sql.ts";
import type { Db, Trx } from "../../../kernel/transaction.ts";
import { holderName } from "../../holders/holders.ts";
import type { UnknownDay } from "./closed-days.ts";

/** Whom to look at: who was ever under management, and who holds an instrument that counts as leveraged; by type and id. */
export async function listToCheck(
  db: Db,
  { round, after, limit }: { round: string; after: Holder | undefined; limit: number },
): Promise<Holder[]> {
  const { rows } = await sql<Holder>`
    select holder_type as "holderType", holder_id as "holderId" from (
      select holder_type, holder_id from mandate where service = 'management'
      union
      select position.holder_type, position.holder_id from position
      where position.quantity <> 0 and position.instrument_id in (${leveragedIds})
    ) as wanted
    where not exists (
        select from fall_check where fall_check.holder_type = wanted.holder_type
          and fall_check.holder_id = wanted.holder_id and fall_check.round = ${round})
      and (${after === undefined} or (holder_type, holder_id) > (${after?.holderType ?? ""}, ${after?.holderId ?? 0}::bigint))
    order by holder_type, holder_id limit ${limit}`.execute(db);
  return rows;
}

const leveragedIds = sql`
  select instrument_id from (
    select distinct on (instrument_id) instrument_id, leveraged from instrument_leverage order by instrument_id, id desc
  ) as stated where leveraged`;

export interface LeveragedInstrument {
  id: number;
  name: string;
  isin: string | null;
  /** The day on which it was stated, in UTC. */
  statedOn: string;
}

/** By name. */
export async function listLeveragedInstruments(db: Db): Promise<LeveragedInstrument[]> {
  const { rows } = await sql<LeveragedInstrument>`
    select instrument.id, instrument.name, instrument.isin,
      (select max(recorded_at) from instrument_leverage where instrument_id = instrument.id)::date::text as "statedOn"
    from instrument where instrument.id in (${leveragedIds}) order by lower(instrument.name), instrument.id limit 2000`.execute(
    db,
  );
  return rows;
}

export const insertLeverage = (
  trx: Trx,
  one: { instrumentId: number; leveraged: boolean; userId: number },
): Promise<unknown> =>
  trx
    .insertInto("instrument_leverage")
    .values({ instrument_id: one.instrumentId, leveraged: one.leveraged, recorded_by: one.userId })
    .execute();

/** The day on which the holder's management was recorded first, in UTC: what was due before is not told. */
export async function findManagedSince(db: Db, holder: Holder): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    select min(recorded_at)::date::text as day from mandate where ${ofHolder(holder)} and service = 'management'`.execute(
    db,
  );
  return rows[0]?.day ?? null;
}

/** The highest threshold told, by instrument (0 for the whole portfolio) and period. */
export async function listTold(
  db: Db,
  holder: Holder,
): Promise<{ instrumentId: number; periodFrom: string; threshold: number }[]> {
  const { rows } = await sql<{ instrumentId: number; periodFrom: string; threshold: number }>`
    select coalesce(instrument_id, 0) as "instrumentId", period_from::text as "periodFrom", max(threshold) as threshold
    from fall_notice where ${ofHolder(holder)} group by instrument_id, period_from`.execute(db);
  return rows;
}

export interface NewNotice {
  instrumentId: number | null;
  periodFrom: string;
  threshold: number;
  reached: string;
  due: string;
  currency: string;
  base: string;
  value: string;
  fall: string;
}

/** Undefined if the threshold was told already. */
export async function insertNotice(trx: Trx, holder: Holder, one: NewNotice): Promise<number | undefined> {
  const row = await trx
    .insertInto("fall_notice")
    .values({
      ...ownedBy(holder),
      instrument_id: one.instrumentId,
      period_from: one.periodFrom,
      threshold: one.threshold,
      reached: one.reached,
      due: one.due,
      currency: one.currency,
      base: one.base,
      value: one.value,
      fall: one.fall,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return row?.id;
}

interface Check {
  closed: string;
  round: string;
  unknown: readonly UnknownDay[];
  failure: string | null;
}

/** What was found missing by the look before; stores this one. */
export async function storeCheck(trx: Trx, { holderType, holderId }: Holder, check: Check): Promise<UnknownDay[]> {
  const { rows } = await sql<{ unknown: UnknownDay[] }>`
    with former as (select unknown from fall_check where holder_type = ${holderType} and holder_id = ${holderId}),
    stored as (
      insert into fall_check (holder_type, holder_id, closed, round, unknown, failure)
      values (${holderType}, ${holderId}, ${check.closed}::date, ${check.round}, ${JSON.stringify(check.unknown)}::jsonb,
        ${check.failure})
      on conflict (holder_type, holder_id) do update set closed = excluded.closed, round = excluded.round,
        unknown = excluded.unknown, failure = excluded.failure, checked_at = now()
    )
    select unknown from former`.execute(trx);
  return rows[0]?.unknown ?? [];
}

export interface NoticeRecord extends NewNotice {
  id: number;
  name: string | null;
  isin: string | null;
  toldAt: Date;
  openedAt: Date | null;
}

const columns = sql`notice.id, notice.instrument_id as "instrumentId", notice.period_from::text as "periodFrom", notice.threshold,
  notice.reached::text as reached, notice.due::text as due, notice.currency, trim_scale(notice.base)::text as base,
  trim_scale(notice.value)::text as value, trim_scale(notice.fall)::text as fall, notice.told_at as "toldAt",
  instrument.name, instrument.isin,
  (select min(opened_at) from fall_notice_opening opening where opening.holder_type = notice.holder_type
    and opening.holder_id = notice.holder_id and opening.notice_id = notice.id) as "openedAt"`;
const from = sql`fall_notice notice left join instrument on instrument.id = notice.instrument_id`;
const before = (id: number | undefined) => (id === undefined ? sql`true` : sql`notice.id < ${id}`);

/** The newest first. */
export async function listNotices(
  db: Db,
  holder: Holder,
  { below, limit }: { below: number | undefined; limit: number },
): Promise<NoticeRecord[]> {
  const { rows } = await sql<NoticeRecord>`
    select ${columns} from ${from}
    where notice.holder_type = ${holder.holderType} and notice.holder_id = ${holder.holderId} and ${before(below)}
    order by notice.id desc limit ${limit}`.execute(db);
  return rows;
}

export type ListedNotice = NoticeRecord & Holder & { holderName: string; adviser: string | null };

/** Of all holders, the newest first. */
export async function listAllNotices(
  db: Db,
  { below, limit }: { below: number | undefined; limit: number },
): Promise<ListedNotice[]> {
  const { rows } = await sql<ListedNotice>`
    select ${columns}, notice.holder_type as "holderType", notice.holder_id as "holderId",
      coalesce(${sql.raw(holderName("notice.holder_type", "notice.holder_id"))}, '') as "holderName",
      (select staff.name from app_user staff where staff.id = coalesce(person.assigned_to, company.assigned_to)) as adviser
    from ${from}
    left join app_user person on notice.holder_type = 'user' and person.id = notice.holder_id
    left join company on notice.holder_type = 'company' and company.id = notice.holder_id
    where ${before(below)} order by notice.id desc limit ${limit}`.execute(db);
  return rows;
}

/** Those of the notices that the person has not opened before. */
export async function insertOpenings(
  trx: Trx,
  { holderType, holderId }: Holder,
  noticeIds: readonly number[],
  userId: number,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into fall_notice_opening (holder_type, holder_id, notice_id, user_id)
    select ${holderType}, ${holderId}, id, ${userId} from unnest(${[...noticeIds]}::bigint[]) as opened (id)
    on conflict do nothing`.execute(trx);
  return (numAffectedRows ?? 0n) > 0n;
}

export async function findUnopened(db: Db, holder: Holder, ids: readonly number[], userId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from unnest(${[...ids]}::bigint[]) as shown (id) where not exists (
      select from fall_notice_opening where ${ofHolder(holder)} and notice_id = shown.id and user_id = ${userId})`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

export interface UnknownRecord extends Holder {
  name: string;
  closed: string;
  checkedAt: Date;
  failure: string | null;
  unknown: UnknownDay[];
}

/** Whose last look left something open, those looked at last first. */
export async function listUnknown(db: Db): Promise<UnknownRecord[]> {
  const { rows } = await sql<UnknownRecord>`
    select holder_type as "holderType", holder_id as "holderId", closed::text as closed, checked_at as "checkedAt", failure, unknown,
      coalesce(${sql.raw(holderName("fall_check.holder_type", "fall_check.holder_id"))}, '') as name
    from fall_check where failure is not null or unknown <> '[]'
    order by checked_at desc, holder_type, holder_id limit 500`.execute(db);
  return rows;
}
