/** Contracts that wait for people whose rights changed: completed by the signatures of the others, or ended. */

import { isClosed } from "@portico/api/holder-states.ts";
import { holderOf } from "../../kernel/holder-of.ts";
import type { Reconsider, Tx } from "../../unit-of-work/transact.ts";
import { getSigners, listSigners } from "../holders/authority.ts";
import { getHolder } from "../holders/holders.ts";
import { isComplete } from "../holders/needed-signatures.ts";
import { type ContractRecord, lockAwaiting, moveContract } from "./contracts.queries.ts";
import { readContract } from "./contracts.ts";
import { endContract } from "./endings.ts";
import { applyStateEffects, findTargetState, toContractFacts } from "./transitions.ts";

/** Moves a company's contract on if everybody whose signature is still needed has signed. */
async function complete(tx: Tx, row: ContractRecord): Promise<void> {
  const holder = holderOf(row);
  const signers = await getSigners(tx, holder, await listSigners(tx, holder));
  if (!isComplete(row.signers, signers, row.signed_by)) return;
  const to = findTargetState(row.state, "complete", null, holder, toContractFacts(row));
  if (!(await moveContract(tx, row.id, { from: row.state, to }))) return;
  tx.audit("contract.completed", holder, { after: { contract: row.id, name: row.contract_name, state: to } });
  await applyStateEffects(tx, holder, { ...row, signedBy: row.signed_by.at(-1) ?? null }, to);
}

/** Looks again at the contracts that await these people or companies. */
export const reconsiderContracts: Reconsider = async (tx, change) => {
  for (const id of await lockAwaiting(tx, change)) {
    const row = await readContract(tx, id);
    const { state } = await getHolder(tx, holderOf(row));
    if (isClosed(state)) await endContract(tx, row, { expired: false });
    else if (row.state === "awaitingClient" && row.holder_type === "company") await complete(tx, row);
    // Fewer or other people are awaited now.
    tx.emit("contract", holderOf(row));
  }
};
