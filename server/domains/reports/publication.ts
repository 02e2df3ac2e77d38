/** Publication of what runs make: until then a report is hidden from the holder's people and their delegates. */
import type { ReportKind } from "@portico/api/rules/reports.ts";
import type { Holder } from "@portico/api/shapes.ts";
import type { Tx } from "../../unit-of-work/transact.ts";
import { insertPublication, isAnyoneReached, markTellingUndelivered } from "./publication.queries.ts";

/** Of what happened to a report, for the portal's records and proofs. */
export { hasNewer, isShown, listTellings } from "./publication.queries.ts";

/** The holder asked for what waits for its publication: they have it at once. */
export async function showAsked(tx: Tx, { id, holder }: { id: number; holder: Holder }): Promise<void> {
  await insertPublication(tx, { reportId: id, holder, runId: null, publishedBy: null });
}

interface Published {
  id: number;
  holder: Holder;
  kind: ReportKind;
  from: string;
  to: string;
}

/** False if the holder can read it already. Never undone: a correction is a report that replaces it. */
export async function publishReport(
  tx: Tx,
  { id, holder }: Published,
  by: { runId: number; publishedBy: number | null },
): Promise<boolean> {
  if (!(await insertPublication(tx, { reportId: id, holder, ...by }))) return false;
  tx.emit("report", holder);
  return true;
}

/**
 * The mail that told a person of a report came back; `reason` in the mail server's words. True if nobody is left whom a mail has
 * reached: the addressee is then undelivered. Safe to repeat.
 */
export async function recordUndelivered(
  tx: Tx,
  { report, user, reason }: { report: number; user: number; reason: string },
): Promise<boolean> {
  if (!(await markTellingUndelivered(tx, { report, user, reason }))) return false;
  return !(await isAnyoneReached(tx, report));
}
