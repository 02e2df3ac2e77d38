/** Rejecting and withdrawing. */

import { contracts } from "@portico/api/contracts.ts";
import type { Answer } from "@portico/api/endpoint.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { enforce } from "../../kernel/policy.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { transact } from "../../unit-of-work/transact.ts";
import { withdrawFile } from "../files/files.store.ts";
import { getHolder } from "../holders/holders.service.ts";
import { targetOf } from "./contracts.moving.ts";
import { actorOf, refusalToAct } from "./contracts.policy.ts";
import { findContract, moveContract } from "./contracts.queries.ts";
import { getContract, holderOf, readContract, readKnown, statusOf } from "./contracts.service.ts";

/** Rejects with words what awaits the viewer's side. */
export async function rejectContract(
  context: Context,
  { id, holderType, holderId }: Holder & { id: number },
  message: string,
): Promise<Answer<typeof contracts.reject>> {
  const viewer = requireViewer(context);
  const holder: Holder = { holderType, holderId };
  const row = await readContract(context.db, id, holder);
  const byHolder = actorOf(viewer, holder) === "holder";
  enforce(refusalToAct(viewer, statusOf(viewer, row), byHolder ? "reject" : "decline"));
  const to = byHolder ? "rejectedByClient" : "rejectedByAdmin";
  await transact(context, async (tx) => {
    if (!(await moveContract(tx, id, { from: row.state, to, message }))) throw new Refusal("stateConflict");
    tx.audit("contract.rejected", holder, {
      after: { contract: id, name: row.contract_name, reason: message, state: to },
    });
    if (byHolder) {
      const { name } = await getHolder(tx, holder);
      await tx.notifyStaff(holder, {
        type: "client_contract",
        params: { name, profile: holder.holderType, contract: row.contract_name, what: "rejected" },
        created_by: viewer.userId,
      });
    } else
      await tx.notify(holder, {
        type: "contract_rejected",
        text: message,
        params: { contract: row.contract_name },
        target_id: id,
      });
    tx.emit("contract", holder);
  });
  return getContract(context, holder, id);
}

/**
 * Takes back what the viewer's side made. What the firm withdraws, the holder can no longer open: it may have been sent
 * to the wrong one.
 */
export async function withdrawContract(context: Context, id: number): Promise<Answer<typeof contracts.withdraw>> {
  const viewer = requireViewer(context);
  const row = await readKnown(context, id);
  const holder = holderOf(row);
  enforce(refusalToAct(viewer, statusOf(viewer, row), "withdraw"));
  const facts = { createdBy: row.by_admin ? "firm" : "client", counterSign: true, isLastSigner: true } as const;
  const to = targetOf(row.state, "withdraw", viewer, holder, facts);
  await transact(context, async (tx) => {
    if (!(await moveContract(tx, id, { from: row.state, to }))) throw new Refusal("stateConflict");
    if (row.by_admin) {
      const { file_id } = (await findContract(tx, id)) ?? row;
      await withdrawFile(tx, file_id);
      await tx.notify(holder, { type: "contract_withdrawn", params: { contract: row.contract_name }, target_id: id });
    }
    tx.audit("contract.withdrawn", holder, { after: { contract: id, name: row.contract_name, state: to } });
    tx.emit("contract", holder);
  });
  return getContract(context, holder, id);
}
