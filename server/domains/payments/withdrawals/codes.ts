/** One-time codes that are mailed for one withdrawal, or one confirmation of it, and confirm nothing else. */
import type { Answer, Parsed } from "@portico/api/endpoint.ts";
import type { FieldCode } from "@portico/api/errors.ts";
import type { requestCalls } from "@portico/api/payments/requests.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { type Context, requireViewer } from "../../../kernel/context.ts";
import { enforce } from "../../../kernel/policy.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import { inTransaction } from "../../../kernel/transaction.ts";
import { getHolder, getHolderAccount } from "../../holders/holders.ts";
import { whyNotEnough } from "../../holders/needed-signatures.ts";
import { readCustodianCash } from "../../portfolios/portfolios.ts";
import { requestBoundCode } from "../../sessions/step-code.ts";
import { lockPayableAccount } from "../accounts/accounts.ts";
import { getRequestDetails, keyOfHolder, type RequestDetails } from "../requests/details.ts";
import { mayRequest, problemsOfRequest } from "../requests/new-requests.policy.ts";
import { refusalToConfirm } from "../requests/requests.policy.ts";
import { findRequest } from "../requests/requests.queries.ts";
import { getActing, getSigners } from "../signers/signers.ts";
import { listCashWithHolds, type ReservationRecord } from "./reservations.queries.ts";
import { boundToConfirmation, boundToNew, calculateTerms, totalOf, type WithdrawalTerms } from "./terms.ts";
import { describeWithdrawal } from "./wording.ts";

/** Fields of a withdrawal, as the body of this call names them. */
const toBodyField = ({ path, code }: { path: string; code: FieldCode }) => ({
  path: path.replace(/^transactionInfo\./, ""),
  code,
});

/**
 * The terms of a withdrawal that could be asked for now, so that no code is mailed for another: refused with the errors of
 * `requestTransaction` that come before `freshCodeNeeded`.
 */
async function requirePossible(
  context: Context,
  holder: Holder,
  { sum, currency, accountId }: { sum: string; currency: string; accountId: number },
): Promise<WithdrawalTerms> {
  const { db } = context;
  const problems = problemsOfRequest("withdrawal", { sum, currency, accountId });
  if (problems.length > 0) throw new Refusal("badInput", { fields: problems.map(toBodyField) });
  if (!mayRequest((await getHolder(db, holder)).state, "withdrawal")) throw new Refusal("notApproved");
  if ((await getHolderAccount(db, holder)).clientNumber === null) throw new Refusal("noClientNumber");
  const account = await inTransaction(db, (trx) =>
    lockPayableAccount(trx, holder, accountId, { currency, now: context.now(), path: "accountId" }),
  );
  const terms = await calculateTerms(db, account, { sum, currency });
  const inLedger = (await listCashWithHolds(db, holder)).find((row) => row.currency === currency);
  const cash = (await readCustodianCash(context, holder, currency)) ?? inLedger?.amount ?? "0";
  if (
    totalOf(terms)
      .plus(inLedger?.reserved ?? "0")
      .gt(cash)
  )
    throw new Refusal("badInput", { fields: [{ path: "sum", code: "moreThanHeld" }] });
  return terms;
}

/** The request with its facts, if it is the holder's and the viewer may confirm it. */
async function confirmable(context: Context, holder: Holder, requestId: number): Promise<RequestDetails> {
  const viewer = requireViewer(context);
  const record = await findRequest(context.db, requestId);
  const [facts] = record ? await getRequestDetails(context.db, context.config, [record]) : [];
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
      about: describeWithdrawal(facts.reservation as ReservationRecord),
      step: "withdrawal",
    });
    const confirmedBy = [...facts.confirmations.map(({ userId }) => userId), viewer.userId];
    return { for: bound, why: facts.signers ? whyNotEnough(facts.signers.people, confirmedBy) : [] };
  }
  const terms = await requirePossible(context, holder, body);
  const bound = boundToNew(holder, terms);
  await requestBoundCode(context, { boundTo: bound, about: describeWithdrawal(terms), step: "withdrawal" });
  const payment = { amount: terms.amount, currency: terms.currency, at: context.now() };
  const { people } = await getSigners(context.db, await getActing(context.db, holder), payment);
  return { for: bound, why: whyNotEnough(people, [viewer.userId]) };
}
