/** SQL of a holder's custody: one row by three keys, with the firm's rules. */
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import type { HolderRow } from "../../kernel/holder-row.ts";
import type { Db } from "../../kernel/transaction.ts";

export interface CustodyRow {
  clientNumber: string | null;
  baseCurrency: string;
  baseUrl: string | null;
  version: number | null;
  marketVersion: number;
  rules: unknown;
}

const select = (holderType: string, holderId: string, alsoRead = ""): string => `
    select account.client_number as "clientNumber", account.base_currency as "baseCurrency", link.base_url as "baseUrl",
      head.version, (select version from market_version) as "marketVersion",
      (select data from setting where name = 'portalRules') as rules${alsoRead}
    from holder_account as account
    left join custodian_link as link on link.holder_type = account.holder_type and link.holder_id = account.holder_id
    left join ledger_head as head on head.holder_type = account.holder_type and head.holder_id = account.holder_id
    where account.holder_type = ${holderType} and account.holder_id = ${holderId}`;

/** A holder's custody; undefined for an unknown holder. */
export const custodyRow: HolderRow<CustodyRow> = { select };

/** A select of a text that changes with every request of the holder and every change of its state. */
const requestsStampOf = (holderType: string, holderId: string): string => `
    select concat_ws(' ', count(*), coalesce(sum(changes), 0))
    from transaction_request where holder_type = ${holderType} and holder_id = ${holderId}`;

/** With the stamp of the holder's requests. */
export const custodyWithRequests: HolderRow<CustodyRow & { requestsStamp: string }> = {
  select: (holderType, holderId) =>
    select(holderType, holderId, `, (${requestsStampOf(holderType, holderId)}) as "requestsStamp"`),
};

/** With the firm's risk-free rate. */
export const custodyWithRiskFree: HolderRow<CustodyRow & { riskFree: unknown }> = {
  select: (holderType, holderId) =>
    select(holderType, holderId, `, (select data from setting where name = 'riskFreeRate') as "riskFree"`),
};

/** A select of the ids of the benchmarks offered to a holder as a JSON list, the nearest first; those that ended are not. */
const offeredTo = (holderType: string, holderId: string): string => {
  const assigned = (rank: number, condition: string): string =>
    `select benchmark_id, ${rank} as rank, id from benchmark_assignment where ended_at is null and ${condition}`;
  return `
    select coalesce(json_agg(nearest.benchmark_id order by nearest.rank, nearest.id), '[]') from (
      select distinct on (assigned.benchmark_id) assigned.benchmark_id, assigned.rank, assigned.id from (
        ${assigned(1, `holder_type = ${holderType} and holder_id = ${holderId}`)}
        union all
        ${assigned(
          2,
          `${holderType} = 'user' and group_name in (
            select group_name from distribution_group_member where user_id = ${holderId})`,
        )}
        union all
        ${assigned(
          3,
          `definition_id in (select definition_id from target_join
            where holder_type = ${holderType} and holder_id = ${holderId} and state = 'joined')`,
        )}
        union all
        ${assigned(4, "scope = 'firm'")}
      ) as assigned
      join benchmark on benchmark.id = assigned.benchmark_id and benchmark.ended_at is null
      order by assigned.benchmark_id, assigned.rank, assigned.id
    ) as nearest`;
};

export interface WithBenchmarks extends CustodyRow {
  /** Ids of the benchmarks offered to the holder, the nearest first, without the firm's setting. */
  benchmarks: number[];
  /** Grows with every change of benchmarks. */
  benchmarkVersion: number;
}

/** With the benchmarks offered to the holder. */
export const custodyWithBenchmarks: HolderRow<WithBenchmarks> = {
  select: (holderType, holderId) =>
    // A firm without benchmarks of its own reads no more than their version.
    select(
      holderType,
      holderId,
      `, (select version from benchmark_version) as "benchmarkVersion",
      case when (select version from benchmark_version) = 0 then '[]'::json
        else (${offeredTo(holderType, holderId)}) end as benchmarks`,
    ),
};

export async function isLinked(db: Db, { holderType, holderId }: Holder): Promise<boolean> {
  const { rows } = await sql`
    select from custodian_link where holder_type = ${holderType} and holder_id = ${holderId}`.execute(db);
  return rows.length > 0;
}

/** Those of the holders that are linked to a custodian's system. */
export async function listLinked(db: Db, holders: readonly Holder[]): Promise<Holder[]> {
  if (holders.length === 0) return [];
  const { rows } = await sql<Holder>`
    select holder_type as "holderType", holder_id as "holderId" from custodian_link
    join unnest(${holders.map(({ holderType }) => holderType)}::text[], ${holders.map(({ holderId }) => holderId)}::bigint[])
      as wanted (holder_type, holder_id) using (holder_type, holder_id)`.execute(db);
  return rows;
}
