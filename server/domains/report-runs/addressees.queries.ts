/** SQL of a run's addressees. */
import {
  type AddresseeMove,
  type AddresseeState,
  addresseeMoves,
  type LeftOutReason,
  type RunScope,
} from "@portico/api/rules/report-runs.ts";
import type { ReportKind } from "@portico/api/rules/reports.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Db, Trx } from "../../kernel/transaction.ts";
import { holderName } from "../holders/holders.ts";
import { isShown } from "../reports/publication.ts";

/** Whom a run is for. */
export interface Reach {
  kind: ReportKind;
  from: string;
  to: string;
  scope: RunScope;
  group: string | null;
  definitionId: number | null;
  /** Named one by one. */
  chosen: readonly Holder[];
  /** A custodian's system has every ledger. */
  ledgersElsewhere: boolean;
}

const unfolded = (holders: readonly Holder[]) => sql`
  unnest(${holders.map(({ holderType }) => holderType)}::text[], ${holders.map(({ holderId }) => holderId)}::bigint[])
    as chosen (holder_type, holder_id)`;

/** Those whom the scope names, whether or not they get a report: some after a holder, in the order of type and id. */
function namedBy(
  { scope, group, definitionId, chosen }: Reach,
  part?: { after: Holder | null; limit: number },
): RawBuilder<unknown> {
  const after = part?.after
    ? sql`and (holder_type, holder_id) > (${part.after.holderType}, ${part.after.holderId}::bigint)`
    : sql``;
  const some = part ? sql`order by holder_type, holder_id limit ${part.limit}` : sql``;
  if (scope === "all")
    return sql`
      (select holder_type, holder_id from holder_account where client_number is not null ${after} ${some})
      union (select holder_type, holder_id from ledger_head where entries > 0 ${after} ${some}) ${some}`;
  if (scope === "group")
    return sql`select holder_type, holder_id from (
        select 'user' as holder_type, user_id as holder_id from distribution_group_member where group_name = ${group}
      ) members where true ${after} ${some}`;
  if (scope === "strategy")
    return sql`select distinct holder_type, holder_id from target_join
      where definition_id = ${definitionId}::bigint and state = 'joined' ${after} ${some}`;
  return sql`select distinct holder_type, holder_id from ${unfolded(chosen)} where true ${after} ${some}`;
}

/**
 * Why the holder of a row gets none; null for who gets one. Without daily values of the whole period it is not known whether
 * something was held, so the report is made.
 */
const reasonOf = ({ kind, from, to, ledgersElsewhere }: Reach): RawBuilder<LeftOutReason | null> => sql`case
  when not exists (select from holder_account account where account.holder_type = named.holder_type
    and account.holder_id = named.holder_id and account.client_number is not null) then 'noAccount'
  when ${ledgersElsewhere} or exists (select from custodian_link link where link.holder_type = named.holder_type
    and link.holder_id = named.holder_id) then 'ledgerElsewhere'
  when not exists (
    select from ledger_head head where head.holder_type = named.holder_type and head.holder_id = named.holder_id
      and head.first_day <= ${to}::date and (
        head.computed_until is null or head.computed_until < ${to}::date or head.recompute_from <= ${to}::date
        or exists (select from ledger_entry entry where entry.holder_type = named.holder_type
          and entry.holder_id = named.holder_id and entry.day between ${from}::date and ${to}::date)
        or exists (select from daily_value daily where daily.holder_type = named.holder_type
          and daily.holder_id = named.holder_id and daily.day between ${from}::date and ${to}::date
          and (daily.value <> 0 or not daily.complete)))
  ) then 'noHoldings'
  when exists (
    select from report_addressee open where open.holder_type = named.holder_type and open.holder_id = named.holder_id
      and open.kind = ${kind} and open.period_from = ${from}::date and open.period_to = ${to}::date
      and open.state in ('waiting', 'gapped', 'made')
  ) then 'inOtherRun'
end`;

