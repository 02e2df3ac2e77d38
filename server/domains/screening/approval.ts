/** An approval waits for screening. */
import type { Holder } from "@portico/api/shapes.ts";
import type { Context } from "../../kernel/context.ts";
import { Refusal } from "../../kernel/refusal.ts";
import type { Trx } from "../../kernel/transaction.ts";
import { transact } from "../../unit-of-work/transact.ts";
import { readOpenCount } from "./candidates/candidates.queries.ts";
import { makeDue } from "./runs/due.queries.ts";
import { findHolderRow, type HolderRow } from "./runs/runs.queries.ts";
import { screenOne } from "./runs/screen.ts";
import { findSource, type Source } from "./runs/source.ts";

/**
 * Refuses (`screeningOpen`) the approval of a holder of whom candidates wait for a decision, `count` of them, or who is not
 * looked at yet against the list that counts. Without a list nothing waits. A candidate that was decided as true refuses
 * nothing: what follows from it a person decides.
 */
export async function requireScreened(trx: Trx, holder: Holder): Promise<void> {
  const source = await findSource(trx);
  const count = await readOpenCount(trx, holder);
  if (count > 0) throw new Refusal("screeningOpen", { count });
  if (!source) return;
  const row = await findHolderRow(trx, holder);
  if (!row || row.due_since !== null || row.list_id !== source.list.id)
    throw new Refusal("screeningOpen", { count: 0 });
}

/** Whether the holder was looked at against the list that counts now, by the rules of now. */
const isCovered = (row: HolderRow | undefined, { list, rules }: Source): boolean =>
  row?.list_id === list.id && row.rules === rules;

/**
 * Screens a holder who is due, or was not looked at against the list that counts, before the transaction that approves them: lists
 * that were taken while their relationship was at an end did not make them due. What cannot be reached now leaves them due, and
 * the approval refused; the job tries again.
 */
export async function screenBeforeApproval(context: Context, holder: Holder): Promise<void> {
  // Not as the caller: what is found is the portal's.
  const own: Context = { ...context, viewer: null, system: "screening" };
  try {
    const source = await findSource(own.db);
    if (source && !isCovered(await findHolderRow(own.db, holder), source))
      await transact(own, (tx) => makeDue(tx, holder, "nightly"));
    await screenOne(own, holder);
  } catch (error) {
    context.log.warn({ err: error, ...holder }, "a client could not be screened before an approval");
  }
}
