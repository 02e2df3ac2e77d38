/** SQL of who is entitled: units held at the close before the ex-day, from entries in force. */
import type { Holder } from "@portico/api/shapes.ts";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../kernel/transaction.ts";
import { ofFlex } from "../portfolios/ledger/action-entries.ts";

export interface EntitledHolder extends Holder {
  units: string;
  /** Where all of them lie; null if that is not known, or at several. */
  custodian: string | null;
}

/** Units of the holders that `held` selects, at the close before `exDay`. */
const unitsOf = (instrumentId: number, exDay: string, held: RawBuilder<unknown>): RawBuilder<EntitledHolder> => sql`
  select held.holder_type as "holderType", held.holder_id as "holderId", trim_scale(sum(
      case when entry.instrument_id = ${instrumentId} then coalesce(entry.quantity, 0) else 0 end
      + case when entry.counter_instrument_id = ${instrumentId} then coalesce(entry.counter_quantity, 0) else 0 end))::text as units,
    case when count(*) = count(lies.at) and count(distinct lies.at) = 1 then min(lies.at) end as custodian
  from (${held}) held
  join ledger_entry entry on entry.holder_type = held.holder_type and entry.holder_id = held.holder_id
    and (entry.instrument_id = ${instrumentId} or entry.counter_instrument_id = ${instrumentId})
    and entry.day < ${exDay}::date and entry.kind <> 'reversal'
  left join import on import.id = entry.import_id
  cross join lateral (select coalesce(entry.custodian, case import.format when 'ibFlex' then ${ofFlex} end) as at) lies
  where not exists (select from ledger_undone undone where undone.holder_type = entry.holder_type
    and undone.holder_id = entry.holder_id and undone.entry_id = entry.id)
  group by held.holder_type, held.holder_id`;

/** Some holders after one, in the order of type and id; `last` is where to go on, null after all. */
export async function listEntitled(
  db: Db,
  { instrumentId, exDay }: { instrumentId: number; exDay: string },
  { after, limit }: { after: Holder | null; limit: number },
): Promise<{ entitled: EntitledHolder[]; last: Holder | null }> {
  const held = sql`
    select holder_type, holder_id from position where instrument_id = ${instrumentId}
      ${after ? sql`and (holder_type, holder_id) > (${after.holderType}, ${after.holderId}::bigint)` : sql``}
    order by holder_type, holder_id limit ${limit}`;
  const { rows: all } = await sql<Holder>`
    select holder_type as "holderType", holder_id as "holderId" from (${held}) held`.execute(db);
  const last = all.at(-1);
  if (!last) return { entitled: [], last: null };
  const { rows } = await sql<EntitledHolder>`
    select * from (${unitsOf(instrumentId, exDay, held)}) counted where units::numeric > 0
    order by "holderType", "holderId"`.execute(db);
  return { entitled: rows, last };
}

/** What entitles one holder; undefined without units. */
export async function findEntitled(
  db: Db,
  { instrumentId, exDay }: { instrumentId: number; exDay: string },
  { holderType, holderId }: Holder,
): Promise<EntitledHolder | undefined> {
  const one = sql`select ${holderType}::text as holder_type, ${holderId}::bigint as holder_id`;
  const { rows } = await sql<EntitledHolder>`
    select * from (${unitsOf(instrumentId, exDay, one)}) counted where units::numeric > 0`.execute(db);
  return rows[0];
}
