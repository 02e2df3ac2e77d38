/** Legal holds: nothing of the holder is deleted from the moment one is proposed until the last one is lifted. */

import type { dataRights as calls } from "@portico/api/data-rights.ts";
import type { Parsed } from "@portico/api/endpoint.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { type Context, requireViewer } from "../../../kernel/context.ts";
import { enforce } from "../../../kernel/policy.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import { type Tx, transact } from "../../../unit-of-work/transact.ts";
import type { ProposalKind } from "../../proposals/kind.ts";
import { propose } from "../../proposals/proposals.ts";
import { firmDay } from "../../settings/firm-day.ts";
import { refusalToHold, refusalToLift } from "../data-rights.policy.ts";
import { findHold, insertHold, lockHolder, markLifted, setHeld, settleHold } from "./holds.queries.ts";

/**
 * Proposes a hold, which protects at once. `stateConflict` if the holder's records are erased already, `proposalOpen` while another
 * one waits for a colleague, `badInput` for a last day that is not to come.
 */
export const placeHold = (
  context: Context,
  holder: Holder,
  { reason, endsOn }: Parsed<typeof calls.placeHold>["body"],
): Promise<{ proposalId: number }> =>
  transact(context, async (tx) => {
    const viewer = requireViewer(context);
    const row = await lockHolder(tx, holder);
    if (!row) throw new Refusal("notFound");
    enforce(refusalToHold(viewer, holder, row));
    const { today } = await firmDay(tx, context.now());
    if (endsOn <= today) throw new Refusal("badInput", { fields: [{ path: "endsOn", code: "inPast" }] });
    const hold = await insertHold(tx, holder, { reason, endsOn, askedBy: viewer.userId });
    const proposalId = await propose(tx, context, {
      action: "placeHold",
      holder,
      before: {},
      after: { hold, endsOn },
      reason,
    });
    await changed(tx, holder);
    return { proposalId };
  });

/** Proposes to lift a hold. `stateConflict` unless it stands, `proposalOpen` if that is proposed already. */
export const liftHold = (
  context: Context,
  holder: Holder,
  { holdId, reason }: { holdId: number; reason: string },
): Promise<{ proposalId: number }> =>
  transact(context, async (tx) => {
    await lockHolder(tx, holder);
    const row = await findHold(tx, holder, holdId);
    if (!row) throw new Refusal("notFound");
    enforce(refusalToLift(requireViewer(context), holder, row));
    const proposalId = await propose(tx, context, {
      action: "liftHold",
      holder,
      before: {},
      after: { hold: holdId, endsOn: row.ends_on },
      reason,
    });
    tx.emit("dataRights", holder);
    return { proposalId };
  });

async function changed(tx: Tx, holder: Holder): Promise<void> {
  await setHeld(tx, holder);
  tx.emit("dataRights", holder);
}

const holdOf = ({ hold, endsOn }: Record<string, unknown>) => ({
  hold: Number(hold),
  endsOn: (endsOn ?? null) as string | null,
});

/** Places a hold that was proposed; if it is declined or withdrawn, it protects no longer. */
export const holdProposal: ProposalKind = {
  async carryOut(tx, context, { holder, after, reason }) {
    await lockHolder(tx, holder);
    const hold = holdOf(after);
    const by = requireViewer(context).userId;
    if (!(await settleHold(tx, hold.hold, { state: "placed", by }))) throw new Refusal("stateConflict");
    tx.audit("hold.placed", holder, { after: { ...hold, reason } });
    await changed(tx, holder);
  },
  async dropped(tx, context, { holder, after }) {
    await lockHolder(tx, holder);
    await settleHold(tx, holdOf(after).hold, { state: "declined", by: requireViewer(context).userId });
    await changed(tx, holder);
  },
};

/** Lifts a hold; what is over by then is deleted the next night. */
export const liftProposal: ProposalKind = {
  async carryOut(tx, context, { holder, after, reason }) {
    await lockHolder(tx, holder);
    const hold = holdOf(after);
    const row = await findHold(tx, holder, hold.hold);
    const by = requireViewer(context).userId;
    if (!row || !(await markLifted(tx, hold.hold, { reason: reason ?? "", by }))) throw new Refusal("stateConflict");
    tx.audit("hold.lifted", holder, { before: { ...hold, reason: row.reason }, after: { reason } });
    await changed(tx, holder);
  },
  dropped: async (tx, _context, { holder }) => tx.emit("dataRights", holder),
};