const nameOf = (alias: string) =>
  sql<string>`coalesce(${sql.raw(holderName(`${alias}.holder_type`, `${alias}.holder_id`))}, '')`;

export interface Previewed {
  addressees: number;
  already: number;
  leftOut: { reason: LeftOutReason; count: number }[];
  leftOutHolders: (Holder & { name: string; reason: LeftOutReason })[];
  samples: (Holder & { name: string })[];
}

/** Whom a run would reach. */
export async function previewReach(db: Db, reach: Reach, { listed }: { listed: number }): Promise<Previewed> {
  const { rows } = await sql<Previewed>`
    with named as materialized (
      select holder_type, holder_id, ${reasonOf(reach)} as reason from (${namedBy(reach)}) named
    ),
    reached as materialized (
      select holder_type, holder_id, row_number() over (order by holder_type, holder_id) as place from named where reason is null
    ),
    total as (select count(*) as reached from reached)
    select
      (select reached from total)::int as addressees,
      (select count(*) from reached where exists (
        select from report where report.holder_type = reached.holder_type and report.holder_id = reached.holder_id
          and report.kind = ${reach.kind} and report.period_from = ${reach.from}::date
          and report.period_to = ${reach.to}::date and report.state = 'made' and ${isShown("report")}))::int as already,
      coalesce((select json_agg(json_build_object('reason', reason, 'count', count) order by reason) from (
        select reason, count(*) from named where reason is not null group by reason) counted), '[]') as "leftOut",
      coalesce((select json_agg(json_build_object('holderType', holder_type, 'holderId', holder_id, 'name', ${nameOf("few")},
          'reason', reason) order by holder_type, holder_id) from (
        select * from named where reason is not null order by holder_type, holder_id limit ${listed}) few), '[]')
        as "leftOutHolders",
      coalesce((select json_agg(json_build_object('holderType', holder_type, 'holderId', holder_id, 'name', ${nameOf("reached")})
          order by place) from reached, total
        where place in (1, (total.reached + 1) / 2, total.reached)), '[]') as samples`.execute(db);
  return rows[0] ?? { addressees: 0, already: 0, leftOut: [], leftOutHolders: [], samples: [] };
}

/** Adds the next holders of the run's reach; answers the last of them, null if there was none. */
export async function insertAddressees(
  trx: Trx,
  runId: number,
  reach: Reach,
  part: { after: Holder | null; limit: number },
): Promise<Holder | null> {
  const { rows } = await sql<Holder>`
    with named as materialized (${namedBy(reach, part)}),
    judged as (select holder_type, holder_id, ${reasonOf(reach)} as reason from named),
    added as (
      insert into report_addressee (run_id, holder_type, holder_id, kind, period_from, period_to, state, reason)
      select ${runId}, holder_type, holder_id, ${reach.kind}, ${reach.from}::date, ${reach.to}::date,
        case when reason is null then 'waiting' else 'skipped' end, reason
      from judged order by holder_type, holder_id
      on conflict do nothing
    )
    select holder_type as "holderType", holder_id as "holderId" from named order by holder_type desc, holder_id desc limit 1`.execute(
    trx,
  );
  // Whom another run took at the same moment is recorded, too: nobody is left out without a word.
  if (rows[0])
    await sql`
      insert into report_addressee (run_id, holder_type, holder_id, kind, period_from, period_to, state, reason)
      select ${runId}, holder_type, holder_id, ${reach.kind}, ${reach.from}::date, ${reach.to}::date, 'skipped', 'inOtherRun'
      from (${namedBy(reach, part)}) named order by holder_type, holder_id
      on conflict do nothing`.execute(trx);
  return rows[0] ?? null;
}

export interface ClaimedAddressee extends Holder {
  id: number;
  state: "waiting" | "made";
  reportId: number | null;
  tries: number;
  allowedReason: string | null;
}

