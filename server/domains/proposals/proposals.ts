/** Four eyes: while the setting is on, some changes are proposed and wait for a second person (docs/rules.md, Four eyes). */

import type { Proposal } from "@portico/api/proposals.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { Refusal } from "../../kernel/refusal.ts";
import type { Db, Trx } from "../../kernel/transaction.ts";
import { type Tx, transact } from "../../unit-of-work/transact.ts";
import { getSetting } from "../settings/settings.ts";
import {
  closeProposal,
  type Decided,
  findDecider,
  findNumberProposer,
  findProposer,
  insertProposal,
  lockClientNumber,
  lockProposal,
  type ProposalRow,
  type ProposedField,
} from "./proposals.queries.ts";

export {
  countOpen as countOpenProposals,
  findProposal,
  findSides,
  listProposals as listProposalRows,
  type ProposalRow,
} from "./proposals.queries.ts";

interface Proposed {
  action: Proposal["action"];
  holder: Holder;
  /** The value that the proposer saw, and the proposed one. */
  before: Record<string, unknown>;
  after: Record<string, unknown>;
  /** Reason for the deciding person. A client number given with an approval names the approved revision in `after` instead. */
  reason: string | undefined;
  /** Needs a second person whatever the setting. */
  always?: boolean;
}

/**
 * Proposes the change and returns the proposal's id if four eyes are on or the change always needs them; null if the
 * caller is to apply it at once. `proposalOpen` if the same change of this holder is already proposed, `badInput`
 * without a reason.
 */
export async function proposeInstead(context: Context, proposed: Proposed): Promise<number | null> {
  if (!proposed.always && !(await needsTwo(context.db))) return null;
  requireReason(proposed.reason);
  return transact(context, (tx) => propose(tx, context, proposed));
}

/**
 * Refuses (`proposalOpen`, with who proposed it) to change at once what an open proposal would change: whoever proposed it
 * could otherwise do it alone once four eyes are off. A proposal that is being confirmed is not open any more.
 */
export async function refuseWhileProposed(trx: Trx, field: ProposedField): Promise<void> {
  const by = await findProposer(trx, field);
  if (by !== undefined) throw new Refusal("proposalOpen", { by });
}

/** Refuses (`badInput`) a proposal without a reason. */
export function requireReason(reason: string | undefined): void {
  if (reason === undefined) throw new Refusal("badInput", { fields: [{ path: "reason", code: "required" }] });
}

/** Whether changes of the proposed kinds need a second person. */
export const needsTwo = async (db: Db): Promise<boolean> => (await getSetting(db, "fourEyes")).on;

/** By what one open proposal keeps out another. */
function fieldOf({ action, holder, after }: Proposed): ProposedField {
  const { setting, accountId, person, account, custodian } = after;
  if (action === "saveSetting") return { action, setting: String(setting) };
  if (action === "linkAccount") return { action, account: String(account) };
  if (action === "loosenCustodian") return { action, custodian: String(custodian) };
  return {
    action,
    holder,
    ...(typeof accountId === "number" && { accountId }),
    ...(typeof person === "number" && { person }),
  };
}

/** Stores the proposal in the caller's transaction. */
export async function propose(tx: Tx, context: Context, proposed: Proposed): Promise<number> {
  const { userId } = requireViewer(context);
  const id = await insertProposal(tx, { ...proposed, reason: proposed.reason ?? null, proposedBy: userId });
  if (id === undefined) {
    const by = await findProposer(tx, fieldOf(proposed));
    throw new Refusal("proposalOpen", by === undefined ? {} : { by });
  }
  tx.audit(`proposal.${proposed.action}Proposed`, proposed.holder, {
    before: proposed.before,
    after: { ...proposed.after, ...(proposed.reason !== undefined && { reason: proposed.reason }) },
  });
  tx.emit("proposals:changed", {});
  return id;
}

/**
 * Reserves the client number for this holder until the transaction ends: nobody else can be given or proposed it
 * meanwhile.
 * `clientNumberReserved` if an open proposal assigns it to another holder.
 */
export async function reserveClientNumber(trx: Trx, holder: Holder, clientNumber: string): Promise<void> {
  await lockClientNumber(trx, clientNumber);
  const by = await findNumberProposer(trx, clientNumber, holder);
  if (by !== undefined) throw new Refusal("clientNumberReserved", { by });
}

/**
 * An open proposal, locked until the transaction ends; `notFound` without one, `proposalDecided` with the name of
 * whoever decided it.
 */
export async function lockOpenProposal(trx: Trx, id: number): Promise<ProposalRow> {
  const row = await lockProposal(trx, id);
  if (!row) throw new Refusal("notFound");
  if (row.state !== "open") {
    const by = await findDecider(trx, id);
    throw new Refusal("proposalDecided", by === undefined ? {} : { by });
  }
  return row;
}

/** Decides an open proposal in the caller's transaction. */
export async function closeDecided(trx: Trx, id: number, decision: Decided): Promise<ProposalRow> {
  const row = await closeProposal(trx, id, decision);
  if (!row) throw new Refusal("stateConflict");
  return row;
}
