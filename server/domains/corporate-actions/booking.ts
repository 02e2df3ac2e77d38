/** Books what a run of a corporate action calculated, holder by holder; and reverses all of it at once. */
import { isSameJson } from "@portico/api/rules/same-json.ts";
import type { Holder } from "@portico/api/shapes.ts";
import type { Context } from "../../kernel/context.ts";
import { type Tx, transact } from "../../unit-of-work/transact.ts";
import { emitPortfolios } from "../portfolios/change-events.ts";
import { lockHead } from "../portfolios/ledger/action-entries.ts";
import type { Booking } from "../portfolios/ledger/entries.ts";
import { bookEntries, EntriesRefused } from "../portfolios/ledger/writer.ts";
import { type ActionRecord, keepVersion, moveAction } from "./actions.queries.ts";
import { moveRun, type RunRecord, type StateCounts } from "./runs.queries.ts";
import { listShares, lockShare, markUndone, moveShare, type ShareRecord } from "./shares.queries.ts";
import { calculateShare, toBooked } from "./shares.ts";
import { calculateReversal } from "./undoing.ts";

/** Another process was first: the transaction leaves nothing. */
export class Settled extends Error {}

/** Others whose figures a split changes are marked by the writer, and told by the job of the daily values. */
const emitBooking = (tx: Tx, { holderType, holderId }: Holder, { version }: Booking): void => {
  emitPortfolios(tx, [{ holderType, holderId, version }]);
  tx.emit("corporateActions:holder", { holderType, holderId });
};

/**
 * Books one holder's share, if it is still what was shown: an entry that was booked meanwhile may change it, and then nobody has seen
 * what would be booked (`changedSince`).
 */
export async function bookShare(
  context: Context,
  run: RunRecord,
  action: ActionRecord,
  claimed: ShareRecord,
): Promise<void> {
  await transact(context, async (tx) => {
    await lockHead(tx, claimed);
    const share = await lockShare(tx, run.id, claimed);
    if (share?.state !== "ready") throw new Settled();
    const { made, ...now } = await calculateShare(tx, action, share);
    const from = ["ready"] as const;
    if (now.state !== "ready" || !isSameJson(now.outcome, share.outcome)) {
      const changed = now.state === "ready" ? ({ ...now, state: "refused", reason: "changedSince" } as const) : now;
      await moveShare(tx, run.id, share, { from, ...changed });
      return;
    }
    const booking = await bookEntries(tx, share, made, { answerOf: () => "same" });
    await moveShare(tx, run.id, share, { from, ...now, state: "booked", entries: booking.booked });
    const { holderType, holderId, units } = share;
    const holder = { holderType, holderId };
    tx.audit("corporateAction.booked", holder, {
      after: {
        action: action.id,
        type: action.type,
        instrument: action.instrument.name,
        units,
        entries: booking.booked,
      },
    });
    await tx.notify(holder, {
      type: "action_applied",
      params: { asked: action.type, account: action.instrument.name },
      target_id: action.id,
    });
    emitBooking(tx, holder, booking);
  });
}

/** Everything that could be booked is. */
export const endApply = (context: Context, run: RunRecord, action: ActionRecord, counts: StateCounts): Promise<void> =>
  transact(context, async (tx) => {
    if (!(await moveRun(tx, run.id, { from: "booking", to: "done" }))) return;
    if (await moveAction(tx, action.id, { from: ["applying"], to: "applied" }))
      await keepVersion(tx, action.id, { userId: null });
    const refused = (counts.refused ?? 0) + (counts.failed ?? 0);
    tx.audit("corporateAction.applied", action.id, { after: { run: run.id, holders: counts.booked ?? 0, refused } });
    tx.emit("corporateActions:changed", {});
  });

/** A holder's entries cannot be reversed any more: nothing is undone. */
class Blocked extends Error {
  readonly holder: ShareRecord;
  readonly detail: string | null;
  constructor(holder: ShareRecord, detail: string | null) {
    super("a reversal is not possible");
    this.holder = holder;
    this.detail = detail;
  }
}

/** Reverses all in one transaction, so that none is undone without the others; a process that is killed leaves nothing undone. */
export async function bookReversals(context: Context, run: RunRecord, action: ActionRecord): Promise<void> {
  try {
    await transact(context, (tx) => reverseAll(tx, run, action));
  } catch (error) {
    if (error instanceof Settled) return;
    if (!(error instanceof Blocked)) throw error;
    const { holder, detail } = error;
    await transact(context, async (tx) => {
      if (!(await moveRun(tx, run.id, { from: "booking", to: "blocked" }))) return;
      await moveShare(tx, run.id, holder, { from: ["ready"], state: "refused", reason: "soldSince", detail });
      if (await moveAction(tx, action.id, { from: ["undoing"], to: "applied" }))
        await keepVersion(tx, action.id, { userId: null });
      tx.emit("corporateActions:changed", {});
    });
  }
}

async function reverseAll(tx: Tx, run: RunRecord, action: ActionRecord): Promise<void> {
  if (!(await moveRun(tx, run.id, { from: "booking", to: "done" }))) throw new Settled();
  const booked = toBooked(action, run.application);
  const shares = await listShares(tx, run.id, "ready");
  for (const share of shares) {
    await lockHead(tx, share);
    const { made, state, detail = null } = await calculateReversal(tx, share, booked);
    if (state === "refused") throw new Blocked(share, detail);
    await reverseOne(tx, action, share, made);
    await moveShare(tx, run.id, share, { from: ["ready"], state: "undone", entries: made.length });
  }
  await markUndone(tx, { actionId: action.id, application: run.application });
  await moveAction(tx, action.id, { from: ["undoing"], to: "undone", nextApplication: true });
  await keepVersion(tx, action.id, { userId: null });
  tx.audit("corporateAction.undone", action.id, { after: { run: run.id, holders: shares.length } });
  tx.emit("corporateActions:changed", {});
}

async function reverseOne(
  tx: Tx,
  action: ActionRecord,
  share: ShareRecord,
  made: Parameters<typeof bookEntries>[2],
): Promise<void> {
  const holder = { holderType: share.holderType, holderId: share.holderId };
  try {
    const booking = await bookEntries(tx, share, made);
    tx.audit("corporateAction.reversed", holder, { after: { action: action.id, entries: booking.booked } });
    await tx.notify(holder, {
      type: "action_undone",
      params: { asked: action.type, account: action.instrument.name },
      target_id: action.id,
    });
    emitBooking(tx, holder, booking);
  } catch (error) {
    if (error instanceof EntriesRefused) throw new Blocked(share, null);
    throw error;
  }
}
