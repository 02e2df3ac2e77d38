/** SQL that stores what a comparison says. */
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import type { Trx } from "../../kernel/transaction.ts";
import type { AgreedHolding, BrokenItem, Cause, DayResult } from "./outcome.ts";

/** One comparison is stored at a time: a later one has read the later ledger. Until the transaction ends. */
export const lockComparisons = (trx: Trx): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended('reconciliation', 0))`.execute(trx);

export async function saveDays(trx: Trx, days: readonly DayResult[]): Promise<void> {
  if (days.length === 0) return;
  const column = <Value>(of: (one: DayResult) => Value): Value[] => days.map(of);
  await sql`
    insert into reconciliation_result as known (holder_type, holder_id, custodian_id, day, agreed, broken, incomplete)
    select * from unnest(
      ${column((one) => one.holderType)}::text[], ${column((one) => one.holderId)}::bigint[], ${column((one) => one.custodianId)}::bigint[],
      ${column((one) => one.day)}::date[], ${column((one) => one.agreed)}::int[], ${column((one) => one.broken)}::int[],
      ${column((one) => one.incomplete)}::boolean[])
    on conflict (holder_type, holder_id, custodian_id, day) do update set agreed = excluded.agreed, broken = excluded.broken,
      incomplete = excluded.incomplete, compared_at = now()
    where (known.agreed, known.broken, known.incomplete) is distinct from (excluded.agreed, excluded.broken, excluded.incomplete)`.execute(
    trx,
  );
}

/** A holding that agreed on none of the days compared keeps an earlier day alone. */
export async function saveAgreed(trx: Trx, holdings: readonly AgreedHolding[]): Promise<void> {
  if (holdings.length === 0) return;
  const column = <Value>(of: (one: AgreedHolding) => Value): Value[] => holdings.map(of);
  const given = sql`unnest(
      ${column((one) => one.holderType)}::text[], ${column((one) => one.holderId)}::bigint[], ${column((one) => one.custodianId)}::bigint[],
      ${column((one) => one.key)}::text[], ${column((one) => one.day)}::date[], ${column((one) => one.from)}::date[])
      as given (holder_type, holder_id, custodian_id, key, day, since)`;
  await sql`
    insert into agreed_holding as known (holder_type, holder_id, custodian_id, key, day)
    select holder_type, holder_id, custodian_id, key, day from ${given} where day is not null
    on conflict (holder_type, holder_id, custodian_id, key) do update set day = excluded.day where known.day <> excluded.day`.execute(
    trx,
  );
  await sql`
    delete from agreed_holding as known using ${given}
    where given.day is null and known.holder_type = given.holder_type and known.holder_id = given.holder_id
      and known.custodian_id = given.custodian_id and known.key = given.key and known.day >= given.since`.execute(trx);
}

/** A break with its cause. */
export type FoundBreak = BrokenItem & { cause: Cause | null };

/**
 * Opens the breaks, or brings those that are known up to date: one that was closed, or explained as another difference, is open again. Its
 * first day is that of the difference as long as it lasts.
 */
export async function saveBreaks(trx: Trx, breaks: readonly FoundBreak[]): Promise<void> {
  if (breaks.length === 0) return;
  const column = <Value>(of: (one: FoundBreak) => Value): Value[] => breaks.map(of);
  await sql`
    insert into reconciliation_break as known (holder_type, holder_id, custodian_id, key, part, instrument_id, currency, name, first_day,
      last_day, expected, stated, cause, import_id)
    select given.holder_type, given.holder_id, given.custodian_id, given.key, given.part, given.instrument_id, given.currency, given.name,
      given.day, given.day, given.expected, given.stated, given.cause, given.import_id
    from unnest(
      ${column((one) => one.holderType)}::text[], ${column((one) => one.holderId)}::bigint[], ${column((one) => one.custodianId)}::bigint[],
      ${column((one) => one.key)}::text[], ${column((one) => one.part)}::text[], ${column((one) => one.instrumentId)}::bigint[],
      ${column((one) => one.currency)}::text[], ${column((one) => one.name ?? one.key)}::text[], ${column((one) => one.day)}::date[],
      ${column((one) => one.expected)}::numeric[], ${column((one) => one.stated)}::numeric[], ${column((one) => one.cause)}::text[],
      ${column((one) => one.importId)}::bigint[]) as given (holder_type, holder_id, custodian_id, key, part, instrument_id, currency, name,
      day, expected, stated, cause, import_id)
    on conflict (holder_type, holder_id, custodian_id, key) do update set
      first_day = case when known.state = 'closed' then excluded.first_day else least(known.first_day, excluded.first_day) end,
      last_day = excluded.last_day, expected = excluded.expected, stated = excluded.stated, cause = excluded.cause,
      name = excluded.name, import_id = excluded.import_id,
      state = case when known.state = 'explained' and known.stated - known.expected = excluded.stated - excluded.expected
        then 'explained' else 'open' end,
      opened_at = case when known.state = 'closed' then now() else known.opened_at end,
      reopened = known.reopened + case when known.state = 'closed'
        or known.state = 'explained' and known.stated - known.expected <> excluded.stated - excluded.expected then 1 else 0 end,
      closed_at = null, version = known.version + 1
    where known.state = 'closed' or (known.last_day, known.expected, known.stated, known.import_id) <>
      (excluded.last_day, excluded.expected, excluded.stated, excluded.import_id) or known.cause is distinct from excluded.cause`.execute(
    trx,
  );
}

/** What was compared of a holder at a custodian on its last day. */
export interface ComparedPart extends Holder {
  custodianId: number;
  part: "positions" | "cash";
  currency: string | null;
}

/** Closes breaks of compared parts that do not break any more; returns how many. */
export async function closeAgreed(
  trx: Trx,
  parts: readonly ComparedPart[],
  broken: readonly BrokenItem[],
): Promise<number> {
  if (parts.length === 0) return 0;
  const column = <Value>(of: (one: ComparedPart) => Value): Value[] => parts.map(of);
  const { rows } = await sql`
    update reconciliation_break as known set state = 'closed', closed_at = now(), version = known.version + 1
    from unnest(
      ${column((one) => one.holderType)}::text[], ${column((one) => one.holderId)}::bigint[], ${column((one) => one.custodianId)}::bigint[],
      ${column((one) => one.part)}::text[], ${column((one) => one.currency)}::text[])
      as compared (holder_type, holder_id, custodian_id, part, currency)
    where known.state <> 'closed' and known.holder_type = compared.holder_type and known.holder_id = compared.holder_id
      and known.custodian_id = compared.custodian_id and known.part = compared.part
      and (known.part = 'positions' or known.currency = compared.currency)
      and not exists (select from unnest(
        ${broken.map((one) => one.holderType)}::text[], ${broken.map((one) => one.holderId)}::bigint[],
        ${broken.map((one) => one.custodianId)}::bigint[], ${broken.map((one) => one.key)}::text[])
        as broken (holder_type, holder_id, custodian_id, key)
        where broken.holder_type = known.holder_type and broken.holder_id = known.holder_id
          and broken.custodian_id = known.custodian_id and broken.key = known.key)
    returning known.id`.execute(trx);
  return rows.length;
}
