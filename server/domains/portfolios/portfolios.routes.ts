/** The portfolios' calls. */
import type { portfolios } from "@portico/api/portfolios.ts";
import { beginWith, type Handlers } from "../../http/handlers.ts";
import { custodyRow, custodyWithRequests, custodyWithRiskFree } from "./custody.queries.ts";
import {
  readMonthlyReturns,
  readOrders,
  readPerformance,
  readPortfolio,
  readProof,
  readRisk,
  readTransactions,
  readVersion,
} from "./portfolios.ts";

export const portfoliosRoutes: Handlers<typeof portfolios> = {
  getPortfolio: beginWith(custodyRow, readPortfolio),
  getVersion: beginWith(custodyRow, readVersion),
  listOrders: beginWith(custodyWithRequests, readOrders),
  listTransactions: beginWith(custodyRow, readTransactions),
  getPerformance: beginWith(custodyRow, readPerformance),
  getProof: beginWith(custodyRow, readProof),
  getRisk: beginWith(custodyWithRiskFree, readRisk),
  getMonthlyReturns: beginWith(custodyRow, readMonthlyReturns),
};
