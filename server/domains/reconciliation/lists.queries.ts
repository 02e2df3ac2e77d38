/** SQL of the lists of reconciliation. */
import type { BreakCause, BreakState } from "@portico/api/rules/reconciliation.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../kernel/transaction.ts";

/** Holders of whom something is stated, after the given one. */
export async function listComparedHolders(
  db: Db,
  { after, limit }: { after: Holder | undefined; limit: number },
): Promise<Holder[]> {
  const { rows } = await sql<Holder>`
    select distinct holder_type as "holderType", holder_id as "holderId" from reconciliation_statement
    where replaced_at is null
      ${after ? sql`and (holder_type, holder_id) > (${after.holderType}, ${after.holderId}::bigint)` : sql``}
    order by 1, 2 limit ${limit}`.execute(db);
  return rows;
}

export interface DayRow {
  custodianId: number;
  custodian: string;
  day: string;
  holders: number;
  incomplete: number;
  agreed: number;
  broken: number;
}

/** Newest first. */
export async function listDayRows(
  db: Db,
  {
    custodian,
    after,
    limit,
  }: { custodian: number | undefined; after: { value: string; id: number } | undefined; limit: number },
): Promise<DayRow[]> {
  const { rows } = await sql<DayRow>`
    select result.custodian_id as "custodianId", custodian.name as custodian, result.day::text as day, count(*)::int as holders,
      count(*) filter (where result.incomplete)::int as incomplete, sum(result.agreed)::int as agreed, sum(result.broken)::int as broken
    from reconciliation_result as result join custodian on custodian.id = result.custodian_id
    where true ${custodian === undefined ? sql`` : sql`and result.custodian_id = ${custodian}`}
      ${after ? sql`and (result.day, result.custodian_id) < (${after.value}::date, ${after.id}::bigint)` : sql``}
    group by result.custodian_id, custodian.name, result.day
    order by result.day desc, result.custodian_id desc limit ${limit}`.execute(db);
  return rows;
}

export interface BreakRow {
  id: number;
  custodian_id: number;
  custodian: string;
  holder_type: Holder["holderType"];
  holder_id: number;
  holder_name: string;
  part: "positions" | "cash";
  name: string;
  instrument_id: number | null;
  currency: string | null;
  first_day: string;
  last_day: string;
  expected: string;
  stated: string;
  difference: string;
  cause: BreakCause | null;
  state: BreakState;
  owner_id: number | null;
  owner_name: string | null;
  note: string | null;
  reason: string | null;
  explained_by: string | null;
  explained_at: Date | null;
  opened_at: Date;
  closed_at: Date | null;
  reopened: number;
  import_id: number;
  file_name: string | null;
  version: number;
}

export interface BreakQuery {
  state: BreakState | undefined;
  custodian: number | undefined;
  cause: BreakCause | "none" | undefined;
  owner: number | "nobody" | undefined;
  /** Broken on that day or before. */
  until: string | undefined;
  holder: Holder | undefined;
}

const filters = ({ state, custodian, cause, owner, until, holder }: BreakQuery): RawBuilder<boolean> => sql`
  ${state === undefined ? sql`broken.state <> 'closed'` : sql`broken.state = ${state}`}
  ${custodian === undefined ? sql`` : sql`and broken.custodian_id = ${custodian}`}
  ${cause === undefined ? sql`` : cause === "none" ? sql`and broken.cause is null` : sql`and broken.cause = ${cause}`}
  ${owner === undefined ? sql`` : owner === "nobody" ? sql`and broken.owner_id is null` : sql`and broken.owner_id = ${owner}`}
  ${until === undefined ? sql`` : sql`and broken.first_day <= ${until}::date`}
  ${holder ? sql`and broken.holder_type = ${holder.holderType} and broken.holder_id = ${holder.holderId}` : sql``}`;

/** The oldest first. */
export async function listBreakRows(
  db: Db,
  query: BreakQuery,
  { after, limit }: { after: { value: string; id: number } | undefined; limit: number },
): Promise<BreakRow[]> {
  const { rows } = await sql<BreakRow>`
    select broken.id, broken.custodian_id, custodian.name as custodian, broken.holder_type, broken.holder_id,
      coalesce(holder_user.name, company.name, '') as holder_name, broken.part, broken.name, broken.instrument_id, broken.currency,
      broken.first_day::text, broken.last_day::text, trim_scale(broken.expected)::text as expected, trim_scale(broken.stated)::text as stated,
      trim_scale(broken.stated - broken.expected)::text as difference, broken.cause, broken.state, broken.owner_id,
      owner.name as owner_name, broken.note, broken.reason, explainer.name as explained_by, broken.explained_at, broken.opened_at,
      broken.closed_at, broken.reopened, broken.import_id, import.file_name, broken.version
    from reconciliation_break as broken join custodian on custodian.id = broken.custodian_id
      left join app_user as holder_user on broken.holder_type = 'user' and holder_user.id = broken.holder_id
      left join company on broken.holder_type = 'company' and company.id = broken.holder_id
      left join app_user as owner on owner.id = broken.owner_id
      left join app_user as explainer on explainer.id = broken.explained_by
      left join import on import.id = broken.import_id
    where ${filters(query)}
      ${after ? sql`and (broken.first_day, broken.id) > (${after.value}::date, ${after.id}::bigint)` : sql``}
    order by broken.first_day, broken.id limit ${limit}`.execute(db);
  return rows;
}

export async function countBreaks(db: Db, query: BreakQuery): Promise<{ open: number; explained: number }> {
  const { rows } = await sql<{ open: number; explained: number }>`
    select count(*) filter (where broken.state = 'open')::int as open, count(*) filter (where broken.state = 'explained')::int as explained
    from reconciliation_break as broken where ${filters({ ...query, state: undefined })}`.execute(db);
  return rows[0] ?? { open: 0, explained: 0 };
}

/** Of each holding the last day on which it agreed, with which custodian; the newest first. */
export async function listAgreedRows(
  db: Db,
  holder: Holder,
): Promise<{ key: string; custodian: string; day: string }[]> {
  const { rows } = await sql<{ key: string; custodian: string; day: string }>`
    select agreed.key, custodian.name as custodian, agreed.day::text as day
    from agreed_holding as agreed join custodian on custodian.id = agreed.custodian_id
    where agreed.holder_type = ${holder.holderType} and agreed.holder_id = ${holder.holderId}
    order by agreed.key, agreed.day desc, lower(custodian.name)`.execute(db);
  return rows;
}
