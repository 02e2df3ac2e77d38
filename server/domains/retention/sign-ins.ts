/** Deletes sign-in records after the firm's number of months. */
import { retentionJob } from "../../jobs/firm-jobs.ts";
import type { Db } from "../../kernel/transaction.ts";
import { type Tx, transact, type WriteContext } from "../../unit-of-work/transact.ts";
import { listTablesByClass, type TableName } from "./classes.ts";
import { beforeAll, type LastRead, type Purged, purgeAuditPage, purgePage } from "./sign-ins.queries.ts";

/** The job's context, with a connection of the erasing role. */
export const createEraserContext = (erasing: Db): WriteContext => ({ db: erasing, system: retentionJob.name });

const auditPurge = (tx: Tx, what: TableName, count: number, before: Date): void =>
  tx.audit("retention.signInsErased", "signIn", {
    after: { table: what, rows: count, before: before.toISOString() },
  });

/** Everything before the moment, page by page, each with an audit entry; returns the number of rows. */
export async function purgeSignIns(erasing: Db, before: Date): Promise<number> {
  let count = 0;
  for (const table of listTablesByClass("signIn"))
    for (let after: LastRead | null = beforeAll; after !== null; ) {
      const from: LastRead = after;
      const page: Purged = await transact(createEraserContext(erasing), async (tx) => {
        const purged = await purgePage(tx, table, { before, after: from });
        if (purged.deleted > 0) auditPurge(tx, table, purged.deleted, before);
        return purged;
      });
      count += page.deleted;
      after = page.next;
    }
  return count;
}

/** The same for audit entries, which lose their content and keep their position. */
export async function purgeSignInAudit(erasing: Db, before: Date): Promise<number> {
  let count = 0;
  for (;;) {
    const erased = await transact(createEraserContext(erasing), async (tx) => {
      const rows = await purgeAuditPage(tx, before);
      if (rows > 0) auditPurge(tx, "audit_entry", rows, before);
      return rows;
    });
    if (erased === 0) return count;
    count += erased;
  }
}
