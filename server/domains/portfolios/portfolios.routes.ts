/** The portfolios' calls. */
import type { portfolios } from "@portico/api/portfolios.ts";
import { beginWith, type Handlers } from "../../http/handlers.ts";
import { custodyRow, custodyWithRequests } from "./portfolios.custody.queries.ts";
import {
  readOrders,
  readPerformance,
  readPortfolio,
  readProof,
  readTransactions,
  readVersion,
} from "./portfolios.service.ts";
import { listCandidates } from "./requests/candidates.service.ts";
import { matchFee } from "./requests/fees.service.ts";
import { matchRequest, unmatchRequest } from "./requests/matching.service.ts";
import { clearUnexplained, listUnexplainedPayments } from "./requests/payment-review.service.ts";
import { handleRequest } from "./requests/requests.processing.service.ts";
import { listRequests } from "./requests/requests.queue.service.ts";
import { requestTransaction, withdrawRequest } from "./requests/requests.service.ts";
import { requestWithdrawalCode } from "./requests/withdrawals.codes.service.ts";
import { confirmWithdrawal } from "./requests/withdrawals.service.ts";

export const portfoliosRoutes: Handlers<typeof portfolios> = {
  getPortfolio: beginWith(custodyRow, readPortfolio),
  getVersion: beginWith(custodyRow, readVersion),
  listOrders: beginWith(custodyWithRequests, readOrders),
  listTransactions: beginWith(custodyRow, readTransactions),
  getPerformance: beginWith(custodyRow, readPerformance),
  getProof: beginWith(custodyRow, readProof),
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
