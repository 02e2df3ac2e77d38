/** Sets and changes the client number of a holder, at once or as a proposal. */
import { isSameNumber } from "@portico/api/rules/client-number.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { clientFolderJob } from "../../adapters/sharepoint/client-folder.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { isDuplicate } from "../../kernel/database-errors.ts";
import { enforce } from "../../kernel/policy.ts";
import { Refusal } from "../../kernel/refusal.ts";
import type { Trx } from "../../kernel/transaction.ts";
import { type Tx, transact } from "../../unit-of-work/transact.ts";
import { refusalToChange } from "../holders/holders.policy.ts";
import { findHoldersByNumber, getHolder, getHolderAccount, refuseStaff } from "../holders/holders.ts";
import { readLockedState } from "../holders/states.ts";
import type { ProposalKind } from "../proposals/kind.ts";
import { needsTwo, propose, refuseWhileProposed, requireReason, reserveClientNumber } from "../proposals/proposals.ts";
import { upsertClientNumber } from "./client-numbers.queries.ts";

/**
 * Writes a holder's client number in the caller's transaction; `clientNumberInUse` if another holder has it,
 * `clientNumberReserved` if an open proposal assigns it to another.
 */
async function saveClientNumber(trx: Trx, holder: Holder, clientNumber: string | null): Promise<void> {
  if (clientNumber !== null) await takeClientNumber(trx, holder, clientNumber);
  const { baseCurrency } = await getHolderAccount(trx, holder);
  try {
    await upsertClientNumber(trx, holder, clientNumber, baseCurrency);
  } catch (error) {
    if (isDuplicate(error)) throw new Refusal("clientNumberInUse");
    throw error;
  }
}

/**
 * Keeps the number for this holder until the transaction ends. `clientNumberReserved` if an open proposal assigns it to
 * another, `clientNumberInUse` if another has it, in whatever case.
 */
async function takeClientNumber(trx: Trx, holder: Holder, clientNumber: string): Promise<void> {
  await reserveClientNumber(trx, holder, clientNumber);
  const others = (await findHoldersByNumber(trx, clientNumber)).filter(
    ({ holderType, holderId }) => holderType !== holder.holderType || holderId !== holder.holderId,
  );
  if (others.length > 0) throw new Refusal("clientNumberInUse");
}

/** Refuses (`isStaff`) a number for a member of staff; their row stays locked, so that nobody becomes staff meanwhile. */
async function refuseNumberOfStaff(trx: Trx, holder: Holder): Promise<void> {
  await readLockedState(trx, holder);
  if (holder.holderType === "user") await refuseStaff(trx, [holder.holderId]);
}

/** Proposes and reserves the number in the caller's transaction; refuses a number that could not be confirmed. */
export async function proposeClientNumber(
  tx: Tx,
  context: Context,
  holder: Holder,
  change: {
    before: string | null;
    after: string | null;
    reason: string | undefined;
    /** The revision whose approval includes the number. */
    approvedRevision?: number | undefined;
  },
): Promise<number> {
  const { before, after, reason, approvedRevision } = change;
  if (after !== null) {
    await refuseNumberOfStaff(tx, holder);
    await takeClientNumber(tx, holder, after);
  }
  return propose(tx, context, {
    action: "setClientNumber",
    holder,
    before: { clientNumber: before },
    after: { clientNumber: after, ...(approvedRevision !== undefined && { approvedRevision }) },
    reason,
  });
}

/**
 * Sets, changes or removes (null) the holder's client number; the ledger stays with the holder. With four eyes on it
 * becomes a proposal, with a reason, and the number stays the old one. `isStaff` for a number of a member of staff.
 */
export async function setClientNumber(
  context: Context,
  holder: Holder,
  { clientNumber, reason }: { clientNumber: string | null; reason?: string | undefined },
): Promise<{ client_number: string | null; proposalId: number | null }> {
  await getHolder(context.db, holder);
  enforce(refusalToChange(requireViewer(context), holder));
  const before = await getHolderAccount(context.db, holder);
  // A number from before keeps its spelling, by which folders and custodians know it.
  if (isSameNumber(before.clientNumber, clientNumber)) return { client_number: before.clientNumber, proposalId: null };
  if (await needsTwo(context.db)) {
    requireReason(reason);
    const change = { before: before.clientNumber, after: clientNumber, reason };
    const proposalId = await transact(context, (tx) => proposeClientNumber(tx, context, holder, change));
    return { client_number: before.clientNumber, proposalId };
  }
  await transact(context, async (tx) => {
    await applyClientNumber(tx, holder, clientNumber);
    tx.emit("holder:state", holder);
  });
  return { client_number: clientNumber, proposalId: null };
}

/**
 * Writes the number with its audit entry in the caller's transaction; the caller emits `holder:state`. A job makes the
 * number's folder.
 * `proposalOpen` if a change of it is proposed, `stateConflict` if a previous number is given and it is no longer current.
 */
export async function applyClientNumber(
  tx: Tx,
  holder: Holder,
  clientNumber: string | null,
  seen?: string | null,
): Promise<void> {
  // Serialises changes of one holder, so that each is logged with the value it replaced.
  await readLockedState(tx, holder);
  await refuseWhileProposed(tx, { action: "setClientNumber", holder });
  if (clientNumber !== null && holder.holderType === "user") await refuseStaff(tx, [holder.holderId]);
  const before = await getHolderAccount(tx, holder);
  if (seen !== undefined && before.clientNumber !== seen) throw new Refusal("stateConflict");
  await saveClientNumber(tx, holder, clientNumber);
  if (clientNumber !== null) await tx.enqueue(clientFolderJob, { clientNumber });
  tx.audit("holder.clientNumberSet", holder, {
    before: { clientNumber: before.clientNumber },
    after: { clientNumber },
  });
}

/** Applies a confirmed change of a client number. */
export const clientNumberProposal: ProposalKind = {
  carryOut(tx, _context, { holder, before, after }) {
    const number = (side: Record<string, unknown>) => side["clientNumber"] as string | null;
    return applyClientNumber(tx, holder, number(after), number(before));
  },
};