/** Takes some of those with work left, for a while: other processes take others. Those whose report is made first. */
export async function claimAddressees(
  trx: Trx,
  runId: number,
  { states, limit, seconds }: { states: readonly ("waiting" | "made")[]; limit: number; seconds: number },
): Promise<ClaimedAddressee[]> {
  const { rows } = await sql<ClaimedAddressee>`
    update report_addressee addressee set claimed_until = now() + make_interval(secs => ${seconds}),
      tries = addressee.tries + (addressee.state = 'waiting')::int
    from (
      select id from report_addressee
      where run_id = ${runId} and state = any(${[...states]}::text[]) and (claimed_until is null or claimed_until < now())
      order by state, id limit ${limit} for update skip locked
    ) chosen
    where addressee.id = chosen.id
    returning addressee.id, addressee.holder_type as "holderType", addressee.holder_id as "holderId", addressee.state,
      addressee.report_id as "reportId", addressee.tries, addressee.allowed_reason as "allowedReason"`.execute(trx);
  return rows.toSorted((one, other) => one.id - other.id);
}

/** Lets go of one whose making failed for now, for so many seconds. */
export const postponeAddressee = (trx: Trx, id: number, seconds: number): Promise<unknown> =>
  sql`update report_addressee set claimed_until = now() + make_interval(secs => ${seconds}) where id = ${id}`.execute(
    trx,
  );

export async function findAddressee(
  db: Db,
  runId: number,
  { holderType, holderId }: Holder,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from report_addressee
    where run_id = ${runId} and holder_type = ${holderType} and holder_id = ${holderId}`.execute(db);
  return rows[0]?.id;
}

/** After a pause nobody works on them. */
export const releaseClaims = (trx: Trx, runId: number): Promise<unknown> =>
  sql`update report_addressee set claimed_until = null where run_id = ${runId} and claimed_until is not null`.execute(
    trx,
  );

const stateArray = (move: AddresseeMove) => sql`${[...addresseeMoves[move].from]}::text[]`;

interface Moved {
  reason?: string | null;
  reportId?: number | null;
  gaps?: number;
}

/** Moves one addressee, if it is in a state that the move leaves, and with `ofRunning` only while the run works. */
export async function moveAddressee(
  trx: Trx,
  id: number,
  move: AddresseeMove,
  { reason, reportId, gaps, ofRunning }: Moved & { ofRunning?: number } = {},
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update report_addressee set state = ${addresseeMoves[move].to}, changed_at = now(), claimed_until = null
      ${reason === undefined ? sql`` : sql`, reason = ${reason}`}
      ${reportId === undefined ? sql`` : sql`, report_id = ${reportId}`}
      ${gaps === undefined ? sql`` : sql`, gaps = ${gaps}`}
    where id = ${id} and state = any(${stateArray(move)})
      ${ofRunning === undefined ? sql`` : sql`and exists (select from report_run where id = ${ofRunning} and state = 'running' for share)`}`.execute(
    trx,
  );
  return numAffectedRows === 1n;
}

/** Moves all of the run that are in a state that the move leaves; answers how many. */
export async function moveAllAddressees(trx: Trx, runId: number, move: "cancel" | "withhold"): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update report_addressee set state = ${addresseeMoves[move].to}, changed_at = now(), claimed_until = null
    where run_id = ${runId} and state = any(${stateArray(move)})`.execute(trx);
  return Number(numAffectedRows);
}

/** Those that failed wait again; not who is in another run meanwhile. */
export async function retryFailed(trx: Trx, runId: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update report_addressee addressee set state = 'waiting', reason = null, report_id = null, gaps = null, tries = 0,
      claimed_until = null, changed_at = now(), allowed_by = null, allowed_at = null, allowed_reason = null
    where run_id = ${runId} and state = any(${stateArray("retry")}) and not exists (
      select from report_addressee open where open.holder_type = addressee.holder_type
        and open.holder_id = addressee.holder_id and open.kind = addressee.kind and open.period_from = addressee.period_from
        and open.period_to = addressee.period_to and open.state in ('waiting', 'gapped', 'made'))`.execute(trx);
  return Number(numAffectedRows);
}

