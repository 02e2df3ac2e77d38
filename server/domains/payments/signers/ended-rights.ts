/** A company's withdrawals once the people who act for it, or the rule how many must confirm, have changed. */
import type { Holder } from "@portico/api/shapes.ts";
import { systemContext } from "../../../jobs/system-context.ts";
import type { Services } from "../../../kernel/context.ts";
import { type Reconsider, type Tx, transact } from "../../../unit-of-work/transact.ts";
import { getHolder, lockCompany } from "../../holders/holders.ts";
import { findRepresentations } from "../../holders/representation.ts";
import { matchingJob } from "../../portfolios/ledger/match-payments.jobs.ts";
import { getRequestDetails, keyOfHolder, type RequestDetails } from "../requests/details.ts";
import { listCompaniesWithUnpaid, lockUnpaidWithdrawals, moveRequest } from "../requests/requests.queries.ts";
import { emitChanged } from "../requests/requests.ts";
import { requestActions } from "../requests/states.ts";
import { paramsOfWithdrawal } from "../withdrawals/wording.ts";
import { hasActing } from "./signers.ts";

/** Looks again at the withdrawals of these companies, and of those that these people act for. */
export const reconsiderWithdrawals: Reconsider = async (tx, { userIds, companyIds }) => {
  const ids = new Set(companyIds);
  for (const userId of userIds)
    for (const { company_id } of await findRepresentations(tx, { userId })) ids.add(company_id);
  // In a fixed order, because each is locked.
  for (const companyId of [...ids].toSorted((a, b) => a - b)) {
    const facts = await reconsiderCompany(tx, companyId);
    const stuck = facts.find(({ signers, status }) => !status.isComplete && signers && !hasActing(signers));
    if (stuck) await notifyStaff(tx, stuck);
  }
};

/**
 * Decides anew which of the company's unpaid withdrawals are confirmed by enough of the people who act for it now. One
 * that is complete goes to staff, one that is no longer complete waits again, and its people are told.
 */
export async function reconsiderCompany(tx: Tx, companyId: number): Promise<RequestDetails[]> {
  const holder: Holder = { holderType: "company", holderId: companyId };
  // Who asks for a withdrawal locks it too, and so decides by the people before or after the change.
  await lockCompany(tx, companyId);
  // Who keeps the ledger does not matter here.
  const facts = await getRequestDetails(tx, {}, await lockUnpaidWithdrawals(tx, holder));
  for (const one of facts) await reconsider(tx, holder, one);
  return facts;
}

async function reconsider(tx: Tx, holder: Holder, { record, reservation, status }: RequestDetails): Promise<void> {
  const to = status.isComplete ? "open" : "awaitingSigners";
  if (!reservation || record.state === to) return;
  const moved = await moveRequest(tx, record.id, { from: requestActions.confirm.in, to });
  if (!moved) return;
  tx.audit("transactionRequest.reconsidered", record.id, { before: { state: record.state }, after: { state: to } });
  await emitChanged(tx, moved);
  await tx.notify(holder, {
    type: to === "open" ? "withdrawal_confirmed" : "withdrawal_to_confirm",
    params: paramsOfWithdrawal(reservation),
    target_id: record.id,
  });
  // Its payment may have been booked while it waited.
  if (to === "open") await tx.enqueue(matchingJob, holder, { key: keyOfHolder(holder) });
}

/** Nobody is left who could confirm or cancel it. */
async function notifyStaff(tx: Tx, { record, status: { holder } }: RequestDetails): Promise<void> {
  const { name } = await getHolder(tx, holder);
  await tx.notifyStaff(holder, { type: "client_withdrawal_stuck", params: { name }, created_by: record.created_by });
}

/** Looks again at every company whose withdrawals are not paid: the firm's rule changed, or a representation ended. */
export async function reconsiderCompanies(services: Services): Promise<void> {
  const context = systemContext(services, "payments");
  for (const companyId of await listCompaniesWithUnpaid(services.db))
    await transact(context, async (tx) => void (await reconsiderCompany(tx, companyId)));
}
