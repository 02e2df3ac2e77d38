/** The calls of payments. */
import type { payments } from "@portico/api/payments.ts";
import { beginWith, type Handlers } from "../../http/handlers.ts";
import { custodyRow } from "../portfolios/portfolios.ts";
import { getAccountList } from "./accounts/accounts.ts";
import { requestListCode } from "./accounts/code-request.ts";
import { decideAccount, listNewAccountPage } from "./accounts/decisions.ts";
import { saveAccounts } from "./accounts/saving.ts";
import { assignBankEntry, keepBankEntry, listBankEntries, reopenBankEntry } from "./bank-entries/bank-entries.ts";
import { getMoney, getPaymentCode, listDayRates } from "./cash/cash.ts";
import { listMovementKinds, listMovements } from "./cash/movements.ts";
import { listCandidates } from "./matching/candidates.ts";
import { matchFee } from "./matching/fee-entries.ts";
import { matchRequest, unmatchRequest } from "./matching/matching.ts";
import { clearUnexplained, listUnexplainedPayments } from "./matching/unexplained.ts";
import { listFilePayments } from "./payment-files/file-payments.ts";
import {
  cancelPaymentFile,
  downloadPaymentFile,
  listPayable,
  listPaymentFiles,
  preparePaymentFile,
  releasePaymentFile,
} from "./payment-files/payment-files.ts";
import { handleRequest } from "./requests/decisions.ts";
import { listRequests } from "./requests/queue.ts";
import { requestTransaction, withdrawRequest } from "./requests/requests.ts";
import { setSigners } from "./signers/company-rule.ts";
import { requestWithdrawalCode } from "./withdrawals/codes.ts";
import { confirmWithdrawal } from "./withdrawals/withdrawals.ts";

export const paymentsRoutes: Handlers<typeof payments> = {
  getCash: (context, { holder }) => getMoney(context, holder),
  listMovements: beginWith(custodyRow, listMovements),
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
  listPayable: (context) => listPayable(context),
  listPaymentFiles: (context, { query }) => listPaymentFiles(context, query),
  listFilePayments: (context, { params }) => listFilePayments(context, params.fileId),
  preparePaymentFile: (context, { body }) => preparePaymentFile(context, body),
  releasePaymentFile: (context, { params }) => releasePaymentFile(context, params.fileId),
  cancelPaymentFile: (context, { params }) => cancelPaymentFile(context, params.fileId),
  downloadPaymentFile: (context, { params }) => downloadPaymentFile(context, params.fileId),
  listBankEntries: (context, { query }) => listBankEntries(context, query),
  assignBankEntry: (context, { params, body }) => assignBankEntry(context, params.entryId, body),
  keepBankEntry: (context, { params, body }) => keepBankEntry(context, params.entryId, body),
  reopenBankEntry: (context, { params, body }) => reopenBankEntry(context, params.entryId, body),
  clearUnexplained: (context, { params, body }) => clearUnexplained(context, params.entryId, body),
};
