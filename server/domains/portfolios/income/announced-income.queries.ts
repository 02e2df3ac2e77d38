/** SQL of announced income. */
import type { Holder } from "@portico/api/shapes.ts";
import type { Announcement } from "@portico/ledger/expected-income.ts";
import { sql } from "kysely";
import { ofHolder } from "../../../kernel/holder-sql.ts";
import type { Db, Trx } from "../../../kernel/transaction.ts";

/** What a file announces for an account. */
export interface AnnouncedRow
  extends Pick<
    Announcement,
    "instrumentId" | "exDay" | "payDay" | "currency" | "quantity" | "grossPerUnit" | "gross" | "tax"
  > {}

export interface AnnouncedRecord extends Announcement {
  /** Format of the custodian's file, or `import` for a file of staff. */
  source: string;
  recordedAt: Date;
  corrects: number | null;
}

const columns = sql`id, account, source, instrument_id as "instrumentId", ex_day as "exDay", pay_day as "payDay", currency,
  trim_scale(quantity)::text as quantity, trim_scale(gross_per_unit)::text as "grossPerUnit",
  trim_scale(gross)::text as gross, trim_scale(tax)::text as tax, as_of as "asOf", corrects, recorded_at as "recordedAt",
  ended_as_of as "withdrawnAsOf"`;

/** Announcements to be paid on a day or later, in the order in which they were recorded, without those corrected since. */
export async function listAnnounced(db: Db, holder: Holder, { since }: { since: string }): Promise<AnnouncedRecord[]> {
  const { rows } = await sql<AnnouncedRecord>`
    select ${columns} from announced_income
    where ${ofHolder(holder)} and pay_day >= ${since}::date and ended_by is distinct from 'corrected'
    order by id`.execute(db);
  return rows;
}

/**
 * Announcements by files of staff to be paid on a day or later, of the instruments that the holder ever had, in the order in which
 * they were recorded, without those corrected since. Their ids are below zero, apart from those of custodians; their units and
 * gross are not known here. What was withdrawn counts as withdrawn before its day, whenever that was said.
 */
export async function listImported(db: Db, holder: Holder, { since }: { since: string }): Promise<AnnouncedRecord[]> {
  const { rows } = await sql<AnnouncedRecord>`
    select -announced.id as id, null as account, 'import' as source, announced.instrument_id as "instrumentId",
      announced.ex_day as "exDay", announced.pay_day as "payDay", announced.currency, '0' as quantity,
      trim_scale(announced.amount)::text as "grossPerUnit", '0' as gross, null as tax, announced.ex_day as "asOf",
      announced.corrects, announced.recorded_at as "recordedAt",
      case when announced.ended_by = 'withdrawn' then announced.pay_day - 1 end as "withdrawnAsOf"
    from income_announcement announced
    where announced.pay_day >= ${since}::date and announced.ended_by is distinct from 'corrected'
      and exists (
        select from ledger_entry
        where ${ofHolder(holder)}
          and (ledger_entry.instrument_id = announced.instrument_id
            or ledger_entry.counter_instrument_id = announced.instrument_id)
      )
    order by announced.id`.execute(db);
  return rows;
}

/** What an account announces now. No other transaction changes it until the end of this one. */
export async function lockAnnounced(trx: Trx, holder: Holder, account: string): Promise<AnnouncedRecord[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended(
    ${`announced_income ${holder.holderType} ${holder.holderId} ${account}`}, 0))`.execute(trx);
  const { rows } = await sql<AnnouncedRecord>`
    select ${columns} from announced_income
    where ${ofHolder(holder)} and account = ${account} and ended_by is null
    order by id`.execute(trx);
  return rows;
}

/** Last day of the newest file that announced or withdrew something of the account; null without one. */
export async function findNewestDay(trx: Trx, holder: Holder, account: string): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    select max(greatest(as_of, ended_as_of))::text as day from announced_income
    where ${ofHolder(holder)} and account = ${account}`.execute(trx);
  return rows[0]?.day ?? null;
}

interface From {
  account: string;
  source: string;
  asOf: string;
  importId: number | null;
}

export async function insertAnnounced(
  trx: Trx,
  holder: Holder,
  row: AnnouncedRow,
  { account, source, asOf, importId, corrects }: From & { corrects: number | null },
): Promise<void> {
  await sql`
    insert into announced_income (holder_type, holder_id, account, source, instrument_id, ex_day, pay_day, currency, quantity,
      gross_per_unit, gross, tax, as_of, corrects, import_id)
    values (${holder.holderType}, ${holder.holderId}, ${account}, ${source}, ${row.instrumentId}, ${row.exDay},
      ${row.payDay}, ${row.currency}, ${row.quantity}, ${row.grossPerUnit}, ${row.gross}, ${row.tax}, ${asOf},
      ${corrects}, ${importId})`.execute(trx);
}

/** Ends announcements that stand. */
export async function endAnnounced(
  trx: Trx,
  holder: Holder,
  ids: readonly number[],
  { by, asOf }: { by: "withdrawn" | "corrected"; asOf: string },
): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    update announced_income set ended_by = ${by}, ended_as_of = ${asOf}::date, ended_at = now()
    where ${ofHolder(holder)} and id = any(${ids}::bigint[]) and ended_by is null`.execute(trx);
}
