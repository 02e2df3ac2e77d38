/** SQL of assignments of benchmarks. */

import type { BenchmarkScope } from "@portico/api/rules/benchmarks.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import type { Db, Trx } from "../../kernel/transaction.ts";
import type { Names } from "../portfolios/benchmarks/definitions.ts";

/** To whom: exactly what its scope names. */
export interface Target {
  scope: BenchmarkScope;
  holder: Holder | null;
  group: string | null;
  definitionId: number | null;
}

export interface AssignmentRecord {
  id: number;
  scope: BenchmarkScope;
  holder_type: Holder["holderType"] | null;
  holder_id: number | null;
  group_name: string | null;
  definition_id: number | null;
  /** Of a holder; null for others. */
  holder_name: string | null;
  strategy: Names | null;
  created_at: Date;
  created_by: number;
}

/** What a benchmark is assigned to, the nearest first. */
export async function listAssignmentRecords(db: Db, benchmarkId: number): Promise<AssignmentRecord[]> {
  const { rows } = await sql<AssignmentRecord>`
    select assignment.id, assignment.scope, assignment.holder_type, assignment.holder_id, assignment.group_name,
      assignment.definition_id, coalesce(app_user.name, company.name) as holder_name, definition.card -> 'name' as strategy,
      assignment.created_at, assignment.created_by
    from benchmark_assignment assignment
    left join app_user on assignment.holder_type = 'user' and app_user.id = assignment.holder_id
    left join company on assignment.holder_type = 'company' and company.id = assignment.holder_id
    left join target_definition definition on definition.id = assignment.definition_id
    where assignment.benchmark_id = ${benchmarkId} and assignment.ended_at is null
    order by array_position(array['holder', 'group', 'strategy', 'firm'], assignment.scope), assignment.id limit 1000`.execute(
    db,
  );
  return rows;
}

/** False if it is assigned to the target already. Throws if there is no such group or strategy. */
export async function insertAssignment(
  trx: Trx,
  benchmarkId: number,
  { scope, holder, group, definitionId }: Target,
  userId: number,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into benchmark_assignment (benchmark_id, scope, holder_type, holder_id, group_name, definition_id, created_by)
    values (${benchmarkId}, ${scope}, ${holder?.holderType ?? null}, ${holder?.holderId ?? null}, ${group}, ${definitionId},
      ${userId})
    on conflict do nothing`.execute(trx);
  return numAffectedRows === 1n;
}

/** The name of a group, or of a strategy in English, which stays until the transaction ends; undefined if there is none. */
export async function lockTarget(trx: Trx, { group, definitionId }: Target): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select name from distribution_group where name = ${group} for key share`.execute(trx);
  if (group !== null) return rows[0]?.name;
  const { rows: strategies } = await sql<{ name: string }>`
    select coalesce(card -> 'name' ->> 'en', '') as name from target_definition where id = ${definitionId} for key share`.execute(
    trx,
  );
  return strategies[0]?.name;
}

export interface EndedAssignment {
  scope: BenchmarkScope;
  holder_type: Holder["holderType"] | null;
  holder_id: number | null;
  group_name: string | null;
  definition_id: number | null;
}

/** Ends an assignment; undefined if it has ended or does not belong to the benchmark. */
export async function endAssignmentRecord(
  trx: Trx,
  benchmarkId: number,
  id: number,
): Promise<EndedAssignment | undefined> {
  const { rows } = await sql<EndedAssignment>`
    update benchmark_assignment set ended_at = now()
    where id = ${id} and benchmark_id = ${benchmarkId} and ended_at is null
    returning scope, holder_type, holder_id, group_name, definition_id`.execute(trx);
  return rows[0];
}

export async function findAssignment(
  db: Db,
  benchmarkId: number,
  id: number,
): Promise<{ scope: BenchmarkScope } | undefined> {
  const { rows } = await sql<{ scope: BenchmarkScope }>`
    select scope from benchmark_assignment where id = ${id} and benchmark_id = ${benchmarkId}`.execute(db);
  return rows[0];
}
