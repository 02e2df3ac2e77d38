/** Moves a holder from state to state, by the one table in api/holder-states.ts. */
import { type HolderState, type StateAction, transitions } from "@portico/api/holder-states.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { isDuplicate } from "../../kernel/database-errors.ts";
import { Refusal } from "../../kernel/refusal.ts";
import type { Trx } from "../../kernel/transaction.ts";
import { getSetting } from "../settings/settings.service.ts";
import { lockState, updateState } from "./holders.states.queries.ts";

export { findStateBefore } from "./holders.states.queries.ts";

/** The holder's state, locked until the transaction ends: what is decided on it stays true. `notFound` without such a holder. */
export async function readLockedState(trx: Trx, holder: Holder): Promise<HolderState> {
  return (await readLockedStates(trx, holder)).state;
}

/** As `readLockedState`, with the state that a disabled holder goes back to. */
export async function readLockedStates(
  trx: Trx,
  holder: Holder,
): Promise<{ state: HolderState; before: HolderState | null }> {
  const states = await lockState(trx, holder);
  if (!states) throw new Refusal("notFound");
  return states;
}

/**
 * Takes the action's transition as part of the caller's transaction, which audits it and says so after commit.
 * `stateConflict` where the holder is in none of the states that it leaves: nothing changes then.
 */
export async function moveState(
  trx: Trx,
  holder: Holder,
  action: StateAction,
): Promise<{ before: HolderState; after: HolderState }> {
  const transition = transitions.find((candidate) => candidate.action === action);
  if (!transition) throw new Error(`No transition is called ${action}`);
  try {
    // A form is approved on a day of the firm: by it the yearly review counts.
    const { timeZone } = await getSetting(trx, "portalRules");
    const moved = await updateState(trx, holder, { ...transition, timeZone });
    if (moved) return moved;
  } catch (error) {
    // A company that comes back to a started state while its creator has begun another.
    if (isDuplicate(error, "company_started")) throw new Refusal("stateConflict");
    throw error;
  }
  await readLockedState(trx, holder);
  throw new Refusal("stateConflict");
}
