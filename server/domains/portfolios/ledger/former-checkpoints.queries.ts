/** SQL of checkpoints that were replaced, with what was known until then (docs/decisions/0308-former-checkpoints.md). */
import type { Holder } from "@portico/api/shapes.ts";
import type { LedgerState } from "@portico/ledger/state.ts";
import { type RawBuilder, sql } from "kysely";
import { ofHolder } from "../../../kernel/holder-sql.ts";
import type { Db, Trx } from "../../../kernel/transaction.ts";
import type { EntryKey } from "../performance/history.queries.ts";

/** Of 256 entries each: every 16th is kept, since replaying 4,096 entries takes less than 0.1 s. */
const keptEvery = 16;
/** Per holder; the oldest are deleted, and what was known then is replayed from an earlier one. */
const keptAtMost = 400;

/** What was known when checkpoints were replaced, and what they name; the same for all that were replaced together. */
export interface FormerKnowledge {
  lastEntryId: number;
  lastPriceId: number;
  lastRateId: number;
  /** When a split was known last, as PostgreSQL writes it. */
  splitsAt: string;
  feesInCost: boolean;
  baseCurrency: string | null;
  instrumentIds: number[];
  deliveredIds: number[];
  currencies: string[];
}

/** Copies checkpoints of `ledger_checkpoint` with what was committed before this transaction, in which they were true. */
const copied = (which: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  insert into former_checkpoint (holder_type, holder_id, no, day, booked_at, entry_id, state, instrument_ids, delivered_ids, currencies,
    last_entry_id, last_price_id, last_rate_id, splits_known_at, fees_in_cost, base_currency)
  select kept.holder_type, kept.holder_id, kept.no, kept.day, kept.booked_at, kept.id, kept.state,
    array(select json_object_keys(kept.state->'positions')::bigint),
    array(select key::bigint from json_each(kept.state->'positions') where value->>'lastDelivery' is not null),
    array(select json_object_keys(kept.state->'cash')),
    known.last_entry_id, coalesce(market.last_price_id, 0), coalesce(market.last_rate_id, 0),
    coalesce((select max(known_at) from split_knowledge), '-infinity'), (head.state->>'feesInCost')::boolean, known.base_currency
  from (${which}) as kept
  join ledger_head as head on head.holder_type = kept.holder_type and head.holder_id = kept.holder_id
  cross join lateral (
    select last_entry_id, base_currency from ledger_knowledge as knowledge
    where knowledge.holder_type = kept.holder_type and knowledge.holder_id = kept.holder_id and known_at is not null
    order by known_at desc, id desc limit 1
  ) as known
  left join lateral (
    select last_price_id, last_rate_id from market_knowledge where known_at is not null order by known_at desc, id desc limit 1
  ) as market on true
  where head.state->>'feesInCost' is not null
  returning holder_type, holder_id`;

/**
 * Keeps some of the checkpoints of a day and later, which the caller replaces. None if the ledger waits for a replay: they were kept
 * when it was marked. The head is locked.
 */
export async function keepFormerCheckpoints(trx: Trx, holder: Holder, from: string): Promise<void> {
  const { rows } = await sql`${copied(sql`
    select checkpoint.* from ledger_checkpoint as checkpoint
    where ${ofHolder(holder)} and day >= ${from}::date and no % ${keptEvery} = 0
      and not (select replay from ledger_head where ${ofHolder(holder)})`)}`.execute(trx);
  if (rows.length > 0) await deleteOldest(trx, [holder]);
}

/** The same for holders whose ledger was just marked for a replay, each from the first day that changes. */
export async function keepOutdatedCheckpoints(trx: Trx, marked: readonly (Holder & { from: string })[]): Promise<void> {
  if (marked.length === 0) return;
  const { rows } = await sql<{ holder_type: Holder["holderType"]; holder_id: number }>`${copied(sql`
    select checkpoint.* from unnest(
      ${marked.map(({ holderType }) => holderType)}::text[], ${marked.map(({ holderId }) => holderId)}::bigint[],
      ${marked.map(({ from }) => from)}::date[]) as marked (holder_type, holder_id, first_day)
    join ledger_checkpoint as checkpoint using (holder_type, holder_id)
    where checkpoint.day >= marked.first_day and checkpoint.no % ${keptEvery} = 0`)}`.execute(trx);
  const holders = new Map(
    rows.map(({ holder_type: holderType, holder_id: holderId }) => [
      `${holderType}/${holderId}`,
      { holderType, holderId },
    ]),
  );
  await deleteOldest(trx, [...holders.values()]);
}

async function deleteOldest(trx: Trx, holders: readonly Holder[]): Promise<void> {
  for (const holder of holders)
    await sql`
      delete from former_checkpoint where ${ofHolder(holder)} and id <= (
        select id from former_checkpoint where ${ofHolder(holder)} order by id desc offset ${keptAtMost} limit 1)`.execute(
      trx,
    );
}

/**
 * What was known whenever checkpoints were replaced that contain a day after `after` and nothing after `until`; those replaced soonest
 * after the entry `lastEntryId` first, then those before it.
 */
export async function listFormerKnowledge(
  db: Db,
  holder: Holder,
  {
    after,
    until,
    lastEntryId,
    limit,
  }: { after: string | undefined; until: string; lastEntryId: number; limit: number },
): Promise<FormerKnowledge[]> {
  const { rows } = await sql<FormerKnowledge>`
    select last_entry_id as "lastEntryId", last_price_id as "lastPriceId", last_rate_id as "lastRateId",
      splits_known_at::text as "splitsAt", fees_in_cost as "feesInCost", base_currency as "baseCurrency",
      instrument_ids as "instrumentIds", delivered_ids as "deliveredIds", currencies
    from (
      select distinct on (last_entry_id, last_price_id, last_rate_id, splits_known_at, fees_in_cost, base_currency) *
      from former_checkpoint
      where ${ofHolder(holder)} and day <= ${until}::date ${after === undefined ? sql`` : sql`and day > ${after}::date`}
      order by last_entry_id, last_price_id, last_rate_id, splits_known_at, fees_in_cost, base_currency, no desc
    ) as replaced
    order by last_entry_id < ${lastEntryId}::bigint, abs(last_entry_id - ${lastEntryId}::bigint), last_rate_id, last_price_id
    limit ${limit}`.execute(db);
  return rows;
}

/** The last of the checkpoints replaced together that is of a day before the given one. */
export async function findFormerCheckpoint(
  db: Db,
  holder: Holder,
  { lastEntryId, lastPriceId, lastRateId, splitsAt, feesInCost, baseCurrency }: FormerKnowledge,
  before: string,
): Promise<(EntryKey & { state: LedgerState }) | undefined> {
  const { rows } = await sql<{ day: string; bookedAt: Date; id: number; state: LedgerState }>`
    select day, booked_at as "bookedAt", entry_id as id, state from former_checkpoint
    where ${ofHolder(holder)} and last_entry_id = ${lastEntryId}::bigint and last_price_id = ${lastPriceId}::bigint
      and last_rate_id = ${lastRateId}::bigint and splits_known_at = ${splitsAt}::timestamptz and fees_in_cost = ${feesInCost}
      and base_currency is not distinct from ${baseCurrency} and day < ${before}::date
    order by no desc limit 1`.execute(db);
  return rows.map((row) => ({ ...row, bookedAt: row.bookedAt.toISOString() }))[0];
}
