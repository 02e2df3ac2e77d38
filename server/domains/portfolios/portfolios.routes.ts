/** The portfolios' calls. */
import type { portfolios } from "@portico/api/portfolio-calls.ts";
import { beginWith, type Handlers } from "../../http/handlers.ts";
import { custodyRow, custodyWithRequests } from "./custody.queries.ts";
import {
  readAsOf,
  readOrders,
  readPerformance,
  readPortfolio,
  readProof,
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
  getAsOf: beginWith(custodyRow, readAsOf),
};
