/**
 * What a restored database must not go on with as if the time since the backup had not been: the portal that made the backup went
 * on, sent what waited then, and ended sessions and keys that this database still has. docs/decisions/0412-after-a-restore.md
 */

/** Runs a statement; the number of rows that it changed or found. */
export type Count = (statement: string) => Promise<number>;

interface Step {
  /** Tables and columns that it needs: a backup of an earlier version lacks some. */
  needs: readonly `${string}.${string}`[];
  statement: string;
  /** For whoever restores; `count` is above zero. */
  says: (count: number) => string;
}

const steps: readonly Step[] = [
  {
    needs: ["public.session"],
    statement:
      "update session set ended_at = now(), end_reason = 'restored' where ended_at is null and expires_at > now()",
    says: (count) => `${count} sessions were ended: everybody signs in again.`,
  },
  {
    needs: ["public.machine_key"],
    statement:
      "update machine_key set stopped_at = now(), version = version + 1 where ended_at is null and stopped_at is null and approved_at is not null",
    says: (count) =>
      `${count} keys of machines were stopped: one that was revoked since the backup would be valid again. An administrator takes each over under Machines.`,
  },
  {
    needs: ["public.webhook_endpoint", "public.webhook_endpoint.paused_for"],
    statement: `update webhook_endpoint set paused_at = now(), paused_for = 'restore'
      where paused_at is null and disabled_at is null and removed_at is null`,
    says: (count) =>
      `${count} webhook endpoints were paused: what waits for them may have been sent since the backup. An administrator resumes them, or drops what waits, under Webhooks.`,
  },
  {
    // Earlier versions do not say why.
    needs: ["public.webhook_endpoint"],
    statement:
      "update webhook_endpoint set paused_at = now() where paused_at is null and disabled_at is null and removed_at is null",
    says: (count) => `${count} webhook endpoints were paused. An administrator resumes them under Webhooks.`,
  },
  {
    needs: ["jobs.job"],
    statement: "delete from jobs.job where name = 'mail.deliver' and state in ('created', 'retry', 'active')",
    says: (count) => `${count} mails that waited to be sent were dropped: they may have been sent since the backup.`,
  },
];

const exists = (need: string): string => {
  const [schema, table, column] = need.split(".");
  return column === undefined
    ? `select from pg_tables where schemaname = '${schema}' and tablename = '${table}'`
    : `select from information_schema.columns where table_schema = '${schema}' and table_name = '${table}' and column_name = '${column}'`;
};

/** Does it once for a database that was just restored and that no portal has run on yet; says what it did. */
export async function settleRestored(count: Count): Promise<string[]> {
  const said: string[] = [];
  for (const { needs, statement, says } of steps) {
    let isThere = true;
    for (const need of needs) isThere &&= (await count(exists(need))) > 0;
    const changed = isThere ? await count(statement) : 0;
    if (changed > 0) said.push(says(changed));
  }
  return said;
}
