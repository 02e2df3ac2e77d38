/** The evidence that a report was read: each look of the holder's people, once an hour at most. */
import type { Holder } from "@portico/api/shapes.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { hasLevel, isHolder } from "../../kernel/viewer.ts";
import { transact } from "../../unit-of-work/transact.ts";
import { firmDay } from "../settings/firm-day.ts";
import { insertOpening, isOpenedLately, type OpenedForm } from "./openings.queries.ts";
import { insertStatementOpening } from "./statements/statements.queries.ts";

/**
 * Records that the caller opened a report of the holder. Staff do not count, nor in view-as: they are not the holder's people,
 * and the audit log says which report they read. A delegate's access is recorded with the report by the access check.
 */
export async function recordOpening(
  context: Context,
  { reportId, holder, form }: { reportId: number; holder: Holder; form: OpenedForm },
): Promise<void> {
  const viewer = requireViewer(context);
  if (!isHolder(viewer, holder)) {
    if (hasLevel(viewer, "internal"))
      await transact(context, async (tx) =>
        tx.audit("report.readByStaff", holder, { after: { report: reportId, form }, oncePerHour: true }),
      );
    return;
  }
  const { userId } = viewer;
  if (await isOpenedLately(context.db, { reportId, userId, form })) return;
  await transact(context, async (tx) => {
    await insertOpening(tx, { reportId, holder, userId, form });
    const { today } = await firmDay(tx, context.now());
    await insertStatementOpening(tx, { reportId, userId, today });
    tx.emit("report", holder);
  });
}
