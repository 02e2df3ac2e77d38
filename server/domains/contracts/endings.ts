/** Rejecting, withdrawing, and what the portal ends. */

import { isAwaiting } from "@portico/api/contract-states.ts";
import { contracts } from "@portico/api/contracts.ts";
import type { Answer } from "@portico/api/endpoint.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { holderOf } from "../../kernel/holder-of.ts";
import { enforce } from "../../kernel/policy.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { type Tx, transact } from "../../unit-of-work/transact.ts";
import { withdrawFile } from "../files/store.ts";
import { listSigners } from "../holders/authority.ts";
import { getHolder } from "../holders/holders.ts";
import { firmDay } from "../settings/firm-day.ts";
import { actorOf, refusalToAct } from "./contracts.policy.ts";
import { type ContractRecord, findContract, moveContract } from "./contracts.queries.ts";
import { getContract, readContract, readKnown, toContractStatus } from "./contracts.ts";
import { listHolderSigners } from "./signing/signatures.queries.ts";
import { endSigning, findTargetState, toContractFacts } from "./transitions.ts";

/** How a contract ended that some of a company's people have signed. */
type Stopped = "rejected" | "withdrawn" | "ended";

/**
 * Tells the holder's people that a contract which one of them signed came to nothing through one of their own side, or
 * through the portal. `by`: who did it, and knows.
 */
async function notifyStopped(
  tx: Tx,
  row: ContractRecord,
  { what, by, message = "" }: { what: Stopped; by: number | null; message?: string },
): Promise<void> {
  const { signed_by: signedBy } = (await findContract(tx, row.id)) ?? row;
  if (!signedBy.some((userId) => userId !== by)) return;
  await tx.notify(holderOf(row), {
    type: "contract_stopped",
    ...(message !== "" && { text: message }),
    params: { contract: row.contract_name, asked: what },
    target_id: row.id,
    created_by: by,
  });
}

/**
 * Tells those who signed and no longer act for the holder that the contract will not come into force: neither why nor by
 * whom, nor what the company is called today.
 */
async function notifyFormerSigners(tx: Tx, row: ContractRecord): Promise<void> {
  const acting = new Set(
    (await listSigners(tx, holderOf(row))).flatMap(({ id, suspended }) => (suspended ? [] : [id])),
  );
  for (const { user_id: holderId, signed_at: signedAt } of await listHolderSigners(tx, row.id)) {
    if (acting.has(holderId)) continue;
    const { today: day } = await firmDay(tx, signedAt);
    const news = { type: "signed_contract_ended", params: { contract: row.contract_name, day } } as const;
    await tx.notify({ holderType: "user", holderId }, news);
  }
}

/** Rejects with words what awaits the viewer's side. */
export async function rejectContract(
  context: Context,
  { id, ...holder }: Holder & { id: number },
  message: string,
): Promise<Answer<typeof contracts.reject>> {
  const viewer = requireViewer(context);
  const row = await readContract(context.db, id, holder);
  const byHolder = actorOf(viewer, holder) === "holder";
  const action = byHolder ? "reject" : "decline";
  enforce(refusalToAct(viewer, toContractStatus(viewer, row), action));
  const to = findTargetState(row.state, action, viewer, holder, toContractFacts(row));
  await transact(context, async (tx) => {
    if (!(await moveContract(tx, id, { from: row.state, to, message }))) throw new Refusal("stateConflict");
    await endSigning(tx, holder, id);
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
      await notifyStopped(tx, row, { what: "rejected", by: viewer.userId, message });
    } else
      await tx.notify(holder, {
        type: "contract_rejected",
        text: message,
        params: { contract: row.contract_name },
        target_id: id,
      });
    await notifyFormerSigners(tx, row);
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
  enforce(refusalToAct(viewer, toContractStatus(viewer, row), "withdraw"));
  const to = findTargetState(row.state, "withdraw", viewer, holder, toContractFacts(row));
  await transact(context, async (tx) => {
    if (!(await moveContract(tx, id, { from: row.state, to }))) throw new Refusal("stateConflict");
    await endSigning(tx, holder, id);
    if (row.by_admin) {
      const { file_id } = (await findContract(tx, id)) ?? row;
      await withdrawFile(tx, file_id);
      await tx.notify(holder, { type: "contract_withdrawn", params: { contract: row.contract_name }, target_id: id });
    } else await notifyStopped(tx, row, { what: "withdrawn", by: viewer.userId });
    await notifyFormerSigners(tx, row);
    tx.audit("contract.withdrawn", holder, { after: { contract: id, name: row.contract_name, state: to } });
    tx.emit("contract", holder);
  });
  return getContract(context, holder, id);
}

/**
 * Ends a contract that expired, or whose holder was rejected or disabled, in the caller's transaction; false if somebody
 * acted meanwhile, and may have approved it.
 */
export async function endContract(tx: Tx, row: ContractRecord, { expired }: { expired: boolean }): Promise<boolean> {
  if (!isAwaiting(row.state)) return false;
  const holder = holderOf(row);
  const to = findTargetState(row.state, "end", null, holder, toContractFacts(row));
  if (!(await moveContract(tx, row.id, { from: row.state, to }))) return false;
  await endSigning(tx, holder, row.id);
  tx.audit("contract.ended", holder, { after: { contract: row.id, name: row.contract_name, expired } });
  if (expired)
    await tx.notify(holder, {
      type: "contract_expired",
      params: { contract: row.contract_name },
      target_id: row.id,
    });
  else await notifyStopped(tx, row, { what: "ended", by: null });
  await notifyFormerSigners(tx, row);
  tx.emit("contract", holder);
  return true;
}
