/** The portfolios' calls. */
import type { portfolios } from "@portico/api/portfolios.ts";
import { beginWith, type Handlers } from "../../http/handlers.ts";
import { custodyRow, custodyWithRequests } from "./custody.queries.ts";
import {
  readOrders,
  readPerformance,
  readPortfolio,
  readProof,
  readSales,
  readTransactions,
  readVersion,
} from "./portfolios.ts";

export const portfoliosRoutes: Handlers<typeof portfolios> = {
  getPortfolio: beginWith(custodyRow, readPortfolio),
  getVersion: beginWith(custodyRow, readVersion),
  listOrders: beginWith(custodyWithRequests, readOrders),
  listTransactions: beginWith(custodyRow, readTransactions),
  getPerformance: beginWith(custodyRow, readPerformance),
  getSales: beginWith(custodyRow, readSales),
  getProof: beginWith(custodyRow, readProof),
};
