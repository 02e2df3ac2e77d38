/** Corrections of stored NAVs: with a reason, audited, the value before kept. */
import type { Answer, Parsed } from "@portico/api/endpoint.ts";
import type { funds } from "@portico/api/funds.ts";
import { Decimal } from "decimal.js";
import { type Context, requireViewer } from "../../../kernel/context.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import type { Db } from "../../../kernel/transaction.ts";
import { type Tx, transact } from "../../../unit-of-work/transact.ts";
import { isNewZero } from "../../imports/quotes/quotes.policy.ts";
import { correctStored, findStoredNav, listCorrections, listUploadCorrections } from "./navs.queries.ts";

const shownCorrections = 50;

/** The last corrections of a fund. */
export async function readCorrections(db: Db, fundId: number): Promise<Answer<typeof funds.openFund>["corrections"]> {
  return (await listCorrections(db, fundId, shownCorrections)).map((one) => ({
    ...one,
    corrected_at: one.corrected_at.toISOString(),
  }));
}

/**
 * Corrects one value. `notFound` for a day without a stored NAV; `stateConflict` if it is not the value that was read;
 * `badInput` for the same value; `quotesNotAccepted` for a value of 0 that was not accepted.
 */
export async function correctNav(
  context: Context,
  fundId: number,
  { day, before, value, reason, acceptZero }: Parsed<typeof funds.correctNav>["body"],
): Promise<{ done: true }> {
  const { userId } = requireViewer(context);
  if (new Decimal(value).eq(before)) throw new Refusal("badInput", { fields: [{ path: "value", code: "notAllowed" }] });
  if (isNewZero(value, before) && !acceptZero) throw new Refusal("quotesNotAccepted");
  await transact(context, async (tx) => {
    const source = await correctStored(tx, fundId, {
      day,
      before,
      value,
      reason,
      source: null,
      uploadId: null,
      userId,
    });
    if (source === undefined) {
      const stored = await findStoredNav(tx, fundId, day);
      if (stored === undefined) throw new Refusal("notFound");
      // Sent again.
      if (new Decimal(stored).eq(value)) return;
      throw new Refusal("stateConflict");
    }
    tx.audit("fund.navCorrected", fundId, { before: { day, value: before, source }, after: { day, value, reason } });
    tx.emit("funds:changed", {});
  });
  return { done: true };
}

/** The corrections that a confirmed file brings; its funds are locked. */
export async function correctFromUpload(
  tx: Tx,
  uploadId: number,
  { reason, userId }: { reason: string; userId: number },
): Promise<void> {
  for (const { fundId, source, ...correction } of await listUploadCorrections(tx, uploadId)) {
    const { day, before, value } = correction;
    const sourceBefore = await correctStored(tx, fundId, { ...correction, source, reason, uploadId, userId });
    if (sourceBefore === undefined) throw new Refusal("stateConflict");
    tx.audit("fund.navCorrected", fundId, {
      before: { day, value: before, source: sourceBefore },
      after: { day, value, reason, upload: uploadId },
    });
  }
}