/** Lets one with gaps be published, or all of the run whose reports have exactly the same gaps. */
export async function allowGaps(
  trx: Trx,
  runId: number,
  { addressee, all, userId, reason }: { addressee: number; all: boolean; userId: number; reason: string },
): Promise<number> {
  const one = sql<SqlBool>`addressee.id = ${addressee}`;
  const same = sql<SqlBool>`(report.data::json -> 'gaps')::text = (
    select (of_one.data::json -> 'gaps')::text from report_addressee chosen join report of_one on of_one.id = chosen.report_id
    where chosen.id = ${addressee} and chosen.run_id = ${runId})`;
  const { numAffectedRows = 0n } = await sql`
    update report_addressee addressee set state = ${addresseeMoves.allow.to}, allowed_by = ${userId}, allowed_at = now(),
      allowed_reason = ${reason}, changed_at = now(), claimed_until = null
    from report where report.id = addressee.report_id and addressee.run_id = ${runId}
      and addressee.state = any(${stateArray("allow")}) and ${all ? same : one}`.execute(trx);
  return Number(numAffectedRows);
}

/** By the report that reached nobody; answers how many runs it belongs to. */
export async function moveOfReport(trx: Trx, reportId: number, move: "undeliver"): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update report_addressee set state = ${addresseeMoves[move].to}, changed_at = now()
    where report_id = ${reportId} and state = any(${stateArray(move)})`.execute(trx);
  return Number(numAffectedRows);
}

export type StateCounts = Partial<Record<AddresseeState, number>>;

export async function countStates(db: Db, runIds: readonly number[]): Promise<Map<number, StateCounts>> {
  const { rows } = await sql<{ run_id: number; counts: StateCounts }>`
    select run_id, json_object_agg(state, count) as counts from (
      select run_id, state, count(*)::int from report_addressee where run_id = any(${[...runIds]}::bigint[]) group by run_id, state
    ) counted group by run_id`.execute(db);
  return new Map(rows.map(({ run_id, counts }) => [run_id, counts]));
}

export interface AddresseeRecord {
  id: number;
  holder_type: string;
  holder_id: number;
  name: string;
  state: AddresseeState;
  reason: string | null;
  report_id: number | null;
  replaces: number | null;
  gaps: number | null;
  allowed_reason: string | null;
  allowed_by: string | null;
  made_at: Date | null;
  published_at: Date | null;
  told_at: Date | null;
  opened_at: Date | null;
}

/** Addressees in the order in which they were listed, after an id. */
export async function listAddressees(
  db: Db,
  runId: number,
  { after, limit, state }: { after: number; limit: number; state: AddresseeState | undefined },
): Promise<AddresseeRecord[]> {
  const { rows } = await sql<AddresseeRecord>`
    select addressee.id, addressee.holder_type, addressee.holder_id, ${nameOf("addressee")} as name, addressee.state,
      addressee.reason, addressee.report_id, report.replaces, addressee.gaps, addressee.allowed_reason,
      allower.name as allowed_by, report.made_at,
      coalesce(publication.published_at, case when not report.awaits_publication then report.made_at end) as published_at,
      (select min(told_at) from report_telling where report_telling.report_id = addressee.report_id) as told_at,
      (select min(opened_at) from report_opening where report_opening.report_id = addressee.report_id) as opened_at
    from report_addressee addressee
    left join report on report.id = addressee.report_id
    left join report_publication publication on publication.report_id = addressee.report_id
    left join app_user allower on allower.id = addressee.allowed_by
    where addressee.run_id = ${runId} and addressee.id > ${after}
      ${state === undefined ? sql`` : sql`and addressee.state = ${state}`}
    order by addressee.id limit ${limit}`.execute(db);
  return rows;
}
