/** Deletes what is kept of signing in once the firm's months are over. */
import { audit } from "../../audit/audit.ts";
import { retentionJob } from "../../jobs/firm-jobs.ts";
import { type Db, inTransaction, type Trx } from "../../kernel/transaction.ts";
import { type TableName, tablesOf } from "./retention.classes.ts";
import { type Purged, purgeAuditPage, purgePage } from "./retention.sign-ins.queries.ts";

const auditPurge = (trx: Trx, what: TableName, count: number, before: Date): Promise<void> =>
  audit(trx, {
    actor: { system: retentionJob.name },
    action: "retention.signInsErased",
    subject: { type: "retention", id: "signIn" },
    after: { table: what, rows: count, before: before.toISOString() },
  });

/** Everything of before the moment, page by page, each with its line in the audit log; how many rows went. */
export async function purgeSignIns(erasing: Db, before: Date): Promise<number> {
  let count = 0;
  for (const table of tablesOf("signIn"))
    for (let after: number | null = 0; after !== null; ) {
      const from: number = after;
      const page: Purged = await inTransaction(erasing, async (trx) => {
        const purged = await purgePage(trx, table, { before, after: from });
        if (purged.deleted > 0) await auditPurge(trx, table, purged.deleted, before);
        return purged;
      });
      count += page.deleted;
      after = page.next;
    }
  return count;
}

/** The same of the audit log's entries, which lose their content and keep their place. */
export async function purgeSignInAudit(erasing: Db, before: Date): Promise<number> {
  let count = 0;
  for (;;) {
    const erased = await inTransaction(erasing, async (trx) => {
      const rows = await purgeAuditPage(trx, before);
      if (rows > 0) await auditPurge(trx, "audit_entry", rows, before);
      return rows;
    });
    if (erased === 0) return count;
    count += erased;
  }
}
