/** Changes holder states according to the table in api/holder-states.ts. */
import { type HolderState, type StateAction, transitions } from "@portico/api/holder-states.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { isDuplicate } from "../../kernel/database-errors.ts";
import { Refusal } from "../../kernel/refusal.ts";
import type { Trx } from "../../kernel/transaction.ts";
import { lockState, updateState } from "./holders.states.queries.ts";

export { findStateBefore } from "./holders.states.queries.ts";

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

/**
 * Makes the action's transition in the caller's transaction, which audits and emits it.
 * `stateConflict` if the holder is in none of the states it leaves; nothing changes then.
 */
export async function moveState(
  trx: Trx,
  holder: Holder,
  action: StateAction,
): Promise<{ before: HolderState; after: HolderState }> {
  const transition = transitions.find((candidate) => candidate.action === action);
  if (!transition) throw new Error(`No transition is called ${action}`);
  try {
    const moved = await updateState(trx, holder, transition);
    if (moved) return moved;
  } catch (error) {
    // A company returns to a started state while its creator has started another.
    if (isDuplicate(error, "company_started")) throw new Refusal("stateConflict");
    throw error;
  }
  await readLockedState(trx, holder);
  throw new Refusal("stateConflict");
}
