/** SQL of the state of the audit log's chains. */
import { sql } from "kysely";
import { anchorAction, anchorChain } from "../../audit/chain.ts";
import { verificationJob } from "../../jobs/firm-jobs.ts";
import { jobsSchema } from "../../jobs/jobs.ts";
import type { Db } from "../../kernel/transaction.ts";

/** Entries of all chains, and when the last anchor was written. */
export async function findHeads(db: Db): Promise<{ entries: number; anchored_at: Date | null }> {
  const { rows } = await sql<{ entries: number; anchored_at: Date | null }>`
    select sum(position)::bigint as entries,
      (select at from audit_entry where chain = ${anchorChain} and action = ${anchorAction}
       order by position desc limit 1) as anchored_at
    from audit_head`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("the audit log has no chains");
  return row;
}

/** The last verification that ended. */
export const findLastVerification = (db: Db) =>
  db
    .selectFrom("job_run")
    .select(["started_at", "outcome", "failure", "failure_reason"])
    .where("job", "=", verificationJob.name)
    .where("finished_at", "is not", null)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();

/** Whether a verification waits or runs. */
export async function isVerificationRunning(db: Db): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from ${sql.table(`${jobsSchema}.job`)}
      where name = ${verificationJob.name} and state in ('created', 'retry', 'active') and start_after <= now()) as found`.execute(
    db,
  );
  return rows[0]?.found ?? false;
}
