/** The calls of payments. */
import type { payments } from "@portico/api/payments.ts";
import type { Handlers } from "../../http/handlers.ts";
import { getAccountList } from "./accounts/accounts.service.ts";
import { requestListCode } from "./accounts/code-request.service.ts";
import { decideAccount, listNewAccountPage } from "./accounts/decisions.service.ts";
import { saveAccounts } from "./accounts/save.service.ts";
import { getMoney, getPaymentCode, listDayRates } from "./cash/cash.service.ts";
import { listMovementKinds, listMovements } from "./cash/movements.service.ts";
import { listCandidates } from "./matching/candidates.service.ts";
import { matchFee } from "./matching/fee-entries.service.ts";
import { matchRequest, unmatchRequest } from "./matching/matching.service.ts";
import { clearUnexplained, listUnexplainedPayments } from "./matching/unexplained.service.ts";
import { handleRequest } from "./requests/decisions.service.ts";
import { listRequests } from "./requests/queue.service.ts";
import { requestTransaction, withdrawRequest } from "./requests/requests.service.ts";
import { setSigners } from "./signers/company-rule.service.ts";
import { requestWithdrawalCode } from "./withdrawals/codes.service.ts";
import { confirmWithdrawal } from "./withdrawals/withdrawals.service.ts";

export const paymentsRoutes: Handlers<typeof payments> = {
  getCash: (context, { holder }) => getMoney(context, holder),
  listMovements: (context, { holder, query }) => listMovements(context, holder, query),
  listMovementKinds: (context, { holder }) => listMovementKinds(context, holder),
  getPaymentCode: (context, { holder, query }) => getPaymentCode(context, holder, query),
  listRates: (context, { query }) => listDayRates(context, query.day),
  setSigners: (context, { holder, body }) => setSigners(context, holder, body),
  listAccounts: (context, { holder }) => getAccountList(context, holder),
  saveAccounts: (context, { holder, body }) => saveAccounts(context, holder, body),
  requestAccountsCode: (context, { holder, body }) => requestListCode(context, holder, body),
  decideAccount: (context, { holder, params, body }) => decideAccount(context, holder, params.accountId, body),
  listNewAccounts: (context, { query }) => listNewAccountPage(context, query),
  requestTransaction: (context, { holder, body }) => requestTransaction(context, holder, body),
  withdrawRequest: (context, { holder, params }) => withdrawRequest(context, holder, params.requestId),
  requestWithdrawalCode: (context, { holder, body }) => requestWithdrawalCode(context, holder, body),
  confirmWithdrawal: (context, { holder, params }) => confirmWithdrawal(context, holder, params.requestId),
  listRequests: (context, { query }) => listRequests(context, query),
  handleRequest: (context, { params, body }) => handleRequest(context, params.requestId, body),
  listCandidates: (context, { params, query }) => listCandidates(context, params.requestId, query.entryId),
  matchRequest: (context, { params, body }) => matchRequest(context, params.requestId, body),
  unmatchRequest: (context, { params, body }) => unmatchRequest(context, params.requestId, body),
  matchFee: (context, { params, body }) => matchFee(context, params.requestId, body),
  listUnexplained: (context, { query }) => listUnexplainedPayments(context, query),
  clearUnexplained: (context, { params, body }) => clearUnexplained(context, params.entryId, body),
};
