/** Clients' requests to deposit, withdraw, buy or sell: made, and taken back. */
import type { Answer, Parsed } from "@portico/api/endpoint.ts";
import type { requestCalls } from "@portico/api/payments/requests.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { type Context, requireViewer } from "../../../kernel/context.ts";
import { holderOf } from "../../../kernel/holder-of.ts";
import { enforce } from "../../../kernel/policy.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import { type Tx, transact } from "../../../unit-of-work/transact.ts";
import { getHolder, getHolderAccount } from "../../holders/holders.ts";
import { getInstruments } from "../../market-data/market-data.ts";
import { getHoldings } from "../../portfolios/ledger/holdings.ts";
import { matchingJob } from "../../portfolios/ledger/match-payments.jobs.ts";
import { readCustodianCash } from "../../portfolios/portfolios.ts";
import { isNamedByAny, listUnmatched } from "../matching/possible-payments.ts";
import { settleReservation } from "../withdrawals/reservations.queries.ts";
import { endConfirming, findInitialState, reserve } from "../withdrawals/withdrawals.ts";
import { getRequestDetails, keyOfHolder } from "./details.ts";
import { mayRequest, problemsOfHoldings, problemsOfRequest } from "./new-requests.policy.ts";
import { refusalToCancel } from "./requests.policy.ts";
import { findRequestByKey, insertRequest, lockRequest, moveRequest, type RequestRecord } from "./requests.queries.ts";
import { requestActions } from "./states.ts";

type Calls = typeof requestCalls;
type RequestAnswer = Answer<Calls["requestTransaction"]>;

export async function emitChanged(tx: Tx, record: RequestRecord): Promise<void> {
  const holder = holderOf(record);
  if (record.state !== "awaitingSigners") await endConfirming(tx, holder, record.id);
  tx.emit("request:changed", { ...holder, requestId: record.id });
}

/**
 * Adds a client's request to the staff queue. A withdrawal reserves cash, and needs a fresh one-time code. A repeated
 * key returns the first result, or `keyReused` if the content differs; `notApproved` if the holder is not an approved
 * client, `noClientNumber` without an account.
 */
export async function requestTransaction(
  context: Context,
  holder: Holder,
  { key, ...body }: Parsed<Calls["requestTransaction"]>["body"],
): Promise<RequestAnswer> {
  const viewer = requireViewer(context);
  const problems = problemsOfRequest(body.type, body.transactionInfo);
  if (problems.length > 0) throw new Refusal("badInput", { fields: problems });
  const { name, state } = await getHolder(context.db, holder);
  if (!mayRequest(state, body.type)) throw new Refusal("notApproved");
  if ((await getHolderAccount(context.db, holder)).clientNumber === null) throw new Refusal("noClientNumber");
  const { instrumentId, currency = "" } = body.transactionInfo;
  if (instrumentId !== undefined && !(await getInstruments(context.db, [instrumentId])).has(instrumentId))
    throw new Refusal("badInput", { fields: [{ path: "transactionInfo.instrumentId", code: "notAllowed" }] });

  const request = { ...body, key, createdBy: viewer.userId };
  const lacking = problemsOfHoldings(body.type, body.transactionInfo, await getHoldings(context.db, holder));
  const repeated = await findRequestByKey(context.db, holder, request);
  if (repeated?.alike) return { id: repeated.id, state: repeated.state };
  // Before the transaction: a custodian may take seconds, or be away.
  const cash = body.type === "withdrawal" ? await readCustodianCash(context, holder, currency) : null;
  return transact(context, async (tx) => {
    const payment = { amount: body.transactionInfo.sum ?? "0", currency, at: context.now() };
    const first = body.type === "withdrawal" ? await findInitialState(tx, holder, viewer.userId, payment) : "open";
    const made = await insertRequest(tx, holder, { ...request, state: first });
    if (made) {
      // A repeated request returns its first result, whatever is held now.
      if (lacking.length > 0) throw new Refusal("badInput", { fields: lacking });
      if (made.type === "withdrawal") await reserve(tx, context, made, cash);
      tx.audit("transactionRequest.made", made.id, { after: { ...body, ...holder } });
      await emitChanged(tx, made);
      await tx.notifyStaff(holder, { type: "client_request", params: { name }, created_by: viewer.userId });
      // The payment may have been booked before it was announced.
      if (made.type === "deposit") await tx.enqueue(matchingJob, holder, { key: keyOfHolder(holder) });
      return { id: made.id, state: made.state };
    }
    const before = await findRequestByKey(tx, holder, request);
    if (!before?.alike) throw new Refusal("keyReused");
    return { id: before.id, state: before.state };
  });
}

/**
 * The client takes back a request, which frees what it reserved; `stateConflict` if staff were first, `paymentBooked` if a
 * payment with the withdrawal's reference is booked. Staff are told if one without a reference may be its own.
 */
export async function withdrawRequest(context: Context, holder: Holder, requestId: number): Promise<RequestAnswer> {
  const viewer = requireViewer(context);
  return transact(context, async (tx) => {
    const locked = await lockRequest(tx, requestId);
    if (!locked || locked.holder_type !== holder.holderType || locked.holder_id !== holder.holderId)
      throw new Refusal("notFound");
    const [facts] = await getRequestDetails(tx, context.config, [locked]);
    if (!facts) throw new Refusal("notFound");
    const unmatched = (await listUnmatched(tx, [facts])).get(requestId);
    enforce(refusalToCancel(viewer, { ...facts.status, isNamed: isNamedByAny(unmatched) }));
    const withdrawn = await moveRequest(tx, requestId, { from: requestActions.cancel.in, to: "withdrawn", holder });
    if (!withdrawn) throw new Refusal("stateConflict");
    await settleReservation(tx, requestId, "voided");
    const { id, state, type } = withdrawn;
    tx.audit("transactionRequest.withdrawn", id, { after: { state } });
    await emitChanged(tx, withdrawn);
    if (type === "withdrawal" && unmatched) {
      const { name } = await getHolder(tx, holder);
      await tx.notifyStaff(holder, {
        type: "client_withdrawal_maybe_paid",
        params: { name },
        created_by: viewer.userId,
      });
    }
    return { id, state };
  });
}
