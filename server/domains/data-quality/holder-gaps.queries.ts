/** SQL of clients whose account contradicts itself or lacks something. */
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import type { Db } from "../../kernel/transaction.ts";
import { holderName } from "../holders/holders.ts";

interface Page {
  after: { value: string; id: number } | undefined;
  limit: number;
}

export interface HolderRow {
  holder_type: Holder["holderType"];
  holder_id: number;
  holder_name: string | null;
}

export interface BelowZeroRow extends HolderRow {
  currency: string;
  amount: string;
  /** Null for cash. */
  instrument_id: number | null;
  instrument_name: string | null;
}

/** By holder and currency. */
export async function findCashBelowZero(db: Db, { after, limit }: Page): Promise<BelowZeroRow[]> {
  const [type = "", currency = ""] = after?.value.split(" ") ?? [];
  const { rows } = await sql<BelowZeroRow>`
    select holder_type, holder_id, currency, trim_scale(amount)::text as amount, null as instrument_id,
      null as instrument_name, ${sql.raw(holderName("cash_balance.holder_type", "cash_balance.holder_id"))} as holder_name
    from cash_balance where amount < 0
      ${after ? sql`and (holder_id, holder_type, currency) > (${after.id}, ${type}, ${currency})` : sql``}
    order by holder_id, holder_type, currency limit ${limit}`.execute(db);
  return rows;
}

/** By holder and instrument. */
export async function findUnitsBelowZero(db: Db, { after, limit }: Page): Promise<BelowZeroRow[]> {
  const [type = "", instrument = "0"] = after?.value.split(" ") ?? [];
  const { rows } = await sql<BelowZeroRow>`
    select position.holder_type, position.holder_id, instrument.currency, trim_scale(position.quantity)::text as amount,
      instrument.id as instrument_id, instrument.name as instrument_name,
      ${sql.raw(holderName("position.holder_type", "position.holder_id"))} as holder_name
    from position join instrument on instrument.id = position.instrument_id
    where position.quantity < 0
      ${
        after
          ? sql`and (position.holder_id, position.holder_type, position.instrument_id) > (${after.id}, ${type}, ${instrument}::bigint)`
          : sql``
      }
    order by position.holder_id, position.holder_type, position.instrument_id limit ${limit}`.execute(db);
  return rows;
}

/** Approved clients, people first. */
const unnumbered = {
  user: sql`app_user where not numbered and role = 'client' and state in ('postKYC', 'pendingReKYC')`,
  company: sql`company where not numbered and state in ('postKYC', 'pendingReKYC')`,
};

export async function findUnnumbered(db: Db, { after, limit }: Page): Promise<HolderRow[]> {
  const people = sql`
    (select 'user' as holder_type, id as holder_id, name as holder_name from ${unnumbered.user}
      ${after ? sql`and id > ${after.id}` : sql``} order by id limit ${limit})`;
  const companies = sql`
    (select 'company' as holder_type, id as holder_id, coalesce(nullif(name, ''), draft_name) as holder_name
      from ${unnumbered.company} ${after?.value === "company" ? sql`and id > ${after.id}` : sql``}
      order by id limit ${limit})`;
  const { rows } = await sql<HolderRow>`
    select holder_type, holder_id, holder_name
    from (${after?.value === "company" ? companies : sql`${people} union all ${companies}`}) as holder
    order by holder_type desc, holder_id limit ${limit}`.execute(db);
  return rows;
}

export interface HolderCounts {
  cash: number;
  units: number;
  numbers: number;
}

export async function countHolderGaps(db: Db): Promise<HolderCounts> {
  const { rows } = await sql<HolderCounts>`
    select (select count(*)::int from cash_balance where amount < 0) as cash,
      (select count(*)::int from position where quantity < 0) as units,
      (select count(*)::int from ${unnumbered.user}) + (select count(*)::int from ${unnumbered.company}) as numbers`.execute(
    db,
  );
  return rows[0] ?? { cash: 0, units: 0, numbers: 0 };
}
