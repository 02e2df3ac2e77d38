/** One-time codes that are mailed for one withdrawal, or one confirmation of it, and confirm nothing else. */
import type { Answer, Parsed } from "@portico/api/endpoint.ts";
import type { FieldCode } from "@portico/api/errors.ts";
import type { requestCalls } from "@portico/api/payments/requests.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { Decimal } from "@portico/ledger/decimal.ts";
import { type Context, requireViewer } from "../../../kernel/context.ts";
import { holderOf } from "../../../kernel/holder-of.ts";
import { enforce } from "../../../kernel/policy.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import { type Db, inTransaction } from "../../../kernel/transaction.ts";
import { getHolder, getHolderAccount } from "../../holders/holders.service.ts";
import { whyNotEnough } from "../../holders/holders.signers.ts";
import { readCustodianCash } from "../../portfolios/portfolios.service.ts";
import { hashContent, requestBoundCode } from "../../sessions/sessions.validation.service.ts";
import { getAccounts, lockPayableAccount } from "../accounts/accounts.service.ts";
import { mayRequest, problemsOfRequest } from "../requests/new-requests.policy.ts";
import { refusalToConfirm } from "../requests/requests.policy.ts";
import { findRequest } from "../requests/requests.queries.ts";
import { getFacts, keyOfHolder, type RequestFacts } from "../requests/status.service.ts";
import { getActing, getSigners } from "../signers/signers.service.ts";
import { calculateFee, describeReservation } from "./fee.service.ts";
import { listCashWithHolds, type ReservationRecord } from "./reservations.queries.ts";

type Confirmed = Pick<ReservationRecord, "amount" | "fee" | "currency"> & { account: { id: number; number: string } };

const boundTo = (holder: Holder, which: number | "new", { amount, fee, currency, account }: Confirmed): string =>
  hashContent(`withdrawal:${keyOfHolder(holder)}/${which}`, {
    amount: new Decimal(amount).toFixed(),
    fee: new Decimal(fee).toFixed(),
    currency,
    account: [account.id, account.number],
  });

/** What the code of whoever asks for the withdrawal is bound to. */
export const boundToNew = (holder: Holder, confirmed: Confirmed): string => boundTo(holder, "new", confirmed);

/** What the code of whoever confirms a withdrawal that was asked for is bound to. */
export function boundToConfirmation({ record, reservation }: RequestFacts): string {
  if (!reservation) throw new Refusal("stateConflict");
  return boundTo(holderOf(record), record.id, reservation);
}

/** A withdrawal as it would be reserved now; `badInput` at the account if it is not on the holder's list. */
export async function plannedWithdrawal(
  db: Db,
  holder: Holder,
  { sum, currency, accountId }: { sum: string; currency: string; accountId: number },
): Promise<Confirmed> {
  const [account] = await getAccounts(db, holder, [accountId]);
  if (!account) throw new Refusal("badInput", { fields: [{ path: "accountId", code: "accountGone" }] });
  const number = account.iban ?? account.number ?? "";
  return { amount: sum, fee: await calculateFee(db, { sum, currency }), currency, account: { id: accountId, number } };
}

/** Fields of a withdrawal, as the body of this call names them. */
const named = ({ path, code }: { path: string; code: FieldCode }) => ({
  path: path.replace(/^transactionInfo\./, ""),
  code,
});

/**
 * Refuses a withdrawal that could not be asked for now, so that no code is mailed for it: with the errors of
 * `requestTransaction` that come before `freshCodeNeeded`.
 */
async function requirePossible(
  context: Context,
  holder: Holder,
  { sum, currency, accountId }: { sum: string; currency: string; accountId: number },
): Promise<void> {
  const { db } = context;
  const problems = problemsOfRequest("withdrawal", { sum, currency, accountId });
  if (problems.length > 0) throw new Refusal("badInput", { fields: problems.map(named) });
  if (!mayRequest((await getHolder(db, holder)).state, "withdrawal")) throw new Refusal("notApproved");
  if ((await getHolderAccount(db, holder)).clientNumber === null) throw new Refusal("noClientNumber");
  const account = await inTransaction(db, (trx) =>
    lockPayableAccount(trx, holder, accountId, { now: context.now(), path: "accountId" }),
  );
  if (account.currency !== currency)
    throw new Refusal("badInput", { fields: [{ path: "accountId", code: "otherCurrency" }] });
  const held = (await listCashWithHolds(db, holder)).find((one) => one.currency === currency);
  const cash = (await readCustodianCash(context, holder, currency)) ?? held?.amount ?? "0";
  const needed = new Decimal(sum).plus(await calculateFee(db, { sum, currency })).plus(held?.reserved ?? "0");
  if (needed.gt(cash)) throw new Refusal("badInput", { fields: [{ path: "sum", code: "moreThanHeld" }] });
}

/** The request with its facts, if it is the holder's and the viewer may confirm it. */
async function confirmable(context: Context, holder: Holder, requestId: number): Promise<RequestFacts> {
  const viewer = requireViewer(context);
  const record = await findRequest(context.db, requestId);
  const [facts] = record ? await getFacts(context.db, context.config, [record]) : [];
  if (!facts || keyOfHolder(facts.status.holder) !== keyOfHolder(holder)) throw new Refusal("notFound");
  const confirmedByViewer = facts.confirmations.some(({ userId }) => userId === viewer.userId);
  enforce(refusalToConfirm(viewer, { ...facts.status, confirmedByViewer }));
  return facts;
}

/**
 * Mails a code for a withdrawal that is about to be asked for and could be, or that waits for the viewer's confirmation. The
 * mail names the sum and the account. Answers what check-validation is given with the code, and why others must confirm it too.
 */
export async function requestWithdrawalCode(
  context: Context,
  holder: Holder,
  body: Parsed<(typeof requestCalls)["requestWithdrawalCode"]>["body"],
): Promise<Answer<(typeof requestCalls)["requestWithdrawalCode"]>> {
  const viewer = requireViewer(context);
  if ("requestId" in body) {
    const facts = await confirmable(context, holder, body.requestId);
    const bound = boundToConfirmation(facts);
    await requestBoundCode(context, {
      boundTo: bound,
      about: describeReservation(facts.reservation as Confirmed),
      step: "withdrawal",
    });
    const confirmedBy = [...facts.confirmations.map(({ userId }) => userId), viewer.userId];
    return { for: bound, why: facts.signers ? whyNotEnough(facts.signers.people, confirmedBy) : [] };
  }
  await requirePossible(context, holder, body);
  const planned = await plannedWithdrawal(context.db, holder, body);
  const bound = boundToNew(holder, planned);
  await requestBoundCode(context, { boundTo: bound, about: describeReservation(planned), step: "withdrawal" });
  const payment = { amount: planned.amount, currency: planned.currency, at: context.now() };
  const { people } = await getSigners(context.db, await getActing(context.db, holder), payment);
  return { for: bound, why: whyNotEnough(people, [viewer.userId]) };
}
