/** The portfolios' calls. */
import type { portfolios } from "@portico/api/portfolios.ts";
import type { Handlers } from "../../http/handlers.ts";
import {
  readOrders,
  readPerformance,
  readPortfolio,
  readProof,
  readTransactions,
  readVersion,
} from "./portfolios.service.ts";
import { listCandidates, matchRequest, unmatchRequest } from "./requests/matching.service.ts";
import { handleRequest } from "./requests/requests.processing.service.ts";
import { listRequests } from "./requests/requests.queue.service.ts";
import { requestTransaction, withdrawRequest } from "./requests/requests.service.ts";
import { requestWithdrawalCode } from "./requests/withdrawals.codes.service.ts";
import { confirmWithdrawal } from "./requests/withdrawals.service.ts";

export const portfoliosRoutes: Handlers<typeof portfolios> = {
  getPortfolio: readPortfolio,
  getVersion: readVersion,
  listOrders: readOrders,
  listTransactions: readTransactions,
  getPerformance: readPerformance,
  getProof: readProof,
  requestTransaction: (context, { holder, body }) => requestTransaction(context, holder, body),
  withdrawRequest: (context, { holder, params }) => withdrawRequest(context, holder, params.requestId),
  requestWithdrawalCode: (context, { holder, body }) => requestWithdrawalCode(context, holder, body),
  confirmWithdrawal: (context, { holder, params }) => confirmWithdrawal(context, holder, params.requestId),
  listRequests: (context, { query }) => listRequests(context, query),
  handleRequest: (context, { params, body }) => handleRequest(context, params.requestId, body),
  listCandidates: (context, { params }) => listCandidates(context, params.requestId),
  matchRequest: (context, { params, body }) => matchRequest(context, params.requestId, body.entryId),
  unmatchRequest: (context, { params }) => unmatchRequest(context, params.requestId),
};
