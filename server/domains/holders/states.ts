/** Changes holder states according to the table in api/holder-states.ts. */
import { type HolderState, type StateAction, transitions } from "@portico/api/holder-states.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { isDuplicate } from "../../kernel/database-errors.ts";
import { Refusal } from "../../kernel/refusal.ts";
import type { Trx } from "../../kernel/transaction.ts";
import type { Tx } from "../../unit-of-work/transact.ts";
import { lockState, updateState } from "./states.queries.ts";

export { findStateBefore } from "./states.queries.ts";

/**
 * The holder's state, locked until the transaction ends, so that decisions on it stay valid. `notFound` without such a
 * holder.
 */
export async function readLockedState(trx: Trx, holder: Holder): Promise<HolderState> {
  return (await readLockedStates(trx, holder)).state;
}

/** Like `readLockedState`, with the state that a disabled holder returns to. */
export async function readLockedStates(
  trx: Trx,
  holder: Holder,
): Promise<{ state: HolderState; before: HolderState | null }> {
  const states = await lockState(trx, holder);
  if (!states) throw new Refusal("notFound");
  return states;
}

/** Actions after which other people act for a holder, or nobody: a company's creator does so until its first approval. */
const changesRights: Record<Holder["holderType"], readonly StateAction[]> = {
  user: ["reject", "disable", "enable"],
  company: ["approve", "reject", "disable", "enable"],
};

/**
 * Makes the action's transition in the caller's transaction, which audits and emits it; what waits for the holder is
 * reconsidered.
 * `stateConflict` if the holder is in none of the states it leaves; nothing changes then.
 */
export async function moveState(
  tx: Tx,
  holder: Holder,
  action: StateAction,
): Promise<{ before: HolderState; after: HolderState }> {
  const transition = transitions.find((candidate) => candidate.action === action);
  if (!transition) throw new Error(`No transition is called ${action}`);
  try {
    const moved = await updateState(tx, holder, transition);
    if (moved) {
      if (changesRights[holder.holderType].includes(action))
        tx.rightsChanged(
          holder.holderType === "user"
            ? { userIds: [holder.holderId], companyIds: [] }
            : { userIds: [], companyIds: [holder.holderId] },
        );
      return moved;
    }
  } catch (error) {
    // A company returns to a started state while its creator has started another.
    if (isDuplicate(error, "company_started")) throw new Refusal("stateConflict");
    throw error;
  }
  await readLockedState(tx, holder);
  throw new Refusal("stateConflict");
}
