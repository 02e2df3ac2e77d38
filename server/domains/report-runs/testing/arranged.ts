/** What a run leaves of a report in a test database. */
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import type { Db } from "../../../kernel/transaction.ts";

/** A run that published the report to its holder and told the person. */
export async function arrangeDelivered(
  db: Db,
  { reportId, holder: { holderType, holderId }, userId }: { reportId: number; holder: Holder; userId: number },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into report_run (kind, period_from, period_to, scope, at_once, state, known_at, listed_at)
    values ('assets', '2026-01-01', '2026-03-31', 'chosen', true, 'done', now(), now()) returning id`.execute(db);
  const runId = rows[0]?.id ?? 0;
  await sql`
    insert into report_addressee (run_id, holder_type, holder_id, kind, period_from, period_to, state, report_id, gaps)
    values (${runId}, ${holderType}, ${holderId}, 'assets', '2026-01-01', '2026-03-31', 'told', ${reportId}, 0)`.execute(
    db,
  );
  await sql`
    insert into report_publication (report_id, holder_type, holder_id, run_id)
    values (${reportId}, ${holderType}, ${holderId}, ${runId})`.execute(db);
  await sql`
    insert into report_telling (report_id, holder_type, holder_id, user_id)
    values (${reportId}, ${holderType}, ${holderId}, ${userId})`.execute(db);
  return runId;
}
