/** Mails about published reports that come back. */
import { transact, type WriteContext } from "../../unit-of-work/transact.ts";
import { recordUndelivered } from "../reports/publication.ts";
import { moveOfReport } from "./addressees.queries.ts";

/**
 * The mail that told a person of a report came back, `reason` in the mail server's words. The addressee is undelivered once no mail
 * has reached anybody, unless the report was opened. Safe to repeat.
 */
export const markUndelivered = (
  context: WriteContext,
  { report, user, reason }: { report: number; user: number; reason: string },
): Promise<void> =>
  transact(context, async (tx) => {
    if (!(await recordUndelivered(tx, { report, user, reason }))) return;
    if ((await moveOfReport(tx, report, "undeliver")) > 0) tx.emit("reportRuns:changed", {});
  });
