/** Where an action leads a contract, and what follows from the state it reached. */

import {
  type ContractAction,
  type ContractFacts,
  type ContractState,
  contractTransition,
} from "@portico/api/contract-states.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { Refusal } from "../../kernel/refusal.ts";
import type { Viewer } from "../../kernel/viewer.ts";
import type { Tx } from "../../unit-of-work/transact.ts";
import { getHolder } from "../holders/holders.ts";
import { actorOf } from "./contracts.policy.ts";
import type { ContractRecord } from "./contracts.queries.ts";
import { sealJob } from "./evidence/seal.jobs.ts";

/** What decides about a stored contract besides its state, once the holder's side is complete. */
export const toContractFacts = (row: Pick<ContractRecord, "by_admin" | "counter_sign">): ContractFacts => ({
  createdBy: row.by_admin ? "firm" : "client",
  counterSign: row.counter_sign,
  isLastSigner: true,
});

/** Where the action leads; the table has the row, since the policy allowed the action. Without a viewer the portal acts. */
export function findTargetState(
  from: ContractState | null,
  action: ContractAction,
  viewer: Viewer | null,
  holder: Holder,
  facts: ContractFacts,
) {
  const transition = contractTransition(from, action, viewer ? actorOf(viewer, holder) : "system", facts);
  if (!transition) throw new Refusal("stateConflict");
  return transition.to(facts);
}

/** Nobody of the holder is asked to sign it any more. */
export const endSigning = (tx: Tx, holder: Holder, id: number): Promise<void> =>
  tx.endNews(holder, { types: ["contract_to_sign", "contract_reminder"], target_id: id });

/** What follows from the state that a contract reached. Part of the transaction that moved it. */
export async function applyStateEffects(
  tx: Tx,
  holder: Holder,
  { id, contract_name, signedBy }: { id: number; contract_name: string; signedBy: number | null },
  state: ContractState,
): Promise<void> {
  const params = { contract: contract_name };
  if (state !== "awaitingClient") await endSigning(tx, holder, id);
  if (state === "approved") {
    await tx.enqueue(sealJob, { id });
    await tx.notify(holder, { type: "contract_approved", params, target_id: id, created_by: signedBy });
  }
  if (state === "awaitingAdmin" && signedBy !== null) {
    const { name } = await getHolder(tx, holder);
    await tx.notifyStaff(holder, {
      type: "client_contract",
      params: { name, profile: holder.holderType, contract: contract_name, what: "signed" },
      created_by: signedBy,
    });
  }
  tx.emit("contract", holder);
}
