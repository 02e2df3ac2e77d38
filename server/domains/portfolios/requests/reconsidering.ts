/** A company's withdrawals once the people who act for it, or the rule how many must confirm, have changed. */
import type { Holder } from "@portico/api/shapes.ts";
import type { Context } from "../../../kernel/context.ts";
import type { Tx } from "../../../unit-of-work/transact.ts";
import { getHolder, lockCompany } from "../../holders/holders.service.ts";
import { matchingJob } from "./matching.job.ts";
import { getFacts, keyOfHolder, type RequestFacts } from "./requests.facts.ts";
import { leaves } from "./requests.policy.ts";
import { lockUnpaidWithdrawals, moveRequest } from "./requests.queries.ts";
import { emitChanged } from "./requests.ts";
import { wordsOf } from "./withdrawals.words.ts";

/**
 * Decides anew which of the company's unpaid withdrawals are confirmed by enough of the people who act for it now. One
 * that is complete goes to staff, one that is no longer complete waits again, and its people are told. If nobody is left
 * who could confirm, staff are told. Part of the transaction of the change.
 */
export async function reconsiderWithdrawals(tx: Tx, context: Context, companyId: number): Promise<void> {
  const holder: Holder = { holderType: "company", holderId: companyId };
  // Who asks for a withdrawal locks it too, and so decides by the people before or after the change.
  await lockCompany(tx, companyId);
  const facts = await getFacts(tx, context.config, await lockUnpaidWithdrawals(tx, holder));
  for (const one of facts) await reconsider(tx, context, holder, one);
  const isStuck = facts.some(({ signers, status }) => !status.isComplete && signers?.people.length === 0);
  const by = context.viewer?.userId;
  if (isStuck && by !== undefined)
    await tx.notifyStaff(holder, {
      type: "client_withdrawal_stuck",
      params: { name: (await getHolder(tx, holder)).name },
      created_by: by,
    });
}

async function reconsider(tx: Tx, context: Context, holder: Holder, one: RequestFacts): Promise<void> {
  const { record, reservation, status } = one;
  const to = status.isComplete ? "open" : "awaitingSigners";
  if (!reservation || record.state === to) return;
  const moved = await moveRequest(tx, record.id, { from: leaves.confirm, to });
  if (!moved) return;
  tx.audit("transactionRequest.reconsidered", record.id, { before: { state: record.state }, after: { state: to } });
  emitChanged(tx, moved);
  await tx.notify(holder, {
    type: to === "open" ? "withdrawal_confirmed" : "withdrawal_to_confirm",
    params: { account: wordsOf(reservation) },
    target_id: record.id,
    created_by: context.viewer?.userId ?? null,
  });
  // Its payment may have been booked while it waited.
  if (to === "open") await tx.enqueue(matchingJob, holder, { key: keyOfHolder(holder) });
}
